/// A piece of SQL with its bound values.
///
/// Written as a string literal. Interpolated values are always bound, never pasted: `"SELECT 1 WHERE id = \(id)"` has a
/// parameter. Another `SQL` is embedded with its own values; an array becomes a list for `IN`, written `IN \(list)` or
/// `IN (\(list))`. It cannot be built from a string at run time, only from literals of the program.
public struct SQL: Sendable, ExpressibleByStringInterpolation {
    /// The statement's text.
    let pieces: [Piece]
    /// The values, in the order of the `?`.
    let values: [ColumnContent]
    /// Whether to cache the prepared statement. False with a very long list: a connection never evicts what it caches.
    let isKept: Bool

    init(pieces: [Piece], values: [ColumnContent], isKept: Bool) {
        self.pieces = pieces
        self.values = values
        self.isKept = isKept
    }

    /// For tests, which read tables that no literal names: the text stays in memory for good.
    init(text: String, values: [ColumnContent], isKept: Bool) {
        self.init(pieces: [Piece(forGood: text)], values: values, isKept: isKept)
    }

    /// SQL without values. For literals only.
    public init(stringLiteral text: StaticString) {
        self.init(pieces: text.utf8CodeUnitCount == 0 ? [] : [Piece(text)], values: [], isKept: true)
    }

    /// SQL with its values. For literals only.
    public init(stringInterpolation: Interpolation) {
        self.init(
            pieces: stringInterpolation.pieces, values: stringInterpolation.values,
            isKept: stringInterpolation.isKept)
    }

    /// Concatenates two pieces.
    public static func + (left: SQL, right: SQL) -> SQL {
        SQL(
            pieces: left.pieces + right.pieces, values: left.values + right.values,
            isKept: left.isKept && right.isKept)
    }

    /// The statement's text with `?` for each value.
    public var text: String {
        var text = ""
        for piece in pieces { piece.write(to: &text) }
        return text
    }

    /// Ranges of a column as a table to join with:
    /// `FROM \(SQL.spans(ranges)) JOIN … ON … AND cell BETWEEN low AND high`.
    ///
    /// A join and not a chain of OR: beside another condition SQLite does not seek each range of a chain, but scans
    /// every row that fulfils the other one (measured: 520 ms instead of 2 among a million rows).
    public static func spans(_ ranges: [ClosedRange<Int64>]) -> SQL {
        // Empty ranges for those that are missing to a power of two, and without any.
        let none: (low: Int64, high: Int64) = (1, 0)
        let bounds = ranges.map { (low: $0.lowerBound, high: $0.upperBound) }.padded(with: none)
        let rows: [SQL] = (bounds.isEmpty ? [none] : bounds).map {
            "SELECT CAST(\($0.low) AS BIGINT) AS low, CAST(\($0.high) AS BIGINT) AS high"
        }
        return SQL.spans(rows)
    }

    /// The same of rows that say more of each range: `SELECT … AS low, … AS high`. At least one.
    public static func spans(_ rows: [SQL]) -> SQL {
        let between = Piece(" UNION ALL ")
        return SQL(
            pieces: [Piece("(")] + rows.map { $0.pieces }.joined(separator: [between]) + [Piece(") AS span")],
            values: rows.flatMap { $0.values }, isKept: rows.allSatisfy { $0.isKept })
    }

    /// A piece of a statement's text. Equal pieces have equal texts, and are told without reading them: the text of a statement
    /// is written only to prepare it.
    ///
    /// Unchecked: a literal's bytes never change.
    struct Piece: Hashable, @unchecked Sendable {
        /// A literal's bytes; nil for places of values.
        private let start: UnsafePointer<UInt8>?
        /// How many bytes, or how many places: below zero for those of a list in parentheses, 0 for an empty list.
        private let count: Int

        /// A literal of the program.
        init(_ literal: StaticString) {
            precondition(literal.hasPointerRepresentation)
            start = literal.utf8Start
            count = literal.utf8CodeUnitCount
        }

        fileprivate init(forGood text: String) {
            let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
            _ = bytes.initialize(from: text.utf8)
            start = UnsafePointer(bytes.baseAddress)
            count = bytes.count
        }

        /// The places of a list.
        init(places: Int, inParentheses: Bool) {
            start = nil
            count = inParentheses ? -places : places
        }

        /// The place of a value.
        static let value = Piece(places: 1, inParentheses: false)
        /// `NULL` instead of the places of an empty list.
        static let none = Piece(places: 0, inParentheses: false)

        /// Whether it ends with an opening parenthesis; nil when it is blank.
        var isOpen: Bool? {
            guard let start else { return false }
            let bytes = UnsafeBufferPointer(start: start, count: count)
            return bytes.last { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }.map { $0 == UInt8(ascii: "(") }
        }

        func write(to text: inout String) {
            if let start {
                text += String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
            } else if count == 0 {
                text += "NULL"
            } else {
                let places = "?" + String(repeating: ", ?", count: abs(count) - 1)
                text += count < 0 ? "(\(places))" : places
            }
        }
    }

    /// Collects the pieces of a literal.
    public struct Interpolation: StringInterpolationProtocol {
        var pieces: [Piece] = []
        var values: [ColumnContent] = []
        var isKept = true

        fileprivate static let maxKeptListLength = 1_024

        /// Called by the compiler.
        public init(literalCapacity: Int, interpolationCount: Int) {
            pieces.reserveCapacity(2 * interpolationCount + 1)
            values.reserveCapacity(interpolationCount)
        }

        /// Called by the compiler for the literal's own text.
        public mutating func appendLiteral(_ literal: StaticString) {
            if literal.utf8CodeUnitCount > 0 { pieces.append(Piece(literal)) }
        }

        /// Binds a value.
        public mutating func appendInterpolation(_ value: some ColumnValue) {
            pieces.append(.value)
            values.append(value.content)
        }

        /// Binds a value or NULL.
        public mutating func appendInterpolation<Value: ColumnValue>(_ value: Value?) {
            pieces.append(.value)
            values.append(value.content)
        }

        /// Binds every value of a list: `?, ?, ?`, in parentheses unless the literal has just opened one.
        ///
        /// An empty list becomes NULL; both `IN` and `NOT IN` then match nothing. The last value is repeated up to the
        /// next power of two.
        public mutating func appendInterpolation(_ list: [some ColumnValue]) {
            let contents = list.last.map { last in list.map { $0.content }.padded(with: last.content) } ?? []
            let isOpen = pieces.reversed().lazy.compactMap { $0.isOpen }.first ?? false
            if contents.isEmpty {
                pieces += isOpen ? [.none] : [Piece("("), .none, Piece(")")]
            } else {
                pieces.append(Piece(places: contents.count, inParentheses: !isOpen))
            }
            values += contents
            if list.count > Interpolation.maxKeptListLength { isKept = false }
        }

        /// Embeds another piece with its values.
        public mutating func appendInterpolation(_ piece: SQL) {
            pieces += piece.pieces
            values += piece.values
            isKept = isKept && piece.isKept
        }
    }
}

extension Array {
    /// The elements, up to the next power of two, for parts of a statement that are written once for each: statements of
    /// all lengths have few texts then, which SQLite parses once and a connection keeps. More than 1,024 stay as they are.
    public func padded(with element: Element) -> [Element] {
        guard (2...SQL.Interpolation.maxKeptListLength).contains(count) else { return self }
        return self + repeatElement(element, count: 1 << (Int.bitWidth - (count - 1).leadingZeroBitCount) - count)
    }
}
