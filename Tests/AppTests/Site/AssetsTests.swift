import Foundation
import Testing

@testable import App

struct AssetsTests {
    @Test func `browsers load scripts and style sheets without comments, and with everything else`() throws {
        let folder = TestSite.newFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let assets = try Assets(publicFolder: TestSite.publicFolder, folder: folder)
        func read(_ name: String) throws -> String { try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) }
        let scripts = try (["app.js"] + assets.pageScripts.keys.map { "js/\($0).js" }).map { try read($0) }
        for script in scripts {
            #expect(!script.split(separator: "\n").contains { $0.drop { $0 == " " }.hasPrefix("//") })
            #expect(script.contains("cairn.each("))
        }
        let style = try read("app.css")
        #expect(!style.contains("/*") && !style.contains("*/"))
        let source = try String(contentsOfFile: "\(TestSite.publicFolder)/css/00-tokens.css", encoding: .utf8)
        #expect(style.hasPrefix(source.prefix { $0 != "/" }))
    }
}
