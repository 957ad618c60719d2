import Foundation
import HTML
import Testing

@testable import App

/// Every page and part has examples that render.
struct GalleryTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The structs of all templates, except layouts, which pages show around themselves.
    private static func views() throws -> Set<String> {
        let folder = root.appending(path: "Views")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects as? [URL]
        let names = try (files ?? []).filter { $0.pathExtension == "html" }.compactMap { file -> String? in
            let words = try String(contentsOf: file, encoding: .utf8).split(separator: " ", maxSplits: 4)
            return words[3] == "slots" ? nil : String(words[2])
        }
        return Set(names)
    }

    private static func examples(_ site: TestSite) -> [GalleryExample] {
        site.app.site.features.all.flatMap { $0.galleryExamples }
    }

    @Test func `every view has an example`() throws {
        let examples = GalleryTests.examples(try TestSite.empty(hasGallery: true))
        let shown = Set(examples.map { $0.view })
        let missing = try GalleryTests.views().subtracting(shown).sorted()
        #expect(missing == [])
    }

    @Test func `no two examples have the same URL`() throws {
        let examples = GalleryTests.examples(try TestSite.empty(hasGallery: true))
        #expect(Set(examples.map { $0.path }).count == examples.count)
    }

    @Test func `every example renders`() throws {
        let site = try TestSite.empty(hasGallery: true)
        let examples = GalleryTests.examples(site)
        let visitor = Visitor(site)
        try visitor.get("/gallery")
        #expect(visitor.page.links.count >= examples.count)
        for entry in examples {
            let page = try visitor.get(entry.path).page
            #expect(page.status == 200 && page.text.hasSuffix("</html>\n"), "\(entry.path)")
            #expect(page.text.matches(of: #/<h1/#).count == 1, "\(entry.path)")
            let ids = page.text.matches(of: #/ id="([^"]+)"/#).map { String($0.1) }
            #expect(Set(ids).count == ids.count, "\(entry.path): an id twice in \(ids)")
            #expect(page.plain == GalleryTests.plain(page.text), "\(entry.path)")
            // A link is a row of boxes: what stands below its words needs one box with them.
            #expect(!page.text.contains(#/<a class="row-name"[^>]*>[^<]+<small/#), "\(entry.path)")
        }
    }

    /// What `PlainText` finds, by regular expressions.
    private static func plain(_ text: String) -> String {
        let body = text.replacing(#/<(script|title)[^>]*>.*?</\1>/#.dotMatchesNewlines(), with: "")
            .replacing(#/</?time[^>]*>/#, with: "").replacing(#/<[^>]*>/#, with: " ")
        return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
            .reduce(body) { $0.replacing($1.0, with: $1.1) }.replacing(#/\s+/#, with: " ")
    }

    @Test func `a production site has no gallery`() throws {
        let site = try TestSite.empty()
        #expect(try Visitor(site).get("/gallery").page.status == 404)
        #expect(!site.app.routeTable.contains { $0.contains("gallery") })
    }
}
