import Atlas
import Database
import Foundation
import Proximity
import Testing

@testable import App

/// Relics on the home map, their cards and people's pages.
struct RelicMapTests {
    /// Far from everything in the demo world.
    static let place = Coordinate(latitude: 61.2, longitude: 25.6)!
    private static let view = "lat=61.2&lon=25.6&z=16"

    private func world() throws -> (site: TestSite, aino: Visitor) {
        let site = try TestSite.demo()
        return (site, try site.member("aino_k"))
    }

    @Test func `a stranger's relic is a pin that says what one may know`() throws {
        let (site, aino) = try world()
        let id = try site.leaveRelic("a", from: "mikko", at: RelicMapTests.place) {
            $0.kind = .video
            $0.password = "$scrypt$x"
        }
        for path in ["/?\(RelicMapTests.view)", "/map?\(RelicMapTests.view)"] {
            try aino.get(path).gets(200)
            #expect(aino.page.text.contains("href=\"/relics/\(id)\""))
            #expect(
                aino.page.text.contains("<title>Video from Mikko Virtanen, locked, new</title>")
                    || aino.page.text.contains("<title>Video from mikko, locked, new</title>"))
            #expect(aino.page.text.contains("id=\"pin-relic-video-locked\""))
            aino.seesNot("secret words")
        }
        let mikko = try site.member("mikko")
        try mikko.get("/map?\(RelicMapTests.view)")
        #expect(mikko.page.text.contains("Your video, locked, new"))
        #expect(mikko.page.text.contains("#pin-relic-video-locked-own"))
    }

    @Test func `its card says no more to a stranger, and all to its maker`() throws {
        let (site, aino) = try world()
        let id = try site.leaveRelic("a", from: "mikko", at: RelicMapTests.place) {
            $0.lifetime = .day
            $0.password = "$scrypt$x"
        }
        try aino.get(RelicPaths.card(id)).gets(200)
            .sees(
                "Photo from", "New · about a day left", "Locked with a password.", "Opens within 50 m", "Walk there"
            )
            .seesNot("secret words", "14:0", "/media/", "away")
        try aino.stand(at: RelicMapTests.place.destination(bearing: 90, distance: 180))
        try aino.get(RelicPaths.card(id)).sees("Opens within 50 m · 180 m away", "Walk there")
        try site.member("mikko").get(RelicPaths.card(id)).sees("Your photo", "14:00", "Gone", "Open")
        try Visitor(site).get(RelicPaths.card(id)).seesNot("Photo from")
    }

    @Test func `who may not know of it gets neither pin nor card nor entry`() throws {
        let (site, aino) = try world()
        let later = try site.leaveRelic("a", from: "mikko", at: RelicMapTests.place) { $0.appearsLater = true }
        let forFriends = try site.leaveRelic("b", from: "ville", at: RelicMapTests.place) { $0.audience = .friends }
        let over = try site.leaveRelic("c", from: "mikko", at: RelicMapTests.place) { $0.lifetime = .hour }
        #expect(try aino.get("/map?\(RelicMapTests.view)").page.text.contains("/relics/\(over)"))
        site.wait(seconds: 3_600)
        try aino.get("/map?\(RelicMapTests.view)")
        #expect(!aino.page.text.contains("/relics/\(over)") && aino.page.text.contains("/relics/\(later)"))
        #expect(!aino.page.text.contains("/relics/\(forFriends)"))
        try aino.get(RelicPaths.card(over)).gets(404).get(RelicPaths.card(forFriends)).gets(404)
        try aino.get(RelicPaths.card(later)).gets(200)
        try site.member("mikko").get(RelicPaths.card(over)).gets(404)
        try aino.get("/people/mikko").sees("Relics").get("/people/mikko/relics").sees("Photo")
        #expect(try !aino.get("/people/ville").page.text.contains("person-relics-head"))
        try aino.get("/people/mikko").submit("/people/mikko/block")
        try aino.get(RelicPaths.card(later)).gets(404).get("/people/mikko/relics").gets(404)
        #expect(try !aino.get("/map?\(RelicMapTests.view)").page.text.contains("/relics/\(later)"))
    }

    @Test func `chips narrow what is shown, and the address keeps them`() throws {
        let (site, aino) = try world()
        let photo = try site.leaveRelic("a", from: "mikko", at: RelicMapTests.place)
        let sound = try site.leaveRelic(
            "b", from: "ville", at: RelicMapTests.place.destination(bearing: 90, distance: 300)
        ) { $0.kind = .sound }
        let own = try site.leaveRelic(
            "c", from: "aino_k", at: RelicMapTests.place.destination(bearing: 180, distance: 300))
        func shown(_ query: String) throws -> Set<ID<Relic>> {
            try aino.get("/?\(query)\(RelicMapTests.view)").gets(200)
            return Set([photo, sound, own].filter { aino.page.text.contains("href=\"/relics/\($0)\"") })
        }
        #expect(try shown("") == [photo, sound, own])
        #expect(try shown("relics=off&") == [])
        #expect(
            aino.page.links.filter { $0.contains("lat=") && !$0.hasPrefix("/notes") }.contains {
                $0.contains("relics=off")
            })
        #expect(try shown("relics=sound&") == [sound])
        #expect(try shown("relics=friends&") == [photo])
        #expect(try shown("relics=unfound&") == [photo, sound])
        #expect(try shown("relics=photo.unfound&") == [photo])
        #expect(try shown("relics=photo.nonsense&") == [photo, own])
        let chip = try #require(aino.page.links.first { $0.hasPrefix("/?relics=photo.sound&lat=") })
        try aino.get(chip).gets(200)
        #expect(aino.page.text.contains("data-map=\"/?relics=photo.sound&amp;\""))
        try aino.get("/?relics=photo.sound&view=all").gets(200)
        #expect(aino.page.text.contains("data-map-part=\"/map\""))
        let account = try site.account("aino_k")
        try site.app.site.database.write { database in
            try RelicQueries.setOpened(
                database, photo, by: account, isTyped: false, givesReceipt: true, at: site.now)
        }
        #expect(try shown("relics=unfound&") == [sound])
        #expect(try shown("").contains(photo))
        #expect(aino.page.text.contains("pin-muted"))
    }

    @Test func `a person's relics are paged, in an order that tells nothing`() throws {
        let (site, aino) = try world()
        let mikko = try site.account("mikko")
        let ids = try site.app.site.database.write { database in
            try (0..<(RelicQueries.maxListed + 7)).map {
                try site.leaveRelic("p\($0)", from: mikko, at: RelicMapTests.place, in: database)
            }
        }
        try aino.get("/people/mikko").sees("All relics").get("/people/mikko/relics")
        var seen = aino.page.links.compactMap { ID<Relic>($0.dropFirst("/relics/".count)) }
        let more = try #require(aino.page.links.first { $0.contains("after=") })
        try aino.get(more).gets(200)
        seen += aino.page.links.compactMap { ID<Relic>($0.dropFirst("/relics/".count)) }
        #expect(Set(ids).isSubset(of: seen) && seen == seen.sorted { $0.rawValue < $1.rawValue })
        try aino.get("/people/nobody/relics").gets(404)
        try aino.get("/people/mikko/relics?after=9223372036854775807").gets(200).sees("There are no more.")
    }
}
