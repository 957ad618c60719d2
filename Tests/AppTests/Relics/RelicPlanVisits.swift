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
        let leena = try site.member("leena").get("/notices").get(world.path)
        try leena.submit(try #require(leena.page.forms.first { $0.action.contains("/visits/") }).action)
    }
}
