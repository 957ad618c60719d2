import Database
import HTTP
import Media
import Proximity
import Testing

@testable import App

/// The photos of a reported photo of the day.
struct ReportedDailyPostTests {
    @Test func `administrators see both photos until the report is closed`() throws {
        let site = try TestSite.demo()
        try site.openWindow { $0.audience = .everyone }
        let author = try site.member("leena").get(DailyPaths.new)
        try CameraWorld.post(author, names: ["back", "front"], fields: [("caption", "For all")])
        site.wait(seconds: 301)
        let reporter = try site.newAccount("newcomer")
        let stored: (ID<DailyPost>, String, String)? = try site.app.site.database.read { database in
            try database.first("SELECT id, back, front FROM moment WHERE caption = 'For all'") {
                (try $0["id"], try $0["back"], try $0["front"])
            }
        }
        let (id, back, front) = try #require(stored)
        try reporter.get(DailyPaths.post(id)).post(
            DailyPaths.report(id), [("csrf", reporter.token), ("reason", "Rude")]
        ).sees("Thank you")
        let photos = [back, front].compactMap { MediaName($0) }
        try ReportedFiles.check(site, of: author, photos, as: "A photo of the day") {
            try author.get(DailyPaths.post(id)).post(DailyPaths.delete(id), [("csrf", author.token)])
        }
    }
}
