/// How S2 projects the sphere onto six squares: point → face and (u, v) on the cube → (s, t), evened out → (i, j), 30
/// bits each.
///
/// Source: the S2 Geometry documentation, "S2 Cells" (s2geometry.io), with its quadratic projection.
enum CellProjection {
    /// The deepest level: a leaf cell is about 1 cm wide.
    static let deepest = 30
    /// Leaf cells along one side of a face, 2³⁰.
    static let side = 1 << deepest

    /// No cell of level n is narrower than this angle in radians / 2ⁿ (S2's `kMinWidth` of the quadratic projection).
    static let minWidth = 2 * 2.0.squareRoot() / 3

    /// The face that a direction passes through: the axis of its largest component, 0…2 positive, 3…5 negative x, y, z.
    static func face(of p: Vector) -> Int {
        let (x, y, z) = (abs(p.x), abs(p.y), abs(p.z))
        if x > y { return x > z ? (p.x < 0 ? 3 : 0) : (p.z < 0 ? 5 : 2) }
        return y > z ? (p.y < 0 ? 4 : 1) : (p.z < 0 ? 5 : 2)
    }

    /// A direction in a face's own axes: along u, along v, and outward from the centre of the cube.
    static func components(of p: Vector, onFace face: Int) -> (u: Double, v: Double, outward: Double) {
        switch face {
        case 0: (p.y, p.z, p.x)
        case 1: (-p.x, p.z, p.y)
        case 2: (-p.x, -p.y, p.z)
        case 3: (-p.z, -p.y, -p.x)
        case 4: (-p.z, p.x, -p.y)
        default: (p.y, p.x, -p.z)
        }
    }

    /// (u, v) of a direction on a face that it passes through.
    static func uv(of p: Vector, onFace face: Int) -> (u: Double, v: Double) {
        let (u, v, outward) = components(of: p, onFace: face)
        return (u / outward, v / outward)
    }

    /// The direction, not of length 1, of a point on a face.
    static func vector(face: Int, u: Double, v: Double) -> Vector {
        switch face {
        case 0: Vector(x: 1, y: u, z: v)
        case 1: Vector(x: -u, y: 1, z: v)
        case 2: Vector(x: -u, y: -v, z: 1)
        case 3: Vector(x: -1, y: -v, z: -u)
        case 4: Vector(x: v, y: -1, z: -u)
        default: Vector(x: v, y: u, z: -1)
        }
    }

    /// The quadratic projection −1…1 → 0…1: the areas of two cells of one level differ by a factor of 2.1 at most.
    static func st(_ uv: Double) -> Double {
        uv >= 0 ? 0.5 * (1 + 3 * uv).squareRoot() : 1 - 0.5 * (1 - 3 * uv).squareRoot()
    }

    /// The inverse of ``st(_:)``.
    static func uv(_ st: Double) -> Double {
        st >= 0.5 ? (1 / 3.0) * (4 * st * st - 1) : (1 / 3.0) * (1 - 4 * (1 - st) * (1 - st))
    }

    /// The leaf cell's index along one side.
    static func ij(_ st: Double) -> Int {
        max(0, min(side - 1, Int((Double(side) * st).rounded(.down))))
    }
}

/// The Hilbert curve that numbers the cells of a face.
///
/// An orientation has two bits: 1 = the axes are swapped, 2 = the curve runs backwards. Each step of the curve visits
/// the four children in an order that depends on the orientation, and gives each child its own orientation. Source: the
/// S2 Geometry documentation, "Hilbert curve"; the tables follow from its figure.
enum Hilbert {
    static let swapped = 1
    static let inverted = 2

    /// By orientation and position along the curve: the child, as 2 · (upper i half) + (upper j half).
    static func child(_ orientation: Int, _ position: Int) -> Int {
        // Canonical order (0,0) (0,1) (1,1) (1,0); swapped exchanges i and j; inverted flips both.
        let canonical = position ^ (position >> 1)
        let turned = orientation & swapped == 0 ? canonical : (canonical >> 1) | ((canonical & 1) << 1)
        return orientation & inverted == 0 ? turned : turned ^ 3
    }

    /// How a child's orientation differs from its parent's: the first child swaps, the last swaps and inverts.
    static func turn(_ position: Int) -> Int {
        position == 0 ? swapped : position == 3 ? swapped | inverted : 0
    }

    /// Number of bits of i and of j that one table look-up handles.
    private static let step = 3
    private static let mask = (1 << step) - 1
    private static let size = 1 << (2 * step + 2)

    /// By `i bits ‖ j bits ‖ orientation`: `position bits ‖ orientation after`.
    private static let positions: [UInt16] = tables.positions
    /// By `position bits ‖ orientation`: `i bits ‖ j bits ‖ orientation after`.
    private static let places: [UInt16] = tables.places

    private static let tables: (positions: [UInt16], places: [UInt16]) = {
        var positions = [UInt16](repeating: 0, count: size)
        var places = positions
        for start in 0..<4 {
            for position in 0..<(1 << (2 * step)) {
                var (i, j, orientation) = (0, 0, start)
                for level in (0..<step).reversed() {
                    let digit = (position >> (2 * level)) & 3
                    let child = child(orientation, digit)
                    i = i << 1 | child >> 1
                    j = j << 1 | child & 1
                    orientation ^= turn(digit)
                }
                let place = (i << step | j) << 2
                positions[place | start] = UInt16(position << 2 | orientation)
                places[position << 2 | start] = UInt16(place | orientation)
            }
        }
        return (positions, places)
    }()

    /// The position along the curve of leaf (i, j) of a face, 60 bits.
    static func position(face: Int, i: Int, j: Int) -> UInt64 {
        var orientation = face & swapped
        var position: UInt64 = 0
        positions.withUnsafeBufferPointer { table in
            for shift in stride(from: CellProjection.deepest - step, through: 0, by: -step) {
                let place = ((i >> shift) & mask) << step | ((j >> shift) & mask)
                let found = Int(table[place << 2 | orientation])
                position = position << UInt64(2 * step) | UInt64(found >> 2)
                orientation = found & 3
            }
        }
        return position
    }

    /// Column and row of the cell at a position along the curve, in cells of its level, and its orientation.
    static func place(face: Int, position: UInt64, levels: Int) -> (i: Int, j: Int, orientation: Int) {
        var orientation = face & swapped
        var (i, j) = (0, 0)
        var level = 0
        while level + step <= levels {
            let shift = CellProjection.deepest - level - step
            let digits = Int(position >> UInt64(2 * shift)) & (1 << (2 * step) - 1)
            let found = Int(places[digits << 2 | orientation])
            i = i << step | found >> (2 + step)
            j = j << step | (found >> 2) & mask
            orientation = found & 3
            level += step
        }
        while level < levels {
            level += 1
            let digit = Int(position >> UInt64(2 * (CellProjection.deepest - level))) & 3
            let child = child(orientation, digit)
            i = i << 1 | child >> 1
            j = j << 1 | child & 1
            orientation ^= turn(digit)
        }
        return (i, j, orientation)
    }
}
