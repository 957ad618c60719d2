import Foundation

/// The build tool that turns a template into Swift: `ViewCompiler TEMPLATE OUTPUT NAME`, where NAME is the template's
/// name in errors. Errors go to standard error as `NAME:LINE:COLUMN: error: …`, with exit status 1.
@main
struct ViewCompiler {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 4 else { fail("usage: ViewCompiler TEMPLATE OUTPUT NAME", 64) }
        do {
            let source = try String(contentsOfFile: arguments[1], encoding: .utf8)
            let swift = try compile(source, file: arguments[3])
            try swift.write(toFile: arguments[2], atomically: true, encoding: .utf8)
        } catch let diagnostic as Diagnostic {
            fail(diagnostic.text(file: arguments[3]), 1)
        } catch {
            fail("\(arguments[3]):1:1: error: cannot be read or written: \(error.localizedDescription)", 1)
        }
    }

    /// The Swift source of a template.
    static func compile(_ source: String, file: String) throws(Diagnostic) -> String {
        try Emitter.swift(try Parser.parse(source), file: file)
    }

    private static func fail(_ message: String, _ code: Int32) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(code)
    }
}
