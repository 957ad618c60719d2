import Database
import Foundation
import HTTP
import Proximity
import Testing

@testable import App

/// A relic's page: from afar, near, and open.
struct RelicPageTests {
    private static let secrets = ["It froze", "left side", "/media/", "Visitors’ book", "icicle"]

    private func isClosed(_ visitor: Visitor, _ location: SourceLocation = #_sourceLocation) {
        for secret in RelicPageTests.secrets {
            #expect(!visitor.page.text.contains(secret), "\(secret)", sourceLocation: location)
        }
    }

    @Test func `from afar it says what lies there, whose, how far and how long, and nothing of what it is`() throws {
        let world = try RelicWorld()
        let mikko = try world.site.member("mikko").stand(at: RelicWorld.away)
        try mikko.get(world.path).gets(200).sees(
            "Photo from leena", "180 m away", "Walk there to open it.", "new", "about a day left",
            "wants a password", "opens within 50 m")
        isClosed(mikko)
        #expect(mikko.page.text.contains("href=\"/people/leena\"") && mikko.page.text.contains("href=\"geo:60."))
        #expect(mikko.page.forms.contains { $0.action == "/positions" })
        #expect(!mikko.page.forms.contains { $0.action.hasSuffix("/unlock") })
        #expect(try world.count("relic_opening") == 0)
    }

    @Test func `without a position it says that none is known`() throws {
        let world = try RelicWorld(locked: false)
        try world.site.member("mikko").get(world.path).gets(200).sees("isn't known right now").seesNot("away")
    }

