import Foundation

/// An area on the Earth within a closed line, optionally with holes.
///
/// Edges are great-circle arcs on the sphere that uses geodetic latitudes as spherical ones, as in S2: correct over the
/// poles and across the antimeridian, and within 4 cm of a straight line on a map for an edge of 1 km at 60° latitude.
/// The even-odd rule decides what is inside, so the direction of a ring does not matter and a ring within another is a
/// hole. The area is always the smaller side: it never extends farther than ``farthestVertex`` from its middle.
public struct Polygon: Hashable, Sendable {
    /// The rings, first vertex not repeated at the end, no vertex twice in a row.
    public let rings: [[Coordinate]]
    /// Directions of the vertices of ``rings``.
    private let directions: [[Vector]]
    private let plane: TangentPlane
    /// The rings on ``plane``, in gnomonic projection: arcs become straight lines.
    private let flat: [[SIMD2<Double>]]

    /// How far a vertex may lie from the middle of them all. On the gnomonic plane 90° is infinitely far.
    public static let farthestVertex: Degrees = 80

    /// The area within `outer` and outside `holes`. Nil when a ring has fewer than three different vertices, or one
    /// lies more than ``farthestVertex`` from the middle of the outer ring. A ring may repeat its first vertex at the
    /// end.
    public init?(_ outer: [Coordinate], holes: [[Coordinate]] = []) {
        self.init(rings: [outer] + holes)
    }

    private init?(rings given: [[Coordinate]]) {
        rings = given.map { Polygon.withoutRepeats($0) }
        guard let outer = rings.first, rings.allSatisfy({ Set($0).count >= 3 }) else { return nil }
        directions = rings.map { $0.map { Vector($0) } }
        let sum = directions[0].reduce(Vector(x: 0, y: 0, z: 0)) { $0 + $1 }
        guard sum.length > 1e-6 * Double(outer.count) else { return nil }
        plane = TangentPlane(at: sum.unit)
        var flat: [[SIMD2<Double>]] = []
        for ring in directions {
            guard ring.allSatisfy({ $0.angle(to: sum) <= Polygon.farthestVertex.radians }) else { return nil }
            flat.append(ring.compactMap { [plane] in plane.gnomonic($0) })
        }
        self.flat = flat
    }

    private static func withoutRepeats(_ ring: [Coordinate]) -> [Coordinate] {
        var kept: [Coordinate] = []
        for vertex in ring where vertex != kept.last { kept.append(vertex) }
        if kept.count > 1, kept.first == kept.last { kept.removeLast() }
        return kept
    }

    /// Whether `coordinate` is inside. On an edge, within a nanometre, either answer is possible; ``distance(to:)`` is
    /// then below a nanometre too.
    public func contains(_ coordinate: Coordinate) -> Bool {
        contains(Vector(coordinate))
    }

    func contains(_ direction: Vector) -> Bool {
        guard let p = plane.gnomonic(direction) else { return false }
        var inside = false
        for ring in flat {
            var a = ring[ring.count - 1]
            for b in ring {
                // A ray towards +x; the half-open comparison counts a vertex once.
                if (a.y > p.y) != (b.y > p.y), p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x) { inside.toggle() }
                a = b
            }
        }
        return inside
    }

    /// The distance from `coordinate` to the nearest point of the area: 0 inside, otherwise the ellipsoidal distance to
    /// the nearest edge, within 0.01 % or 1 mm.
    public func distance(to coordinate: Coordinate) -> Metres {
        let direction = Vector(coordinate)
        return contains(direction) ? 0 : distanceToEdge(coordinate, direction)
    }

    /// The distance from `coordinate`, inside or out, to the nearest edge.
    public func distanceToEdge(_ coordinate: Coordinate) -> Metres {
        distanceToEdge(coordinate, Vector(coordinate))
    }

    private func distanceToEdge(_ coordinate: Coordinate, _ direction: Vector) -> Metres {
        let feet = edges.map { direction.nearest(onArc: $0, $1) }
        let angles = feet.map { direction.angle(to: $0) }
        let least = angles.min() ?? .pi
        // The ellipsoid's radii of curvature differ by 1 %, so an edge up to 2 % farther on the sphere may be the
        // nearer one.
        let near = zip(feet, angles).filter { $1 <= least * 1.02 }
        return near.map { coordinate.distance(to: $0.0.coordinate) }.min() ?? WGS84.maxDistance
    }

    /// The smallest box that holds the area.
    public var bounds: Bounds {
        Outline.bounds(
            directions, north: contains(Vector(x: 0, y: 0, z: 1)), south: contains(Vector(x: 0, y: 0, z: -1)))
    }

    /// A circle that holds the area: round the middle of the outer ring's vertices, to the farthest of them.
    public var surroundingCircle: (centre: Coordinate, radius: Metres) {
        let centre = plane.normal.coordinate
        let farthest = rings.joined().map { centre.distance(to: $0) }.max() ?? 0
        // On an arc this short the distance to a fixed point has its maximum at an end; the factor covers the formula's
        // error.
        return (centre, farthest * 1.0002)
    }

    /// Every edge, as its two ends.
    var edges: [(Vector, Vector)] {
        directions.flatMap { ring in zip(ring, ring.dropFirst() + ring.prefix(1)).map { ($0, $1) } }
    }

    /// The cap round the middle that holds the area; its angle in radians.
    var cap: (centre: Vector, angle: Double) {
        (plane.normal, directions.joined().map { $0.angle(to: plane.normal) }.max() ?? 0)
    }

    /// Compares the rings vertex by vertex, so two ways of writing one area are not equal.
    public static func == (left: Polygon, right: Polygon) -> Bool { left.rings == right.rings }

    /// Hashes the rings.
    public func hash(into hasher: inout Hasher) { hasher.combine(rings) }
}

extension Polygon: Codable {
    /// Decodes rings; throws `DecodingError.dataCorrupted` when they are not the rings of an area.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let valid = Polygon(rings: try container.decode([[Coordinate]].self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not the rings of an area")
        }
        self = valid
    }

    /// Encoded as its ``rings``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rings)
    }
}
