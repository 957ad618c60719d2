/// The id of a row of one kind: a note's id cannot be passed as a person's.
///
/// 63 bits, always positive, later ids larger: milliseconds since 2020 (41 bits), the node that made it (9 bits), a
/// counter within the millisecond (13 bits). See `IDSequence`.
public struct ID<Entity>: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The stored number.
    public let rawValue: Int64

    /// An id read from storage.
    @inlinable public init(rawValue: Int64) { self.rawValue = rawValue }

    /// Parses an id from an address or a form: 1 to 19 ASCII digits, more than 0, no sign, nothing else.
    public init?(_ text: some StringProtocol) {
        guard (1...19).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int64(text), number > 0
        else { return nil }
        rawValue = number
    }

    /// The digits.
    public var description: String { String(rawValue) }

    /// True when `left` was made earlier.
    public static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }
}

/// In JSON, its number.
extension ID: Codable {
    public init(from decoder: any Decoder) throws { rawValue = try decoder.singleValueContainer().decode(Int64.self) }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension ID: ColumnValue {
    @inlinable public var content: ColumnContent { .integer(rawValue) }
    @inlinable public init?(content: ColumnContent) {
        guard case .integer(let number) = content else { return nil }
        rawValue = number
    }
}
