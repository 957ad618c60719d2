import Database
import Foundation
import Proximity
import TestTools
import Testing

@testable import App

/// Relics that open where somebody stands.
struct RelicNearTests {
    private static let place = RelicMapTests.place

    @Test func `a position's answer names the relics that open there, each time`() throws {
        let site = try TestSite.demo()
        let near = try site.leaveRelic("a", from: "mikko", at: RelicNearTests.place)
        let wide = try site.leaveRelic(
            "b", from: "ville", at: RelicNearTests.place.destination(bearing: 90, distance: 1_900)
        ) {
            $0.radius = 2_000
            $0.kind = .sound
        }
        try site.leaveRelic("own", from: "aino_k", at: RelicNearTests.place)
        try site.leaveRelic("far", from: "mikko", at: RelicNearTests.place.destination(bearing: 0, distance: 90))
        try site.leaveRelic("later", from: "mikko", at: RelicNearTests.place) { $0.appearsLater = true }
        try site.leaveRelic("friends", from: "ville", at: RelicNearTests.place) { $0.audience = .friends }
        let aino = try site.member("aino_k")
        for _ in 0..<2 {
            try aino.stand(at: RelicNearTests.place).seesNot("secret")
            #expect(aino.events.map { $0.url } == [RelicPaths.relic(near), RelicPaths.relic(wide)])
            #expect(aino.events.allSatisfy { $0.kind == "relic.near" })
            #expect(aino.events[1].title.hasPrefix("A sound from ") && aino.events[1].title.hasSuffix(" is here"))
            site.wait(seconds: 10)
        }
        try aino.get("/").sees("Right here", "Photo from", "Sound from")
        try aino.stand(at: RelicNearTests.place, accuracy: 150)
        #expect(aino.events.isEmpty)
        site.wait(seconds: 121)
        try aino.get("/").seesNot("Right here")
        let seen: Int? = try site.app.site.database.read { try $0.value("SELECT count(*) FROM relic_near") }
        #expect(seen == 0)
    }

    @Test func `the nearest come first, and no more than twenty`() throws {
        let site = try TestSite.demo()
        let mikko = try site.account("mikko")
        let ids = try site.app.site.database.write { database in
            try (0..<150).map { number in
                try site.leaveRelic(
                    "n\(number)", from: mikko,
                    at: RelicNearTests.place.destination(
                        bearing: Degrees(Double(number * 17)), distance: Metres(Double(number) * 0.4)), in: database)
            }
        }
        let aino = try site.member("aino_k")
        try aino.stand(at: RelicNearTests.place)
        #expect(aino.events.map { $0.url } == ids.prefix(20).map { RelicPaths.relic($0) })
    }

