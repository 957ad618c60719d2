import Database
import Proximity
import Testing

@testable import App

extension PlanTests {
    /// Relics that their maker changes, deletes and takes back, that end, and of people who leave.
    func visitOwnRelics(_ site: TestSite) throws {
        let leena = try site.member("leena")
        let relics = try (0..<2).map { _ in try site.leaveRelic(from: "leena") }
        try site.leaveRelic(from: "mikko")
        for relic in relics {
            for name in ["mikko", "sofia"] { try site.openRelic(relic, by: name) }
            for name in ["mikko", "sofia"] { try site.signRelic(relic, "Nice \(relic).", by: name) }
        }
        let path = RelicPaths.relic(relics[0])
        try leena.get("\(path)/edit").fill("lifetime", "1h").submit("\(path)/edit")
        try leena.get(RelicPaths.own).submit("\(path)/delete").submit("\(path)/restore")
        try leena.get(RelicPaths.ownMap).get("/settings/visibility")
        try site.member("mikko").get(RelicPaths.found)
        let media = try site.relicMedia(relics[1])
        let isShown = try site.app.site.database.write {
            try RelicQueries.replaceMedia($0, media, with: media)
        }
        #expect(isShown)
        let later = try site.copy()
        later.wait(seconds: 3_600)
        try later.app.relics.end(later.now)
    }

    /// The home map with relics: few, and more than are drawn one by one.
    func visitRelicMap(_ site: TestSite) throws {
        let place = RelicMapTests.place
        let relic = try site.leaveRelic("plan", from: "mikko", at: place)
        let aino = try site.member("aino_k")
        try aino.get("/settings/notices").fill("relic.near.site", "on").submit("/settings/notices")
        try aino.stand(at: place).sees("relic.near")
        try aino.get("/notices").get(RelicPaths.card(relic)).get("/people/mikko").get("/people/mikko/relics")
        let views = ["", "relics=friends&", "relics=unfound&", "relics=friends.unfound&"].flatMap {
            ["/map?\($0)lat=\(place.latitude)&lon=\(place.longitude)&z=14", "/map?\($0)lat=0&lon=180&z=14"]
        }
        for view in views { try aino.get(view).gets(200) }
        try site.app.site.database.write {
            try $0.execute("UPDATE grid_count SET things = things + 3000 WHERE layer = 'relics photo' AND owner_id = 0")
            let mikko = try $0.value("SELECT maker_id FROM relic WHERE id = \(relic)", as: Int64.self)
            try $0.execute(
                "UPDATE grid_count SET things = things + 3000 WHERE layer = 'relics photo' AND owner_id = \(mikko)")
        }
        for view in views { try aino.get(view).gets(200) }
    }

    /// What a map reads of relics where it has many: their points, and the pins of some of them.
    func visitRelicPoints(_ site: TestSite) throws {
        let bounds = MapPlan.bounds
        try visit([RelicPins.source(in: bounds, RelicFilter(), for: try site.account("aino_k"), site.now)], site)
    }
}
