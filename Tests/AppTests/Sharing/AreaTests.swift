import Foundation
import Proximity
import Testing

@testable import App

/// The area that friends see.
struct AreaTests {
    private let oodi = DemoCast.Place.oodi.coordinate

    /// Aino, who shares her area and has reported a place, after the next half hour.
    private func shared(_ site: TestSite, at place: Coordinate) throws -> Visitor {
        let aino = try site.member("aino_k")
        try aino.get("/settings").fill("area", "1").submit("/settings/preferences").sees(
            "Your friends will see your area")
        try aino.stand(at: place)
        site.wait(seconds: 1_800)
        return aino
    }

    @Test func `friends see it, strangers and visitors do not, and nobody before it is enabled`() throws {
        let site = try TestSite.demo()
        try site.member("aino_k").stand(at: oodi)
        site.wait(seconds: 1_800)
        let (mikko, ville) = (try site.member("mikko"), try site.member("ville"))
        try mikko.get("/people/aino_k").gets(200).seesNot("Around Helsinki")
        let aino = try shared(site, at: oodi)
        try mikko.get("/people/aino_k").sees("Around Helsinki, this afternoon")
        #expect(mikko.page.text.contains("map-gate"))
        #expect(mikko.page.text.contains("Around Helsinki, <time datetime=\"2026-11-21\">"))
        try ville.get("/people/aino_k").gets(200).seesNot("Around Helsinki", "Roughly where")
        try aino.get("/people/aino_k").sees("Around Helsinki, this afternoon", "This is what your friends see")
    }

    @Test func `a block, a removal and a suspension hide it at once, a pause and disabling at the half hour`()
        throws
    {
        let site = try TestSite.demo()
        let aino = try shared(site, at: oodi)
        let mikko = try site.member("mikko")
        site.wait(seconds: 60)
        try aino.get("/you").fill("minutes", "60").submit("/settings/pause").sees(
            "Paused. Your positions aren’t kept. Friends stop seeing your area at 15:00.")
        try aino.get("/settings/visibility").sees("this afternoon”, until 15:00.")
        try mikko.get("/people/aino_k").sees("Around Helsinki")
        site.wait(seconds: 1_740)
        try aino.get("/settings/visibility").sees("Nobody sees where you are").seesNot("Around Helsinki")
        try mikko.get("/people/aino_k").gets(200).seesNot("Around")
        try aino.get("/you").submit("/settings/pause").sees("Pause ended.")
        site.wait(seconds: 1_800)
        try mikko.get("/people/aino_k").seesNot("Around")
        try aino.stand(at: oodi)
        site.wait(seconds: 1_800)
        try mikko.get("/people/aino_k").sees("Around Helsinki")
        try mikko.get("/people/aino_k").submit("/friends/aino_k/remove")
        try mikko.get("/people/aino_k").gets(200).seesNot("Around")
        let jonas = try site.member("jonas")
        try jonas.get("/people/aino_k").sees("Around Helsinki")
        try aino.get("/people/jonas").submit("/people/jonas/block")
        try jonas.get("/people/aino_k").gets(404).seesNot("Around")
        let sofia = try site.member("sofia")
        try sofia.get("/people/aino_k").sees("Around Helsinki")
        try suspend(site, true)
        try sofia.get("/people/aino_k").gets(404)
        try suspend(site, false)
        try sofia.get("/people/aino_k").sees("Around Helsinki")
        try aino.get("/settings").post(
            "/settings/preferences",
            [
                ("csrf", aino.token), ("time_zone", "UTC"), ("units", "metric"), ("theme", "dark"),
                ("retention_h", "24"),
            ]
        ).sees("Saved. Friends stop seeing your area at 14:30.")
        try sofia.get("/people/aino_k").sees("Around Helsinki")
        site.wait(seconds: 1_800)
        try sofia.get("/people/aino_k").gets(200).seesNot("Around")
        // Enabled again it starts empty: the old area is not restored.
        try aino.get("/settings").fill("area", "1").submit("/settings/preferences")
        site.wait(seconds: 1_800)
        try sofia.get("/people/aino_k").gets(200).seesNot("Around")
    }

    @Test func `it expires with the position, and its row is deleted`() throws {
        let site = try TestSite.demo()
        let aino = try shared(site, at: oodi)
        let mikko = try site.member("mikko")
        site.wait(seconds: 22 * 3_600)
        try mikko.get("/people/aino_k").sees("Around Helsinki, yesterday afternoon")
        site.wait(seconds: 2 * 3_600)
        try mikko.get("/people/aino_k").seesNot("Around")
        try aino.get("/settings/visibility").sees("none of your positions is recent enough")
        site.sweep()
        let rows = try site.app.site.database.read {
            try $0.value("SELECT count(*) FROM shared_area", as: Int.self)
        }
        #expect(rows == 0)
    }

