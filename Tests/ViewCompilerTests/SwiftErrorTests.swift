import Foundation
import TestTools
import Testing

@testable import ViewCompiler

/// swiftc's errors in a template's expressions, with the template's own lines and columns.
struct SwiftErrorTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "cairn-views-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Runs swiftc; returns its status and output.
    private func swiftc(_ arguments: [String]) throws -> (status: Int32, output: String) {
        try Tool.run("/usr/bin/env", ["swiftc", "-swift-version", "6"] + arguments, withComplaints: true)
    }

    /// `line:column` of every error in the template, in order.
    private func errors(_ template: String, _ page: String) throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let sources = try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Sources/HTML").path)
        let module = folder.appending(path: "HTML.swiftmodule").path
        let files = sources.map { root.appending(path: "Sources/HTML/\($0)").path }
        let built = try swiftc(["-emit-module", "-module-name", "HTML", "-emit-module-path", module] + files)
        try #require(built.status == 0, "\(built.output)")
        let view = folder.appending(path: "view.swift").path
        let model = folder.appending(path: "model.swift").path
        try ViewCompiler.compile(template, file: "Views/x.html").write(toFile: view, atomically: true, encoding: .utf8)
        try page.write(toFile: model, atomically: true, encoding: .utf8)
        let said = try swiftc(["-typecheck", "-I", folder.path, view, model]).output
        return said.matches(of: /(?m)^\/?.*Views\/x\.html:(\d+):(\d+): error:/).map { "\($0.output.1):\($0.output.2)" }
    }

    @Test func `errors have the position of the expression`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let template = """
            {% view Page %}<b class="wide">{{ half }}</b>
            <p>{{ name }}</p>
            {{ half }}
              <a href="/x/{{ half }}">{{ nobody }}</a>
            {% if name %}{% end %}
            {% for x in half %}{% end %}
            """
        let found = try errors(template, "struct Page { let name = \"\"; let half = 0.5 }")
        #expect(found == ["1:35", "3:4", "4:18", "4:30", "5:7", "6:13"])
    }
}
