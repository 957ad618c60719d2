import Foundation

/// The settings of an installed program: the file that systemd reads for its service.
public enum SettingsFile {
    /// Bytes that are read at most.
    private static let maxBytes = 1 << 20

    /// The settings of a file; empty when it is missing or may not be read.
    public static func read(_ path: String) -> [String: String] {
        guard let file = FileHandle(forReadingAtPath: path), let data = try? file.read(upToCount: maxBytes) else {
            return [:]
        }
        return parse(String(decoding: data, as: UTF8.self))
    }

    /// The settings whose names begin with `CAIRN_`. A later line replaces an earlier one of the same name.
    ///
    /// Source: systemd.exec(5), *EnvironmentFile*: quotes, backslashes and lines that go on as there.
    static func parse(_ text: String) -> [String: String] {
        var parser = SettingsParser()
        for scalar in text.unicodeScalars { parser.take(scalar) }
        parser.end()
        return parser.settings.filter { name, _ in name.hasPrefix("CAIRN_") && name.utf8.allSatisfy { isNamed($0) } }
    }

    private static func isNamed(_ byte: UInt8) -> Bool {
        byte == 0x5F || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
    }
}

/// Reads settings one scalar at a time, as systemd does.
private struct SettingsParser {
    private enum State {
        case beforeName, name, beforeValue, value, escape, singleQuote, doubleQuote, quoteEscape, comment, commentEscape
    }

    private(set) var settings: [String: String] = [:]
    private var state = State.beforeName
    private var name = ""
    private var value = ""
    /// Spaces at the end of what is not quoted: they count only when something follows.
    private var spaces = ""

    mutating func take(_ scalar: Unicode.Scalar) {
        let isEnd = scalar == "\n" || scalar == "\r"
        let isSpace = isEnd || scalar == " " || scalar == "\t"
        switch state {
        case .beforeName where scalar == "#" || scalar == ";": state = .comment
        case .beforeName where isSpace: break
        case .beforeName: begin(with: scalar)
        case .name where isEnd: state = .beforeName
        case .name where scalar == "=": state = .beforeValue
        case .name: name.unicodeScalars.append(scalar)
        case .beforeValue where isEnd, .value where isEnd: finish()
        case .beforeValue where scalar == "'": state = .singleQuote
        case .beforeValue where scalar == "\"": state = .doubleQuote
        case .beforeValue where scalar == "\\", .value where scalar == "\\":
            keepSpaces()
            state = .escape
        case .beforeValue where isSpace: break
        case .value where isSpace: spaces.unicodeScalars.append(scalar)
        case .beforeValue, .value:
            keepSpaces()
            append(scalar, then: .value)
        // A line that ends with a backslash goes on in the next.
        case .escape where isEnd: state = .value
        case .escape: append(scalar, then: .value)
        case .singleQuote where scalar == "'", .doubleQuote where scalar == "\"": state = .beforeValue
        case .doubleQuote where scalar == "\\": state = .quoteEscape
        case .singleQuote, .doubleQuote: append(scalar, then: state)
        case .quoteEscape where scalar == "\n": state = .doubleQuote
        case .quoteEscape:
            if !["\"", "\\", "`", "$"].contains(scalar) { append("\\", then: .doubleQuote) }
            append(scalar, then: .doubleQuote)
        // A comment goes on after a backslash, too.
        case .comment where scalar == "\\": state = .commentEscape
        case .comment where isEnd: state = .beforeName
        case .comment: break
        case .commentEscape: state = .comment
        }
    }

    /// The file ends.
    mutating func end() {
        switch state {
        case .beforeName, .name, .comment, .commentEscape: break
        case .beforeValue, .value, .escape, .singleQuote, .doubleQuote, .quoteEscape: finish()
        }
    }

    private mutating func begin(with scalar: Unicode.Scalar) {
        (name, value, spaces) = (String(scalar), "", "")
        state = .name
    }

    private mutating func append(_ scalar: Unicode.Scalar, then next: State) {
        value.unicodeScalars.append(scalar)
        state = next
    }

    private mutating func keepSpaces() {
        value += spaces
        spaces = ""
    }

    private mutating func finish() {
        settings[name.trimmingCharacters(in: .whitespaces)] = value
        state = .beforeName
    }
}