    @Test func `a person who deletes their positions has no area`() throws {
        let site = try TestSite.demo()
        let aino = try shared(site, at: oodi)
        try aino.get("/settings/devices").submit("/settings/devices/forget").sees(
            "All your positions are deleted. Friends stop seeing your area at 15:00.")
        site.wait(seconds: 1_800)
        try site.member("mikko").get("/people/aino_k").gets(200).seesNot("Around")
    }

    @Test func `the page is the same for every place in the cell and every time in the half hour`() throws {
        let cell = SnappedPosition(oodi)
        let demo = try TestSite.demo()
        var pages: Set<String> = []
        for (index, away) in [(0.0, 0.0), (0.002, 0.003), (-0.002, -0.003), (0.0013, -0.0042)].enumerated() {
            let place = try #require(
                Coordinate(latitude: cell.centre.latitude + away.0, longitude: cell.centre.longitude + away.1))
            guard SnappedPosition(place) == cell else { continue }
            let site = try demo.copy()
            let aino = try site.member("aino_k")
            try aino.get("/settings").fill("area", "1").submit("/settings/preferences")
            site.wait(seconds: Double(index) * 431)
            try aino.stand(at: place, accuracy: Double(5 + index * 20))
            site.wait(seconds: 1_800 - Double(index) * 431)
            pages.insert(try site.member("mikko").get("/people/aino_k").sees("Around Helsinki").page.still)
        }
        #expect(pages.count == 1)
    }

    /// Suspends Aino or ends her suspension.
    private func suspend(_ site: TestSite, _ isShut: Bool) throws {
        let id = try site.account("aino_k")
        try site.app.site.database.write { database in
            if isShut {
                try database.execute("INSERT INTO suspension (account_id, created_at) VALUES (\(id), \(site.now))")
            } else {
                try database.execute("DELETE FROM suspension WHERE account_id = \(id)")
            }
            try AccountQueries.updateStanding(database, of: id)
        }
    }

    @Test func `changing the reader's time zone does not change the words, which use the owner's`() throws {
        let demo = try TestSite.demo()
        var pages: Set<String> = []
        for minute in [1.0, 14, 29] {
            let site = try demo.copy()
            let aino = try site.member("aino_k")
            try aino.get("/settings").fill("area", "1").submit("/settings/preferences")
            site.wait(seconds: minute * 60)
            try aino.stand(at: oodi)
            site.wait(seconds: 3_600 - minute * 60)
            let mikko = try site.member("mikko")
            // Offsets of whole, half and quarter hours, and the two ends of the range.
            for zone in [
                "UTC", "Asia/Kathmandu", "Asia/Kolkata", "Australia/Eucla", "Pacific/Chatham", "Asia/Tokyo",
                "Pacific/Pago_Pago", "Pacific/Kiritimati",
            ] {
                try mikko.get("/settings").fill("time_zone", zone).submit("/settings/preferences")
                pages.insert(try mikko.get("/people/aino_k").sees("Around Helsinki, this afternoon").page.still)
            }
        }
        #expect(pages.count == 1)
    }

    @Test func `the table contains cells only`() throws {
        let site = try TestSite.demo()
        _ = try shared(site, at: oodi)
        let (cell, snapping) = try #require(
            try site.app.site.database.read {
                try $0.first("SELECT cell, snapping FROM shared_area") {
                    (try $0["cell"] as Int64, try $0["snapping"] as String)
                }
            })
        #expect(CellID(signed: cell)?.level == SnappedPosition.level)
        #expect(!snapping.contains("60.") && !snapping.contains("24."))
    }

    @Test func `a cell is named by its town, or by the nearest one if it is not too far`() throws {
        let basemaps = try TestSite.empty().app.basemaps
        func words(_ latitude: Double, _ longitude: Double) throws -> String {
            AreaWords.place(
                SnappedPosition(try #require(Coordinate(latitude: latitude, longitude: longitude))), basemaps)
        }
        #expect(try words(60.1733, 24.9381) == "Around Helsinki")
        #expect(try words(60.42, 25.75) == "Somewhere near Porvoo")
        #expect(try words(59.55, 22.6).hasPrefix("At sea, somewhere off "))
        #expect(try words(-40, -120) == "Far from any larger town")
    }
}
