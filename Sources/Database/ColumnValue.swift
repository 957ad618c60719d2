/// The content of a column in a row.
public enum ColumnContent: Sendable, Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// A type whose values can be stored in a column.
///
/// A type with a raw value that is a `ColumnValue` needs only to declare the conformance.
public protocol ColumnValue: Sendable {
    /// The stored form.
    var content: ColumnContent { get }
    /// The value of a stored content; nil when the content is not of this type.
    init?(content: ColumnContent)
}

extension Int64: ColumnValue {
    @inlinable public var content: ColumnContent { .integer(self) }
    @inlinable public init?(content: ColumnContent) {
        guard case .integer(let number) = content else { return nil }
        self = number
    }
}

extension Int: ColumnValue {
    @inlinable public var content: ColumnContent { .integer(Int64(self)) }
    @inlinable public init?(content: ColumnContent) {
        guard case .integer(let number) = content else { return nil }
        self.init(exactly: number)
    }
}

/// Stored as 0 and 1.
extension Bool: ColumnValue {
    @inlinable public var content: ColumnContent { .integer(self ? 1 : 0) }
    @inlinable public init?(content: ColumnContent) {
        guard case .integer(let number) = content, number == 0 || number == 1 else { return nil }
        self = number == 1
    }
}

/// Also read from integers: SQLite may store 2.0 as 2. NaN is stored as NULL.
extension Double: ColumnValue {
    @inlinable public var content: ColumnContent { .real(self) }
    @inlinable public init?(content: ColumnContent) {
        switch content {
        case .real(let number): self = number
        case .integer(let number): self = Double(number)
        default: return nil
        }
    }
}

/// Must not contain NUL, because SQLite truncates there: a statement with such a text is refused (kind `check`).
extension String: ColumnValue {
    @inlinable public var content: ColumnContent { .text(self) }
    @inlinable public init?(content: ColumnContent) {
        guard case .text(let text) = content else { return nil }
        self = text
    }
}

/// Bytes.
extension [UInt8]: ColumnValue {
    @inlinable public var content: ColumnContent { .blob(self) }
    @inlinable public init?(content: ColumnContent) {
        guard case .blob(let bytes) = content else { return nil }
        self = bytes
    }
}

/// NULL is nil.
extension Optional: ColumnValue where Wrapped: ColumnValue {
    @inlinable public var content: ColumnContent { self?.content ?? .null }
    @inlinable public init?(content: ColumnContent) {
        if case .null = content {
            self = .none
        } else if let value = Wrapped(content: content) {
            self = .some(value)
        } else {
            return nil
        }
    }
}

/// Stored as its text. A type declares only the conformance.
extension LosslessStringConvertible where Self: ColumnValue {
    @inlinable public var content: ColumnContent { .text(description) }
    @inlinable public init?(content: ColumnContent) {
        guard case .text(let text) = content else { return nil }
        self.init(text)
    }
}

extension RawRepresentable where Self: ColumnValue, RawValue: ColumnValue {
    @inlinable public var content: ColumnContent { rawValue.content }
    @inlinable public init?(content: ColumnContent) {
        guard let raw = RawValue(content: content) else { return nil }
        self.init(rawValue: raw)
    }
}
