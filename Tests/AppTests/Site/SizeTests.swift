import Foundation
import Testing

/// Limits on the length of files, functions and views, and their exceptions.
struct SizeTests {
    /// Files of more than 250 lines. A file that gets shorter must leave the list.
    private static let longFiles: Set<String> = ["Sources/ViewCompiler/HTMLScanner.swift"]
    /// Functions of more than 40 lines, by file and name.
    private static let longFunctions: Set<String> = []
    /// Views of more than 80 lines.
    private static let longViews: Set<String> = []

    private func paths(_ folder: String, _ ending: String, over maximum: Int) throws -> Set<String> {
        Set(
            try SwiftSource.texts(folder, ending).filter {
                $0.text.split(separator: "\n", omittingEmptySubsequences: false).count > maximum
            }.map { $0.path })
    }

    @Test func `no file exceeds 250 lines except those listed`() throws {
        #expect(try paths("Sources", "swift", over: 250) == SizeTests.longFiles)
    }

    @Test func `no view exceeds 80 lines except those listed`() throws {
        #expect(try paths("Views", "html", over: 80) == SizeTests.longViews)
    }

    @Test func `no function exceeds 40 lines except those listed`() throws {
        var found: Set<String> = []
        var count = 0
        for (path, text) in try SwiftSource.texts("Sources", "swift") {
            for function in SizeTests.functions(text) {
                count += 1
                if function.lines > 40 { found.insert("\(path) \(function.name)") }
            }
        }
        #expect(found == SizeTests.longFunctions)
        // Guards against a search that finds too little.
        #expect(count > 1_000)
    }

    @Test func `the length of a function includes its first line and its closing brace`() {
        let body = String(repeating: "        work()\n", count: 3)
        let text = "struct A {\n    func a(\n        _ b: Int\n    ) {\n\(body)    }\n\n    init() {\n\(body)    }\n}\n"
        #expect(SizeTests.functions(text).map { $0.lines } == [7, 5])
        #expect(
            SizeTests.functions("protocol A {\n    func a()\n}\nstruct B {\n    func b() {\n    }\n}\n").map { $0.name }
                == ["b"])
    }

    /// Functions and initializers with a body of several lines. The formatter aligns the closing brace with the start.
    private static func functions(_ text: String) -> [(name: String, lines: Int)] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.indices.compactMap { start in
            let line = lines[start]
            guard line.contains("func ") || line.contains("init") || line.contains("subscript") else { return nil }
            guard
                let match = line.firstMatch(
                    of: #/^( *)(?:[@a-z][\w()]* )*(?:func (`[^`]*`|[^\s(<]+)|(init|subscript)\b[?(<])/#),
                !(line.contains("{") && line.hasSuffix("}"))
            else { return nil }
            let indent = match.1
            for end in lines.indices.dropFirst(start + 1) where !lines[end].isEmpty {
                if lines[end].hasPrefix(indent + "}") {
                    return (String(match.2 ?? match.3 ?? ""), end - start + 1)
                }
                if lines[end].prefix(while: { $0 == " " }).count < indent.count { return nil }
            }
            return nil
        }
    }
}