    @Test func `being there opens one without a password, and it stays open from afar`() throws {
        let world = try RelicWorld(locked: false)
        let mikko = try world.there("mikko")
        try mikko.get(world.path).gets(200).sees(
            "It froze in the night.", "Left Saturday 21 November, 14:00", "Gone Sunday 22 November, 14:00",
            "Visitors’ book")
        #expect(mikko.page.text.contains("data-ends=\"86400000\""))
        world.site.wait(seconds: 7_200)
        try world.site.member("mikko").stand(at: RelicWorld.away).get(world.path).gets(200).sees("It froze")
        #expect(try world.count("relic_opening") == 1)
        for path in try world.files { #expect(try mikko.fetch(path).status == .ok) }
    }

    @Test func `neither HEAD nor a prefetch opens it`() throws {
        let world = try RelicWorld(locked: false)
        let mikko = try world.there("mikko")
        #expect(try mikko.ask(.head, world.path).status == .ok)
        for fields in [("Sec-Purpose", "prefetch;prerender"), ("Purpose", "prefetch")] {
            try mikko.get(world.path, [fields]).gets(200).sees("You are here")
            isClosed(mikko)
        }
        #expect(try world.count("relic_opening") == 0)
        // The button of the page that was fetched before.
        try mikko.submit("\(world.path)/unlock").sees("It froze")
    }

    @Test func `a fix opens for two minutes, also during a pause, and a newer one from afar closes`() throws {
        let world = try RelicWorld(locked: false)
        let mikko = try world.site.member("mikko")
        try mikko.get("/you").fill("minutes", "60").submit("/settings/pause")
        try mikko.stand(at: RelicWorld.place)
        world.site.wait(seconds: 20)
        try mikko.stand(at: RelicWorld.away).get(world.path).sees("180 m away")
        world.site.wait(seconds: 20)
        // An older one that comes late changes nothing.
        let late = (world.site.now - 30).milliseconds
        try mikko.report([
            "lat": "\(RelicWorld.place.latitude)", "lon": "\(RelicWorld.place.longitude)", "accuracy": "8",
            "at": "\(late)",
        ])
        try mikko.get(world.path).sees("180 m away")
        try mikko.stand(at: RelicWorld.place)
        world.site.wait(seconds: 121)
        try mikko.get(world.path).sees("isn't known right now")
        try mikko.stand(at: RelicWorld.place)
        world.site.wait(seconds: 119)
        try mikko.get(world.path).sees("It froze")
    }

    @Test func `who deletes their positions has been nowhere`() throws {
        let world = try RelicWorld(locked: false)
        let mikko = try world.there("mikko")
        try mikko.get("/settings/devices").submit("/settings/devices/forget")
        try mikko.get(world.path).sees("isn't known right now")
        let account = try world.site.account("mikko")
        let fixes: Int? = try world.site.app.site.database.read {
            try $0.value("SELECT count(*) FROM device WHERE account_id = \(account) AND fix IS NOT NULL")
        }
        #expect(fixes == 0)
    }

    @Test func `an inaccurate position says why it does not open`() throws {
        let world = try RelicWorld(locked: false)
        let mikko = try world.site.member("mikko").stand(at: RelicWorld.place, accuracy: 240)
        try mikko.get(world.path).sees("±240 m. Step outside and try again.")
        isClosed(mikko)
    }

    @Test func `a position that lies in the future says nothing of where somebody is`() throws {
        let world = try RelicWorld(locked: false)
        let mikko = try world.site.member("mikko")
        let place = [("lat", "\(RelicWorld.place.latitude)"), ("lon", "\(RelicWorld.place.longitude)")]
        let later = [("accuracy", "8"), ("at", "\(world.site.now.milliseconds + 301_000)")]
        try mikko.report(Dictionary(uniqueKeysWithValues: place + later)).sees("Your phone’s clock is ahead.")
        try mikko.get(world.path).sees("isn't known right now").seesNot("fit together")
        isClosed(mikko)
    }

    @Test func `a typed position opens it where the site allows that, and leads back to it`() throws {
        let world = try RelicWorld(locked: false)
        let mikko = try world.site.member("mikko").get(world.path)
        try mikko.fill("lat", "91").fill("lon", "24.9").submit("/positions").isAt(world.path).sees("between −90 and 90")
        try mikko.fill("lat", "\(RelicWorld.place.latitude)").fill("lon", "\(RelicWorld.place.longitude)")
            .submit("/positions").isAt(world.path).sees("It froze")
    }

    @Test func `no other page than one of this site follows a typed position`() throws {
        let world = try RelicWorld()
        let mikko = try world.site.member("mikko").get(world.path)
        for next in ["//evil.example", "https://evil.example/", "/\\evil.example"] {
            try mikko.get(world.path).fill("next", next).fill("lat", "60").fill("lon", "24").submit("/positions").isAt(
                "/")
            world.site.wait(seconds: 2)
        }
    }

    @Test func `its maker sees all of it from anywhere, and how many have told that they opened it`() throws {
        let world = try RelicWorld()
        _ = try world.opener("mikko")
        let leena = try world.site.member("leena").get(world.path).gets(200).sees(
            "You left this", "It froze", "Everyone on this site", "You haven’t heard of anybody")
        world.site.wait(seconds: HalfHour.seconds)
        try leena.get(world.path).sees("Opened by one person.")
        #expect(leena.page.text.contains("href=\"\(world.path)/edit\""))
    }

    @Test func `at the very second it is gone for everybody, its file too`() throws {
        let world = try RelicWorld()
        let (mikko, leena) = (try world.opener("mikko"), try world.site.member("leena"))
        world.site.wait(seconds: 86_400 - 0.001)
        for visitor in [mikko, leena] {
            try visitor.get(world.path).gets(200)
            for path in try world.files { #expect(try visitor.fetch(path).status == .ok) }
        }
        world.site.wait(seconds: 0.001)
        for visitor in [mikko, leena] {
            try visitor.get(world.path).gets(404)
            for path in try world.files { #expect(try visitor.fetch(path).status == .notFound) }
        }
    }

    @Test func `a report keeps a copy of what it says`() throws {
        let world = try RelicWorld()
        let mikko = try world.opener("mikko")
        try mikko.submit("\(world.path)/report").gets(422).sees("Say what happened.")
        try mikko.fill("reason", "Not a fountain").submit("\(world.path)/report").sees("Thank you.")
        try world.site.administrator().get("/admin/reports").sees(
            "Not a fountain", "Photo relic: It froze in the night.")
        let leena = try world.site.member("leena").get(world.path)
        try leena.post("\(world.path)/report", [("csrf", leena.token), ("reason", "x")]).gets(404)
    }
}
