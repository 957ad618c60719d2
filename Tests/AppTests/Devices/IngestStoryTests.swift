import Database
import Foundation
import HTTP
import Proximity
import Testing

@testable import App

/// Phones in pockets beside browsers.
struct IngestStoryTests {
    @Test func `a browser, OwnTracks and Overland with a backlog keep one group together`() throws {
        let outing = try GroupOuting()
        let site = outing.site
        let mikko = try Phone(outing.visitor("mikko"), .owntracks)
        let leena = try Phone(outing.visitor("leena"), .overland)
        let start = GroupOuting.start
        func away(_ metres: Double) throws -> Coordinate { try GroupOuting.place(north: metres) }
        try outing.walk("aino_k", north: 0)
        try mikko.stand(at: start)
        // She was far away this morning, which her phone tells only now.
        let morning = (0..<30).map {
            (place: start.destination(bearing: 90, distance: 3_000), time: site.now - 7_200 - Double($0))
        }
        try leena.send(Phone.batch(morning + [(place: start, time: site.now)]))
        #expect(try leena.stored().count == 31)
        #expect(try outing.alerts().isEmpty)
        for _ in 0..<2 {
            site.wait(seconds: 20)
            try outing.walk("aino_k", north: 0)
            try mikko.stand(at: start)
            try leena.send(Phone.batch([(place: try away(600), time: site.now)]))
        }
        #expect(try outing.alerts() == [.strayed])
        for _ in 0..<2 {
            site.wait(seconds: 20)
            try leena.send(Phone.batch([(place: start, time: site.now)]))
        }
        #expect(try outing.alerts() == [.strayed, .back])
        #expect(try outing.told("leena") == ["group.left"])
        for name in ["aino_k", "mikko"] { #expect(try outing.told(name) == ["group.strayed", "group.back"]) }
    }

    @Test func `a note found by the phone in the pocket is told on the finder's other devices`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let place = DemoCast.Place.oodi.coordinate
        try site.leaveNote("pocket", from: "mikko", for: "aino_k", at: place)
        let phone = try Phone(aino)
        let before = try aino.get("/events/latest").page.text
        let last = String(try #require(before.firstMatch(of: #/"last":(\d+)/#)).1)
        try phone.stand(at: place)
        try aino.get("/events/latest?after=\(last)").sees("note.found")
        try aino.get("/notices").sees("found")
    }

    @Test func `a relic that the phone comes by is told to who wants it, and to nobody else`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let place = try #require(Coordinate(latitude: 61, longitude: 25))
        _ = try site.leaveRelic("a", from: "mikko", at: place)
        let phone = try Phone(aino)
        func told() throws -> Bool {
            try site.app.site.database.read { try $0.exists("SELECT 1 FROM notice WHERE kind = 'relic.near'") }
        }
        try phone.stand(at: place)
        #expect(try !told())
        try aino.get("/settings/notices").fill("relic.near.site", "on").submit("/settings/notices")
        site.wait(seconds: 10)
        try phone.stand(at: place)
        #expect(try told())
    }

    @Test func `OwnTracks shows the members of running groups, and nobody else`() throws {
        let outing = try GroupOuting(["aino_k", "mikko", "minna", "leena"])
        let site = outing.site
        let phone = try Phone(outing.visitor("aino_k"), .owntracks)
        for name in ["mikko", "minna"] { try outing.walk(name, north: 50) }
        try site.newAccount("outsider").stand(at: GroupOuting.start)
        let entries = try Self.entries(phone.stand(at: GroupOuting.start))
        #expect(entries.map { $0["_type"] as? String } == ["card", "location", "card", "location"])
        #expect(entries.compactMap { $0["name"] as? String }.sorted() == ["mikko", "minna"])
        let names = Set(entries.compactMap { $0["tid"] as? String })
        #expect(names.count == 2 && names.allSatisfy { $0.count == 2 } && !names.contains("ai"))
        #expect(entries[1]["lat"] as? Double != nil && entries[1]["acc"] as? Double == 8)
        #expect(entries[1]["tst"] as? Int == Int(site.now.milliseconds / 1_000))
        try outing.act("mikko", GroupPaths.pause(outing.door.id), [("minutes", "30")])
        site.wait(seconds: 1)
        #expect(try Self.entries(phone.stand(at: GroupOuting.start)).compactMap { $0["name"] as? String } == ["minna"])
        try outing.act("aino_k", GroupPaths.end(outing.door.id))
        site.wait(seconds: 1)
        #expect(try phone.stand(at: GroupOuting.start).text == "[]")
    }

    @Test func `a portrait is a JPEG of 192 pixels, sent again after a while alone`() throws {
        let outing = try GroupOuting(["aino_k", "mikko"])
        let mikko = try outing.visitor("mikko")
        try mikko.get("/settings/profile").upload("/settings/profile", "avatar", file: PictureTests.icon)
        let phone = try Phone(outing.visitor("aino_k"), .owntracks)
        try outing.walk("mikko", north: 10)
        let face = try #require(Self.entries(phone.stand(at: GroupOuting.start))[0]["face"] as? String)
        let bytes = Array(try #require(Data(base64Encoded: face)))
        // Start of a frame: height and width, each in two bytes.
        let frame = try #require(
            bytes.indices.dropLast(9).first { bytes[$0] == 0xFF && [0xC0, 0xC2].contains(bytes[$0 + 1]) })
        #expect(Array(bytes[(frame + 5)..<(frame + 9)]) == [0, 192, 0, 192])
        outing.site.wait(seconds: 5)
        #expect(try Self.entries(phone.stand(at: GroupOuting.start))[0]["face"] == nil)
        outing.site.wait(seconds: 600)
        try outing.walk("mikko", north: 10)
        #expect(try Self.entries(phone.stand(at: GroupOuting.start))[0]["face"] as? String == face)
    }

    @Test func `two letters are found for everybody, whatever their names`() {
        let names = ["aino", "aija", "Äiti", "Åsa", "山田", "ai", "x", ""] + (0..<200).map { "ai\($0)" }
        let tids = OwnTracksFriends.tids(names, besides: "ai")
        #expect(Set(tids).count == names.count && !tids.contains("ai"))
        #expect(tids.allSatisfy { $0.utf8.count == 2 })
    }

    private static func entries(_ page: Page) throws -> [[String: Any]] {
        try #require(JSONSerialization.jsonObject(with: Data(page.text.utf8)) as? [[String: Any]])
    }
}
