import Foundation
import Testing

@testable import App

struct AssetsTests {
    /// The style sheet of every page, as browsers load it.
    private static func styleSheet() throws -> String {
        let folder = TestSite.newFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try Assets(publicFolder: TestSite.publicFolder, folder: folder)
        return try String(contentsOfFile: "\(folder)/app.css", encoding: .utf8)
    }

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
        for sheet in try [style] + assets.pageStyles.keys.map({ try read("css/\($0).css") }) {
            #expect(!sheet.contains("/*") && !sheet.contains("*/"))
        }
        let source = try String(contentsOfFile: "\(TestSite.publicFolder)/css/00-tokens.css", encoding: .utf8)
        // Which spaces go is tested where they do.
        let said = source.prefix { $0 != "/" }.filter { !$0.isWhitespace }
        #expect(said.count > 100 && style.filter { !$0.isWhitespace }.hasPrefix(said))
    }

    @Test func `browsers that know no light-dark have the light colours of all`() throws {
        let sheets = try SwiftSource.texts("Public/css", "css").filter { !$0.path.hasSuffix("98-older-browsers.css") }
        let older = try String(contentsOfFile: "\(TestSite.publicFolder)/css/98-older-browsers.css", encoding: .utf8)
        func squeezed(_ text: some StringProtocol) -> String { text.split { $0.isWhitespace }.joined(separator: " ") }
        // What a pair of colours gives where it is light.
        let pair = #/light-dark\(((?:[^(),]|\([^()]*\))+),(?:[^()]|\([^()]*\))+\)/#
        var count = 0
        for (path, text) in sheets {
            for declaration in text.split(whereSeparator: { ";{}".contains($0) }) where declaration.contains(pair) {
                let light = squeezed(declaration.replacing(pair) { $0.1 })
                #expect(light.hasPrefix("--") && squeezed(older).contains("\(light);"), "\(path): \(light)")
                count += 1
            }
        }
        #expect(count > 20)
        // Without the space, no browser reads the condition.
        #expect(try AssetsTests.styleSheet().contains("@supports not (color:"))
    }

    @Test func `what few pages show has a style sheet of its own, which does not weigh on the others`() throws {
        let site = try TestSite.empty()
        let address = try #require(site.app.site.assets.pageStyles["alert"])
        #expect(address.hasPrefix("/css/alert.css?v="))
        let sheet = try Visitor(site).get(address).gets(200).page.text
        #expect(sheet.contains(".alert-who"))
        let common = try AssetsTests.styleSheet()
        #expect(common.contains(".card") && !common.contains(".alert-who"))
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
        let parts = ["cairn.outbox", "cairn.each(\".chat[data-chat]\",open)"].map { script.range(of: $0)?.lowerBound }
        #expect(parts.allSatisfy { $0 != nil } && parts.compactMap { $0 } == parts.compactMap { $0 }.sorted())
    }
}
