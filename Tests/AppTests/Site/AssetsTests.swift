import Foundation
import HTML
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
            #expect(script.contains("cairn."))
        }
        let style = try read("app.css")
        for sheet in try [style] + assets.pageStyles.keys.map({ try read("css/\($0).css") }) {
            #expect(!sheet.contains("/*") && !sheet.contains("*/"))
        }
        let source = try String(contentsOfFile: "\(TestSite.publicFolder)/css/00-tokens.css", encoding: .utf8)
        func words(_ text: some StringProtocol) -> String { String(text.filter { !$0.isWhitespace }) }
        #expect(words(style).hasPrefix(words(source.prefix { $0 != "/" })))
    }

    @Test(arguments: [
        ("a :hover > b, i { margin: 0 auto;\n  color: red; }\n", "a :hover > b,i{margin:0 auto;color:red;}"),
        (
            ".a { content: \"a,  b\"; } /* no */ .b { width: calc(1px + 2px) }",
            ".a{content:\"a,  b\";}.b{width:calc(1px + 2px)}"
        ),
        (
            "@media (a: b) and (c: d) { .e::before { content: '\\' {  '; } }",
            "@media (a:b) and (c:d){.e::before{content:'\\' {  ';}}"
        ),
        ("\n a\n\n  b{--x: 1 }  ", "a b{--x:1}"), ("content: \"open  ", "content:\"open  "), (" ", ""),
    ])
    func `a style sheet is read without the spaces that separate nothing`(sheet: String, read: String) {
        #expect(String(decoding: AssetText.styleSheet(Array(sheet.utf8)), as: UTF8.self) == read)
    }

    @Test func `what few pages show has a style sheet of its own, which does not weigh on the others`() throws {
        let site = try TestSite.empty()
        let address = try #require(site.app.site.assets.pageStyles["alert"])
        #expect(address.hasPrefix("/css/alert.css?v="))
        let sheet = try Visitor(site).get(address).gets(200).page.text
        #expect(sheet.contains(".alert-who"))
        #expect(try !Visitor(site).get(site.app.site.assets.styleSheet).page.text.contains(".alert-who"))
    }

    @Test func `every notice and every entry of the navigation has a picture`() throws {
        let site = try TestSite.empty()
        let pictures = try String(contentsOfFile: "\(TestSite.publicFolder)/icons/icons.svg", encoding: .utf8)
        let features = site.app.site.features
        let kinds = features.conforming(to: (any NoticeSource).self).flatMap { $0.noticeKinds }
        for icon in kinds.map({ $0.icon }) + features.navigation.map({ $0.icon }) {
            #expect(pictures.contains("id=\"\(icon)\""), "\(icon)")
        }
    }

    @Test func `the scripts of a folder are one script, in the order of their names`() throws {
        let folder = TestSite.newFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let assets = try Assets(publicFolder: TestSite.publicFolder, folder: folder)
        #expect(assets.pageScripts["chat"]?.hasPrefix("/js/chat.js?v=") == true)
        #expect(assets.pageScripts["chat-send"] == nil)
        let script = try String(contentsOfFile: "\(folder)/js/chat.js", encoding: .utf8)
        let parts = ["cairn.outbox", "cairn.each(\".chat[data-chat]\", open)"].map { script.range(of: $0)?.lowerBound }
        #expect(parts.allSatisfy { $0 != nil } && parts.compactMap { $0 } == parts.compactMap { $0 }.sorted())
    }
}
