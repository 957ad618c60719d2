import Database
import HTTP
import Proximity
import Testing

@testable import App

extension PlanTests {
    /// Every statement on the camera, on a photo's page and on the calendar, on a site that is made for it.
    func visitPhotosOfDay() throws {
        let world = try CameraWorld(audience: .everyone)
        let site = world.site
        let (aino, mikko) = (try site.newAccount("aino_k"), try site.newAccount("mikko"))
        for (visitor, name) in [(aino, "aino_k"), (mikko, "mikko")] {
            try visitor.get("/daily/new")
            try CameraWorld.post(visitor, ["back", "front"], [("lat", "60"), ("lon", "24"), ("key", name)])
        }
        let author = try site.account("aino_k")
        let id = try #require(
            try site.app.site.database.read {
                try MomentQueries.moment($0, of: author, on: world.window.day)
            })
        let path = DailyPaths.moment(id)
        try mikko.get(path).upload(
            DailyPaths.reactions(id), "photo", file: PictureTests.icon)
        for text in 0...MomentComment.pageSize {
            try mikko.post(DailyPaths.comments(id), [("csrf", mikko.token), ("text", "\(text)"), ("key", "\(text)")])
        }
        try mikko.post(DailyPaths.reactions(id), [("csrf", mikko.token), ("emoji", "🔥")])
        try mikko.get(try #require(mikko.get(path).page.links.first { $0.contains("?after=") }))
        try aino.get("/notices").get(path)
        let forms = aino.page.forms.map { $0.action }
        let report = try #require(forms.first { $0.hasSuffix("/report") && $0.contains("/comments/") })
        for form in [report, DailyPaths.reportComment(id, ID(rawValue: 1))] {
            try aino.post(form, [("csrf", aino.token), ("reason", "x")])
        }
        try mikko.get(path).fill("reason", "x").post("\(path)/report", [("csrf", mikko.token), ("reason", "x")])
        try visitCalendar(site, aino)
        let comment = try #require(forms.first { $0.hasSuffix("/delete") && $0.contains("/comments/") })
        try aino.post(comment, [("csrf", aino.token)])
        try mikko.get("/people/aino_k").get("/settings/visibility")
        try mikko.post(DailyPaths.reactions(id), [("csrf", mikko.token), ("emoji", "🔥")])
        try aino.post("\(path)/delete", [("csrf", aino.token)])
        try aino.post("\(path)/restore", [("csrf", aino.token)])
        try visitEndOfPhotos(site, aino, mikko)
    }

    private func visitCalendar(_ site: TestSite, _ aino: Visitor) throws {
        try aino.get("/calendar?year=2026").get("/calendar").submit("/calendar/feed")
        let feed = try #require(aino.get("/calendar").page.text.firstMatch(of: #/calendar\.ics\?token=[\w-]+/#))
        try aino.get("/\(feed.output)")
        try aino.get("/calendar/2026-11.zip").get("/calendar/2026-11.webp")
        site.app.runJobs([.long])
        try aino.get("/calendar/2026-11/recap")
        let account = try site.account("aino_k")
        _ = try site.app.site.database.read {
            try CalendarQueries.photos($0, of: account, on: [CalendarDay(number: 20_000)])
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

    private func visitEndOfPhotos(_ site: TestSite, _ aino: Visitor, _ mikko: Visitor) throws {
        try aino.get("/settings/export").fill("password", "long enough for me").submit("/settings/export")
        site.app.runJobs([.long])
        site.wait(seconds: 400)
        site.sweep()
        for visitor in [mikko, aino] {
            try visitor.get("/settings/delete").fill("password", "long enough for me").submit("/settings/delete")
            site.sweep()
        }
    }
}
