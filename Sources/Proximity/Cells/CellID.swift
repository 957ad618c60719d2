/// The id of a cell of the S2 grid: the Earth as six squares, each halved along both axes up to 30 times.
///
/// The same 64 bits as in every S2 library: three bits of face, two bits a level along a Hilbert curve, a one, zeros
/// (s2geometry.io, "S2 Cells"). Cells near each other on the curve are near on the ground, the descendants of a cell
/// are one contiguous range of ids, and comparison follows the curve. Geodetic latitudes are used as spherical ones, as
/// in S2.
///
/// A value of this type is always a valid cell.
public struct CellID: Hashable, Comparable, Sendable {
    /// The 64 bits, unsigned.
    public let rawValue: UInt64

    /// The level of a leaf, about 1 cm wide.
    public static let deepestLevel = CellProjection.deepest

    /// The cell with these bits, or nil when no cell has them.
    public init?(rawValue: UInt64) {
        // A valid id has a face 0…5 and its lowest one bit at an even place.
        guard rawValue >> 61 < 6, rawValue & (~rawValue &+ 1) & 0x1555_5555_5555_5555 != 0 else { return nil }
        self.rawValue = rawValue
    }

    /// For bits already known to be a valid cell.
    init(trusted rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The cell whose bits, read as a signed integer, are `signed`. Databases store cells in this form, because most of
    /// them lack unsigned integers. Nil when no cell has these bits.
    public init?(signed: Int64) {
        self.init(rawValue: UInt64(bitPattern: signed))
    }

    /// The cell of this level that holds `coordinate`; a level outside 0…30 is clamped.
    public init(_ coordinate: Coordinate, level: Int = CellID.deepestLevel) {
        self = CellID(leafAt: Vector(coordinate)).parent(level)
    }

    /// The leaf in this direction.
    init(leafAt p: Vector) {
        let face = CellProjection.face(of: p)
        let (u, v) = CellProjection.uv(of: p, onFace: face)
        self.init(
            face: face, i: CellProjection.ij(CellProjection.st(u)), j: CellProjection.ij(CellProjection.st(v)))
    }

    /// The leaf at column i and row j of a face.
    init(face: Int, i: Int, j: Int) {
        rawValue = UInt64(face) << 61 | Hilbert.position(face: face, i: i, j: j) << 1 | 1
    }

    /// The bits as a signed integer. Faces 4 and 5 become negative, so its order differs from the curve's; within one
    /// face the order is the same, and a range stays a range.
    public var signed: Int64 { Int64(bitPattern: rawValue) }

    /// Earlier on the curve is less; the six faces follow one another.
    public static func < (left: CellID, right: CellID) -> Bool { left.rawValue < right.rawValue }

    /// The square of the cube on which the cell lies, 0…5.
    public var face: Int { Int(rawValue >> 61) }

    /// How often the face was halved to get this cell, 0…30. Cells of level n are about 7,842 km / 2ⁿ wide.
    public var level: Int { CellProjection.deepest - rawValue.trailingZeroBitCount / 2 }

    /// Whether this is a cell of the deepest level.
    public var isLeaf: Bool { rawValue & 1 != 0 }

    /// The lowest one bit, whose place gives the level.
    var marker: UInt64 { rawValue & (~rawValue &+ 1) }

    static func marker(_ level: Int) -> UInt64 { 1 << UInt64(2 * (CellProjection.deepest - level)) }

    /// The cell of level `level` that holds this one; itself when it is of that level or coarser. A level below 0
    /// counts as 0.
    public func parent(_ level: Int) -> CellID {
        let marker = CellID.marker(max(0, min(CellProjection.deepest, level)))
        if marker <= self.marker { return self }
        return CellID(trusted: rawValue & (~marker &+ 1) | marker)
    }

    /// The four cells that this one is divided into, in the order of the curve; none for a leaf.
    public var children: [CellID] {
        isLeaf ? [] : (0..<4).map { child($0) }
    }

    /// The child at a position 0…3 along the curve. The cell must not be a leaf.
    func child(_ position: Int) -> CellID {
        let marker = self.marker >> 2
        return CellID(trusted: rawValue - self.marker + marker * UInt64(2 * position + 1))
    }

    /// The first and the last leaf within this cell. All its descendants lie between them, and no other cell does.
    public var range: ClosedRange<CellID> {
        CellID(trusted: rawValue - (marker - 1))...CellID(trusted: rawValue + (marker - 1))
    }

    /// ``range`` as stored: lower bound ≤ upper bound, because a cell lies within one face.
    public var signedRange: ClosedRange<Int64> {
        range.lowerBound.signed...range.upperBound.signed
    }

    /// Whether `other` is this cell or lies within it.
    public func contains(_ other: CellID) -> Bool {
        range.lowerBound <= other && other <= range.upperBound
    }

    /// Whether one of the two holds the other.
    public func intersects(_ other: CellID) -> Bool {
        contains(other) || other.contains(self)
    }

    /// The bits as hexadecimal digits without trailing zeros, S2's text form: 1…16 digits.
    public var token: String {
        let digits = String(rawValue, radix: 16)
        let padded = String(repeating: "0", count: 16 - digits.count) + digits
        return String(padded.reversed().drop { $0 == "0" }.reversed())
    }

    /// The cell with this token (upper or lower case, at most 16 digits), or nil when there is none.
    public init?(token: String) {
        guard (1...16).contains(token.utf8.count), token.utf8.allSatisfy({ CellID.isHexadecimal($0) }) else {
            return nil
        }
        guard let value = UInt64(token + String(repeating: "0", count: 16 - token.utf8.count), radix: 16) else {
            return nil
        }
        self.init(rawValue: value)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}

extension CellID: Codable {
    /// Decodes a ``token``; throws `DecodingError.dataCorrupted` when no cell has it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let cell = CellID(token: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no such S2 cell")
        }
        self = cell
    }

    /// Encoded as its ``token``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(token)
    }
}
