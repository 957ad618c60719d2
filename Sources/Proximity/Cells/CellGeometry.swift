import Foundation

/// A cell as a piece of the sphere: a rectangle in the (u, v) plane of its face.
struct CellSquare {
    let face: Int
    /// Column and row of the cell's lowest leaf, and its side in leaves.
    let i: Int
    let j: Int
    let side: Int

    /// The cell's orientation on the Hilbert curve, see ``Hilbert``.
    let orientation: Int
    let cell: CellID

    init(_ cell: CellID) {
        self.cell = cell
        face = cell.face
        side = 1 << (CellProjection.deepest - cell.level)
        let place = Hilbert.place(face: face, position: (cell.rawValue & (1 << 61 - 1)) >> 1, levels: cell.level)
        i = place.i * side
        j = place.j * side
        orientation = place.orientation
    }

    private init(_ parent: CellSquare, _ position: Int) {
        let child = Hilbert.child(parent.orientation, position)
        cell = parent.cell.child(position)
        face = parent.face
        side = parent.side / 2
        i = parent.i + (child >> 1) * side
        j = parent.j + (child & 1) * side
        orientation = parent.orientation ^ Hilbert.turn(position)
    }

    /// The square of the child at a position 0…3 along the curve. The cell must not be a leaf.
    func child(_ position: Int) -> CellSquare { CellSquare(self, position) }

    /// (u, v) of the cell's edges.
    var u: ClosedRange<Double> { CellSquare.edges(i, side) }
    var v: ClosedRange<Double> { CellSquare.edges(j, side) }

    private static func edges(_ first: Int, _ side: Int) -> ClosedRange<Double> {
        let scale = 1 / Double(CellProjection.side)
        return CellProjection.uv(Double(first) * scale)...CellProjection.uv(Double(first + side) * scale)
    }

    /// The middle in (s, t), as a direction.
    var centre: Vector {
        let scale = 1 / Double(2 * CellProjection.side)
        return CellProjection.vector(
            face: face, u: CellProjection.uv(Double(2 * i + side) * scale),
            v: CellProjection.uv(Double(2 * j + side) * scale))
    }

    /// The four corners as directions of length 1, in order round the cell.
    var corners: [Vector] {
        let (u, v) = (self.u, self.v)
        return [
            (u.lowerBound, v.lowerBound), (u.upperBound, v.lowerBound), (u.upperBound, v.upperBound),
            (u.lowerBound, v.upperBound),
        ]
        .map { CellProjection.vector(face: face, u: $0.0, v: $0.1).unit }
    }

    /// One corner, as a direction of length 1.
    func corner(upperU: Bool, upperV: Bool) -> Vector {
        CellProjection.vector(
            face: face, u: upperU ? u.upperBound : u.lowerBound, v: upperV ? v.upperBound : v.lowerBound
        ).unit
    }

    /// Whether the direction passes through the cell, its edges included.
    func contains(_ p: Vector) -> Bool {
        let (alongU, alongV, outward) = CellProjection.components(of: p, onFace: face)
        return outward > 0 && u.contains(alongU / outward) && v.contains(alongV / outward)
    }

    /// The angle in radians from a point of the unit sphere to the cell; 0 inside. The edges of a cell are great
    /// circles, so this is exact except for rounding, about 1e-15.
    func angle(to p: Vector) -> Double {
        if contains(p) { return 0 }
        let corners = self.corners
        return (0..<4).map { p.angle(toArc: corners[$0], corners[($0 + 1) & 3]) }.min() ?? 0
    }
}

extension CellID {
    /// The middle of the cell (in S2's (s, t) plane: where its children meet).
    public var centre: Coordinate { CellSquare(self).centre.coordinate }

    /// The four corners of the cell, in order round it.
    public var corners: [Coordinate] { CellSquare(self).corners.map { $0.coordinate } }

    /// From the middle of the cell to its farthest corner.
    public var radius: Metres {
        let centre = self.centre
        return corners.map { centre.distance(to: $0) }.max() ?? 0
    }

    /// The other cells of this level that share an edge or a corner with this one, in the order of the curve. Eight;
    /// seven where three faces meet in a corner of the cell; fewer at levels 0 and 1, where some of them coincide.
    public var neighbours: [CellID] {
        let square = CellSquare(self)
        var found = Set<CellID>()
        for (columns, rows) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
            found.insert(square.neighbour(columns, rows).parent(level))
        }
        found.remove(self)
        return found.sorted()
    }
}

extension CellID {
    /// The cells of a coarser level that meet in the vertex nearest to this cell: four, or three where three faces
    /// meet. One of them contains this cell.
    func vertexNeighbours(_ level: Int) -> [CellID] {
        let own = parent(level)
        let (square, here) = (CellSquare(own), CellSquare(self))
        let columns = here.i < square.i + square.side / 2 ? -1 : 1
        let rows = here.j < square.j + square.side / 2 ? -1 : 1
        let face = 0..<CellProjection.side
        let isInside = (
            column: face.contains(square.i + columns * square.side), row: face.contains(square.j + rows * square.side)
        )
        // At a corner of a face there is no fourth cell.
        let steps = [(columns, 0), (0, rows)] + (isInside.column || isInside.row ? [(columns, rows)] : [])
        return [own] + steps.map { square.neighbour($0.0, $0.1).parent(level) }
    }
}

extension CellSquare {
    /// A leaf just outside this cell, −1, 0 or +1 cell away by column and by row, on any face.
    fileprivate func neighbour(_ columns: Int, _ rows: Int) -> CellID {
        let (column, row) = (i + side / 2 + columns * side, j + side / 2 + rows * side)
        let inside = 0..<CellProjection.side
        if inside.contains(column) && inside.contains(row) { return CellID(face: face, i: column, j: row) }
        // Over the edge of the cube: take a direction just outside the face in (u, v), where the projection continues
        // linearly, and find the face that it passes through.
        let scale = 1 / Double(CellProjection.side)
        func beyond(_ index: Int) -> Double {
            let limit = 1 + 2.220446049250313e-16
            let clamped = max(-1, min(CellProjection.side, index))
            return max(-limit, min(limit, scale * Double(2 * (clamped - CellProjection.side / 2) + 1)))
        }
        let p = CellProjection.vector(face: face, u: beyond(column), v: beyond(row))
        let face = CellProjection.face(of: p)
        let (u, v) = CellProjection.uv(of: p, onFace: face)
        return CellID(
            face: face, i: CellProjection.ij(0.5 * (u + 1)), j: CellProjection.ij(0.5 * (v + 1)))
    }
}
