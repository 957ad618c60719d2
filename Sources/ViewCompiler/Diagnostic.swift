/// A place in a template: line and column, both from 1; a column counts UTF-8 bytes, as swiftc does.
struct Position: Equatable {
    var line = 1
    var column = 1

    /// Moves past one byte.
    mutating func advance(_ byte: UInt8) {
        if byte == UInt8(ascii: "\n") {
            line += 1
            column = 1
        } else {
            column += 1
        }
    }
}

/// What is wrong with a template, and what to write instead.
struct Diagnostic: Error, Equatable {
    let position: Position
    let message: String

    init(_ position: Position, _ message: String) {
        self.position = position
        self.message = message
    }

    /// In the form that editors and build logs understand.
    func text(file: String) -> String { "\(file):\(position.line):\(position.column): error: \(message)" }
}
