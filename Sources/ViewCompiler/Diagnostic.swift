/// A place in a template: line and column, both from 1; a column counts UTF-8 bytes, as in swiftc.
struct Position: Equatable {
    var line = 1
    var column = 1

    /// Advances by one byte.
    mutating func advance(_ byte: UInt8) {
        if byte == UInt8(ascii: "\n") {
            line += 1
            column = 1
        } else {
            column += 1
        }
    }
}

/// An error in a template, and what to write instead.
struct Diagnostic: Error, Equatable {
    let position: Position
    let message: String

    init(_ position: Position, _ message: String) {
        self.position = position
        self.message = message
    }

    /// In the format that editors and build logs parse.
    func text(file: String) -> String { "\(file):\(position.line):\(position.column): error: \(message)" }
}
