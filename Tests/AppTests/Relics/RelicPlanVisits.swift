import Database
import Proximity
import Testing

@testable import App

extension PlanTests {
    /// Every statement on a relic's page: from afar, before its gate, open, its book, and what its maker reads.
    func visitRelics(_ site: TestSite) throws {
        let world = try RelicWorld(site)
        let mikko = try world.opener("mikko")
        for path in try world.files { _ = try mikko.fetch(path) }
        for text in 0...RelicVisits.pageSize {
            try mikko.post("\(world.path)/visit", [("csrf", mikko.token), ("text", "\(text)")])
        }
        try mikko.get(try #require(mikko.get(world.path).page.links.first { $0.contains("?after=") }))
        try mikko.get(world.path).fill("reason", "x").submit("\(world.path)/report")
        try visitReported(site, world)
        let leena = try site.member("leena").get("/notices").get(world.path)
        try leena.submit(try #require(leena.page.forms.first { $0.action.contains("/visits/") }).action)
    }

    /// An administrator opens the file of a report, and closes all of them.
    private func visitReported(_ site: TestSite, _ world: RelicWorld) throws {
        let keeper = try site.administrator("judging")
        for path in try world.files { #expect(try keeper.fetch(path).status == .ok) }
        let forms = try keeper.get("/admin/reports").page.forms.filter { $0.action.hasSuffix("/close") }
        for form in forms { try keeper.get("/admin/reports").fill("note", "x").submit(form.action) }
        let media = try site.relicMedia(world.id)
        try site.app.site.database.write { database in
            _ = try site.app.moderation.replace(database, media, with: media)
            try MediaQueries.moveHolds(database, from: media, to: media)
        }
    }
}
