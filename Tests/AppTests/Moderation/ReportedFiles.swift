import HTTP
import Media
import Testing

@testable import App

/// Files of what was reported.
enum ReportedFiles {
    /// Whether a visitor gets a file in all its sizes, or in none.
    static func opens(_ visitor: Visitor, _ name: MediaName) throws -> Bool {
        let statuses = try [MediaSize.original, .large, .medium, .small].compactMap { MediaPaths.of(name.text, $0) }
            .map { try visitor.fetch($0).status }
        #expect(statuses.count == 4 && Set(statuses).count == 1, "\(statuses)")
        return statuses.first == .ok
    }

    /// An administrator sees the reported photos after `remove` as before, until the report is closed; then nobody does.
    static func check(
        _ site: TestSite, of author: Visitor, _ names: [MediaName], as words: String, remove: () throws -> Void
    ) throws {
        let keeper = try site.administrator()
        let stranger = try site.newAccount("stranger")
        try keeper.get("/admin/reports").sees(words)
        let form = try #require(keeper.page.forms.first { $0.action.hasSuffix("/close") })
        for name in names { #expect(try opens(keeper, name) && keeper.page.text.contains("/media/\(name)")) }
        try remove()
        site.wait(seconds: 2 * Flash.keepTime)
        for _ in 0..<2 { site.sweep() }
        for name in names {
            #expect(try opens(keeper, name))
            #expect(try !opens(author, name) && !opens(stranger, name))
        }
        try keeper.get("/admin/reports").fill("note", "Done").submit(form.action)
        for name in names { #expect(try !opens(keeper, name)) }
        site.app.runJobs()
        for name in names { #expect(try site.storedMedia(name) == nil && !site.storedNames.contains(name)) }
    }
}
