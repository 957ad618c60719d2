import Foundation
import GRDB

/// One row of a result. Valid only inside the closure that receives it.
public struct Row {
    let row: GRDB.Row

    /// The content of a column, by its name: `let text: String = try row["text"]`.
    ///
    /// - Throws: `DatabaseError` of kind `column` when there is no such column, or its content is not of this type;
    ///   NULL needs an optional type.
    public subscript<Value: ColumnValue>(_ name: String) -> Value {
        get throws {
            guard let stored: DatabaseValue = row[name] else {
                throw DatabaseError(.column, "no column “\(name)” in \(Array(row.columnNames))")
            }
            return try Row.value(stored, name)
        }
    }

    static func value<Value: ColumnValue>(_ stored: DatabaseValue, _ name: String) throws -> Value {
        let content = ColumnContent(stored)
        guard let value = Value(content: content) else {
            throw DatabaseError(.column, "column “\(name)” is no \(Value.self)")
        }
        return value
    }
}

extension ColumnContent {
    init(_ value: DatabaseValue) {
        switch value.storage {
        case .null: self = .null
        case .int64(let number): self = .integer(number)
        case .double(let number): self = .real(number)
        case .string(let text): self = .text(text)
        case .blob(let data): self = .blob(Array(data))
        }
    }

    var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .real(let number): number.databaseValue
        case .text(let text): text.databaseValue
        case .blob(let bytes): Data(bytes).databaseValue
        }
    }
}
