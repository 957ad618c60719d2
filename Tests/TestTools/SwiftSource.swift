import Foundation

/// A parsed Swift file, so that rules about code ignore comments and the contents of literals.
public struct SwiftSource: Sendable {
    /// A string literal: its text between interpolations, and its first line.
    public struct Literal: Sendable {
        public let line: Int
        public let pieces: [String]
    }

    /// The code without comments; each string literal is replaced by `"§n§"`, its index in `literals`.
    public private(set) var code = ""
    /// All string literals, except those inside interpolations of others.
    public private(set) var literals: [Literal] = []

    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var kept: [UInt8] = []

    /// Parses the text of a file.
    public init(_ text: String) {
        bytes = Array(text.utf8)
        while index < bytes.count { step() }
        code = String(decoding: kept, as: UTF8.self)
    }

    private func isNext(_ text: StaticString) -> Bool {
        guard index + text.utf8CodeUnitCount <= bytes.count else { return false }
        return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[index + $0] == text.utf8Start[$0] }
    }

    private mutating func skip(_ count: Int = 1) {
        for _ in 0..<count where index < bytes.count {
            if bytes[index] == UInt8(ascii: "\n") { line += 1 }
            index += 1
        }
    }

    private mutating func skip(past end: StaticString) {
        while index < bytes.count, !isNext(end) { skip() }
        skip(end.utf8CodeUnitCount)
    }

    /// All Swift files below a folder of the repository, with their paths.
    public static func files(_ folder: String) throws -> [(path: String, source: SwiftSource)] {
        try texts(folder, "swift").map { ($0.path, SwiftSource($0.text)) }
    }

    /// The text of a file of the repository.
    public static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Path and text of all files with an extension below a folder of the repository.
    public static func texts(_ folder: String, _ ending: String) throws -> [(path: String, text: String)] {
        let start = root.appending(path: folder)
        let paths =
            FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil)?.allObjects as? [URL] ?? []
        return try paths.filter { $0.pathExtension == ending }.sorted { $0.path < $1.path }.map { file in
            (String(file.path.dropFirst(root.path.count + 1)), try String(contentsOf: file, encoding: .utf8))
        }
    }

    private mutating func step() {
        if isNext("//") {
            while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { skip() }
        } else if isNext("/*") {
            skip(past: "*/")
        } else if isNext("#/") {
            skip(2)
            skip(past: "/#")
        } else if isRegex {
            skip()
            while index < bytes.count, !isNext("/"), !isNext("\n") { skip(isNext("\\") ? 2 : 1) }
            skip()
        } else if isNext("\"") {
            let literal = literal()
            kept += Array("\"§\(literals.count)§\"".utf8)
            literals.append(literal)
        } else {
            kept.append(bytes[index])
            skip()
        }
    }

    /// A slash starts a regular expression where an operand is expected.
    private var isRegex: Bool {
        guard isNext("/"), index + 1 < bytes.count, !isNext("/ "), !isNext("/\n"), !isNext("/=") else { return false }
        guard let before = kept.last(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }) else {
            return true
        }
        return "(,=:[{!&|?".utf8.contains(before)
    }

    private mutating func literal() -> Literal {
        let start = line
        let isLong = isNext("\"\"\"")
        let end: StaticString = isLong ? "\"\"\"" : "\""
        skip(end.utf8CodeUnitCount)
        var pieces: [String] = []
        var piece: [UInt8] = []
        while index < bytes.count, !isNext(end) {
            if isNext("\\(") {
                pieces.append(String(decoding: piece, as: UTF8.self))
                piece = []
                skip(2)
                skipInterpolation()
            } else if isNext("\\") {
                // A continued line, a quote or another escape: irrelevant to all rules.
                piece.append(isNext("\\\"") ? UInt8(ascii: "\"") : UInt8(ascii: " "))
                skip(2)
            } else {
                piece.append(bytes[index])
                skip()
            }
        }
        skip(end.utf8CodeUnitCount)
        pieces.append(String(decoding: piece, as: UTF8.self))
        return Literal(line: start, pieces: pieces)
    }

    private mutating func skipInterpolation() {
        var depth = 1
        while index < bytes.count {
            if isNext("\"") {
                _ = literal()
                continue
            }
            if isNext("(") { depth += 1 }
            if isNext(")") { depth -= 1 }
            skip()
            if depth == 0 { return }
        }
    }
}
