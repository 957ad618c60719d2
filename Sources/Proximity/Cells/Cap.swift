import Foundation

/// A disc on the sphere of S2: all directions within an angle of one.
struct Cap {
    let centre: Vector
    /// Radians.
    let angle: Double
    /// The sine of the angle and the chord it spans, rounded up.
    private let sine: Double
    private let chord: Double

    /// The cap that holds every point whose ``Coordinate/distance(to:)`` from `centre` is at most `radius`.
    init(centre: Coordinate, radius: Metres) {
        self.init(centre: Vector(centre), angle: Cap.angle(radius))
    }

    init(centre: Vector, angle: Double) {
        self.centre = centre
        self.angle = angle
        sine = sin(angle) + 1e-15
        chord = 2 * sin(angle / 2) + 1e-15
    }

    /// The largest angle on the sphere of S2 (geodetic latitudes used as spherical ones) between two points whose
    /// ``Coordinate/distance(to:)`` is at most `radius`. At most 1 % above the mean of the radii of curvature.
    static func angle(_ radius: Metres) -> Double {
        let length = radius.value > 0 ? radius.value : 0
        // The error of the distance formula: 0.01 % up to 10,000 km and 0.6 % beyond, both rounded up; one micrometre
        // for rounding.
        let error = length < 9_900_000 ? 1.0002 : 1.01
        return min(.pi, length * error / WGS84.smallestCurvatureRadius + 1.6e-13)
    }
}

/// A part of the sphere that can be covered with cells.
protocol CellRegion {
    /// A few cells that together hold the whole region: the search for a covering starts with them.
    var start: [CellID] { get }
    /// False only when the cell and the region have no point in common.
    func mayIntersect(_ cell: CellSquare) -> Bool
}

extension Cap: CellRegion {
    /// The three or four cells that meet in the vertex nearest to the centre, at the finest level whose cells are all
    /// as wide as the cap: their outer edges are at least half a cell from the centre. All six faces for a cap too
    /// large for that.
    var start: [CellID] {
        let level = log2(CellProjection.minWidth / (2 * angle)).rounded(.down)
        guard level >= 0 else { return CellID.faces }
        return CellID(leafAt: centre).vertexNeighbours(min(Int(level), CellID.deepestLevel - 1))
    }

    func mayIntersect(_ cell: CellSquare) -> Bool {
        // From a quarter turn on, the distance to an edge's great circle no longer tells the distance to the edge.
        guard angle < 1.5 else { return cell.angle(to: centre) <= angle + 1e-14 }
        let (alongU, alongV, outward) = CellProjection.components(of: centre, onFace: cell.face)
        let (u, v) = (cell.u, cell.v)
        // Whether the centre is far beyond an edge's plane: `beyond` is its distance times the length √(1 + u²) of the
        // plane's normal.
        func isFar(_ beyond: Double, _ edge: Double) -> Bool {
            beyond > 0 && beyond * beyond > sine * sine * (1 + edge * edge)
        }
        let left = u.lowerBound * outward - alongU
        let right = alongU - u.upperBound * outward
        let below = v.lowerBound * outward - alongV
        let above = alongV - v.upperBound * outward
        if isFar(left, u.lowerBound) || isFar(right, u.upperBound) || isFar(below, v.lowerBound)
            || isFar(above, v.upperBound)
        {
            return false
        }
        // Beyond one edge only, the plane is about as near as the edge, so the answer is yes. Off a corner, the nearest
        // point is on one of the two edges that meet there.
        guard left > 0 || right > 0, below > 0 || above > 0 else { return true }
        let corner = cell.corner(upperU: right > 0, upperV: above > 0)
        return isNear(corner, cell.corner(upperU: right <= 0, upperV: above > 0))
            || isNear(corner, cell.corner(upperU: right > 0, upperV: above <= 0))
    }

    private func isNear(_ a: Vector, _ b: Vector) -> Bool {
        let away = centre.nearest(onArc: a, b) - centre
        return away.dot(away) <= chord * chord
    }
}