    @Test func `a position's answer counts the relics around that one may open and has not`() throws {
        let site = try TestSite.demo()
        let place = RelicNearTests.place
        func leave(_ key: String, maker: String, metres: Double, change: (inout NewRelic) -> Void = { _ in })
            throws -> ID<Relic>
        {
            try site.leaveRelic(key, from: maker, at: place.destination(bearing: 90, distance: Metres(metres))) {
                $0.radius = 5
                change(&$0)
            }
        }
        let aino = try site.member("aino_k")
        try aino.stand(at: place).sees(#""around":"""#)
        _ = try leave("a", maker: "mikko", metres: 40)
        site.wait(seconds: 10)
        try aino.stand(at: place).sees(#""around":"1 relic within 50 m.""#, #""events":[]"#)
        let second = try leave("b", maker: "ville", metres: 48) { $0.radius = 600 }
        _ = try leave("too far", maker: "mikko", metres: 60)
        _ = try leave("own", maker: "aino_k", metres: 10)
        _ = try leave("later", maker: "mikko", metres: 10) { $0.appearsLater = true }
        _ = try leave("friends", maker: "ville", metres: 10) { $0.audience = .friends }
        site.wait(seconds: 10)
        try aino.stand(at: place).sees("2 relics within 50 m.")
        site.wait(seconds: 10)
        try aino.stand(at: place, accuracy: 150).sees(#""around":"""#)
        try site.openRelic(second, by: "aino_k")
        site.wait(seconds: 10)
        try aino.stand(at: place).sees("1 relic within 50 m.")
        try aino.get("/settings").fill("units", "imperial").submit("/settings/preferences")
        site.wait(seconds: 10)
        try aino.stand(at: place).sees("1 relic within 150 ft.")
        // Without scripts the message says it.
        site.wait(seconds: 10)
        try aino.stand(at: place, accept: nil).sees("1 relic within 150 ft.")
    }

    @Test func `the home page has a card for those that open there and are not opened yet`() throws {
        let site = try TestSite.demo()
        let one = try site.leaveRelic("a", from: "mikko", at: RelicNearTests.place)
        let aino = try site.member("aino_k")
        try aino.stand(at: RelicNearTests.place)
        func card() throws -> String {
            let text = try aino.get("/").page.text
            let part = try #require(text.firstMatch(of: #/(?s)data-home-part="near-relics".*?</section>/#))
            return part.output.firstMatch(of: #/(?s)<template>.*</template>/#).map { "\($0.output)" } ?? ""
        }
        let first = try card()
        #expect(first.contains("is here</h2>") && first.contains("href=\"\(RelicPaths.relic(one))\""))
        let two = try site.leaveRelic("b", from: "ville", at: RelicNearTests.place)
        #expect(try card().contains("2 relics are right here"))
        try site.openRelic(one, by: "aino_k")
        let left = try card()
        #expect(left.contains(RelicPaths.relic(two)) && !left.contains("href=\"\(RelicPaths.relic(one))\""))
        try site.openRelic(two, by: "aino_k")
        #expect(try card().isEmpty)
    }

    @Test func `what it names equals what each gate says, everywhere on Earth`() throws {
        let site = try TestSite.demo()
        let (mikko, aino) = (try site.account("mikko"), try site.account("aino_k"))
        var random = SeededGenerator(seed: 7)
        let places = [(0.0, 179.999_9), (60.17, -180), (-33.9, 151.2), (84.99, 20), (89.99, 100), (-89.999, 0)]
        for (latitude, longitude) in places {
            let centre = try #require(Coordinate(latitude: latitude, longitude: longitude))
            let gates = try site.app.site.database.write { database in
                try (0..<60).map { number -> (ID<Relic>, Gate) in
                    let radius = Metres([5, 50, 51, 200, 600, 2_000].randomElement(using: &random)!)
                    let place = centre.destination(
                        bearing: Degrees(Double.random(in: 0..<360, using: &random)),
                        distance: Metres(radius.value * Double.random(in: 0.9...1.1, using: &random)))
                    let id = try site.leaveRelic("e\(latitude)-\(number)", from: mikko, at: place, in: database) {
                        $0.radius = radius
                    }
                    return (id, Gate(centre: place, radius: radius))
                }
            }
            for accuracy in [Metres(3), 80] {
                let fix = try Fix(coordinate: centre, accuracy: accuracy, time: site.now, source: .browser)
                let open = gates.filter {
                    $0.1.decide(fix, now: site.now, isPlausible: true, allowsTyped: false).isOpen
                }.sorted { centre.distance(to: $0.1.centre).value < centre.distance(to: $1.1.centre).value }
                let named = try site.app.site.database.read {
                    try RelicQueries.near($0, fix, in: RelicQueries.covering(of: fix), for: aino, at: site.now)
                }
                #expect(!open.isEmpty && named.map { $0.id } == open.prefix(20).map { $0.0 }, "\(latitude)")
            }
        }
    }

    @Test func `a notice comes only to who wants it, once a relic and day`() throws {
        let site = try TestSite.demo()
        let id = try site.leaveRelic("a", from: "mikko", at: RelicNearTests.place)
        let aino = try site.member("aino_k")
        let account = try site.account("aino_k")
        func told() throws -> Int {
            try site.app.site.database.read {
                try $0.value("SELECT count(*) FROM event WHERE account_id = \(account) AND name = 'notice'") ?? 0
            }
        }
        try aino.stand(at: RelicNearTests.place)
        let before = try told()
        try aino.get("/settings/notices").fill("relic.near.site", "on").submit("/settings/notices")
        for (wait, count) in [(10.0, 1), (3_600, 1), (19 * 3_600, 2), (60, 2)] {
            site.wait(seconds: wait)
            try aino.stand(at: RelicNearTests.place)
            #expect(try told() == before + count, "\(wait)")
        }
        try aino.get("/notices").sees("A photo from").seesNot("secret")
        try aino.get("/people/mikko").submit("/people/mikko/block")
        try aino.get("/notices").seesNot("A photo from")
        #expect(try site.app.site.database.read { try $0.exists("SELECT 1 FROM relic_near WHERE relic_id = \(id)") })
        site.wait(seconds: Relics.nearRest)
        site.sweep()
        #expect(try !site.app.site.database.read { try $0.exists("SELECT 1 FROM relic_near") })
    }
}
