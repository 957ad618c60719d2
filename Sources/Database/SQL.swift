/// A piece of SQL with its bound values.
///
/// Written as a string literal. Interpolated values are always bound, never pasted: `"SELECT 1 WHERE id = \(id)"` has a
/// parameter. Another `SQL` is embedded with its own values; an array becomes a list for `IN`, written `IN \(list)` or
/// `IN (\(list))`. It cannot be built from a string at run time, only from literals of the program.
public struct SQL: Sendable, ExpressibleByStringInterpolation {
    /// The statement's text with `?` for each value.
    public let text: String
    /// The values, in the order of the `?`.
    let values: [ColumnContent]
    /// Whether to cache the prepared statement. False with a very long list: a connection never evicts what it caches.
    let isKept: Bool

    init(text: String, values: [ColumnContent], isKept: Bool) {
        self.text = text
        self.values = values
        self.isKept = isKept
    }

    /// SQL without values. For literals only.
    public init(stringLiteral text: StaticString) {
        self.init(text: text.description, values: [], isKept: true)
    }

    /// SQL with its values. For literals only.
    public init(stringInterpolation: Interpolation) {
        self.init(
            text: stringInterpolation.text, values: stringInterpolation.values,
            isKept: stringInterpolation.isKept)
    }

    /// Concatenates two pieces.
    public static func + (left: SQL, right: SQL) -> SQL {
        SQL(
            text: left.text + right.text, values: left.values + right.values, isKept: left.isKept && right.isKept)
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
        SQL(
            text: "(" + rows.map { $0.text }.joined(separator: " UNION ALL ") + ") AS span",
            values: rows.flatMap { $0.values }, isKept: rows.allSatisfy { $0.isKept })
    }

    /// Collects the pieces of a literal.
    public struct Interpolation: StringInterpolationProtocol {
        var text = ""
        var values: [ColumnContent] = []
        var isKept = true

        fileprivate static let longestKeptList = 1_024

        /// Called by the compiler.
        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount)
            values.reserveCapacity(interpolationCount)
        }

        /// Called by the compiler for the literal's own text.
        public mutating func appendLiteral(_ literal: StaticString) { text += literal.description }

        /// Binds a value.
        public mutating func appendInterpolation(_ value: some ColumnValue) {
            text += "?"
            values.append(value.content)
        }

        /// Binds a value or NULL.
        public mutating func appendInterpolation<Value: ColumnValue>(_ value: Value?) {
            text += "?"
            values.append(value.content)
        }

        /// Binds every value of a list: `?, ?, ?`, in parentheses unless the literal has just opened one.
        ///
        /// An empty list becomes NULL; both `IN` and `NOT IN` then match nothing. The last value is repeated up to the
        /// next power of two.
        public mutating func appendInterpolation(_ list: [some ColumnValue]) {
            let contents = list.last.map { last in list.map { $0.content }.padded(with: last.content) } ?? []
            let marks = list.isEmpty ? "NULL" : "?" + String(repeating: ", ?", count: contents.count - 1)
            let isOpen = text.utf8.last { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") } == UInt8(ascii: "(")
            text += isOpen ? marks : "(\(marks))"
            values += contents
            if list.count > Interpolation.longestKeptList { isKept = false }
        }

        /// Embeds another piece with its values.
        public mutating func appendInterpolation(_ piece: SQL) {
            text += piece.text
            values.append(contentsOf: piece.values)
            isKept = isKept && piece.isKept
        }
    }
}

extension Array {
    /// The elements, up to the next power of two, for parts of a statement that are written once for each: statements of
    /// all lengths have few texts then, which SQLite parses once and a connection keeps. More than 1,024 stay as they are.
    public func padded(with element: Element) -> [Element] {
        guard (2...SQL.Interpolation.longestKeptList).contains(count) else { return self }
        return self + repeatElement(element, count: 1 << (Int.bitWidth - (count - 1).leadingZeroBitCount) - count)
    }
}
