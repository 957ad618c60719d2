import Database
import Testing

@testable import App

extension PlanTests {
    /// The statements of the calendar, for somebody who has photos.
    func visitCalendar(_ site: TestSite, _ aino: Visitor) throws {
        try aino.get("/calendar?year=2026").get("/calendar").submit("/calendar/feed")
        let feed = try #require(aino.get("/calendar").page.text.firstMatch(of: #/calendar\.ics\?token=[\w-]+/#))
        try aino.get("/\(feed.output)")
        try aino.get("/calendar/2026-11.zip").get("/calendar/2026-11.webp")
        site.app.runJobs([.long])
        try aino.get("/calendar/2026-11/recap")
        let account = try site.account("aino_k")
        _ = try site.app.site.database.read {
            try OwnPhotoQueries.photos($0, of: account, on: [CalendarDay(number: 20_000)])
        }
        try site.app.site.database.write { database in
            try RecapQueries.setFailed(database, file: "x", site.now)
            try RecapQueries.deleteAll(database)
            try CalendarFeedQueries.deleteAll(database)
            try CalendarFeedQueries.delete(database, of: account)
            try RecapQueries.delete(database, before: site.now)
        }
        try aino.get("/calendar").post("/calendar/feed/off", [("csrf", aino.token)])
    }
}
