import Database
import Proximity
import Testing

@testable import App

/// What a maker sees of their relics, and changes.
struct OwnRelicTests {
    @Test func `who has left nothing is told what to do, on the list and on the map`() throws {
        let aino = try TestSite.demo().member("aino_k")
        try aino.get("/you")
        #expect(aino.page.links.contains("/relics"))
        for path in ["/relics", "/relics?view=map"] {
            try aino.get(path).gets(200).sees("Nothing left yet", "Leave a relic")
            #expect(aino.page.links.contains("/relics/new") && aino.page.links.contains("/relics/found"))
        }
    }

    @Test func `the list says all that a maker may know, the newest first`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let first = try site.leaveRelic(from: "aino_k", .sound) {
            ($0.password, $0.audience, $0.lifetime) = ("hash", .friends, .week)
        }
        site.wait(seconds: 60)
        let second = try site.leaveRelic(from: "aino_k") { ($0.description, $0.lifetime) = ("Look down.", .forever) }
        try aino.get("/relics").sees(
            "Watch the left side.", "Look down.", "Locked", "Friends", "Everyone", "Gone", "Stays",
            "No openings", "Left just now")
        let links = aino.page.links.filter { ["/relics/\(first)", "/relics/\(second)"].contains($0) }
        #expect(links == ["/relics/\(second)", "/relics/\(first)"])
        let small = "/media/\(try site.relicMedia(second))/small"
        #expect(aino.page.text.contains(small))
        // A sound has no picture.
        #expect(!aino.page.text.contains("\(try site.relicMedia(first))"))
        try site.member("mikko").get("/relics").seesNot("Look down.")
    }

    @Test func `openings count from the half hour on at which receipts are due, of people whom the maker sees`() throws
    {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let id = try site.leaveRelic(from: "aino_k") { $0.lifetime = .week }
        site.wait(seconds: 60)
        try site.openRelic(id, by: "mikko")
        try site.openRelic(id, by: "leena")
        try site.openRelic(id, by: "jonas", givesReceipt: false)
        try aino.get("/relics").sees("No openings")
        site.wait(seconds: 1_739)
        try aino.get("/relics").sees("No openings")
        site.wait(seconds: 1)
        try aino.get("/relics").sees("2 openings")
        try site.signRelic(id, "Nice.", by: "jonas")
        try aino.get("/relics").sees("2 openings, one entry in its book")
        try aino.get("/friends").post("/people/leena/block", [("csrf", aino.token)])
        try aino.get("/relics").sees("One opening, one entry in its book")
    }

    @Test func `one that appears later says when`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let id = try site.leaveRelic(from: "aino_k") { $0.appearsLater = true }
        site.wait(seconds: 20 * 60)
        try aino.get("/relics").sees("Appears in 40 minutes")
        #expect(try !site.isKnown(id, to: "mikko"))
        site.wait(seconds: 40 * 60 - 1)
        #expect(try !site.isKnown(id, to: "mikko"))
        site.wait(seconds: 1)
        #expect(try site.isKnown(id, to: "mikko"))
        try aino.get("/relics").seesNot("Appears in")
    }

    @Test func `the list has pages, each relic once`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        for number in 0..<(RelicQueries.maxListed + 3) {
            try site.leaveRelic(from: "aino_k") { $0.description = "number \(number)." }
        }
        var seen: [String] = []
        var path: String? = "/relics"
        while let next = path {
            try aino.get(next)
            seen += aino.page.text.matches(of: /number \d+\./).map { String($0.0) }
            path = aino.page.links.first { $0.hasPrefix("/relics?after=") }
        }
        #expect(seen.count == RelicQueries.maxListed + 3 && Set(seen).count == seen.count)
    }

    @Test func `the map shows one's own alone, with a list of those in its frame`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let here = try site.leaveRelic(from: "aino_k", at: DemoCast.Place.oodi.coordinate) { $0.description = "Here." }
        let far = try site.leaveRelic(from: "aino_k", at: try #require(Coordinate(latitude: 61.5, longitude: 23.8))) {
            $0.description = "Tampere."
        }
        let other = try site.leaveRelic(from: "mikko", at: DemoCast.Place.oodi.coordinate)
        try aino.get("/relics?view=map").sees("Here.", "Tampere.")
        #expect(!aino.page.text.contains("/relics/\(other)"))
        let place = DemoCast.Place.oodi.coordinate
        let frame = "/relics?view=map&lat=\(place.latitude)&lon=\(place.longitude)&z=15"
        try aino.get(frame).sees("Here.").seesNot("Tampere.")
        #expect(aino.page.text.contains("/relics/\(here)") && !aino.page.text.contains("/relics/\(far)"))
        try aino.get("/relics?view=map&lat=91").gets(400)
    }

    @Test func `an edit of the words alone does not move the end, and a lifetime counts from the edit`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let id = try site.leaveRelic(from: "aino_k") { $0.lifetime = .day }
        func ends() throws -> Timestamp? {
            try site.app.site.database.read { database in
                try database.first("SELECT expires_at FROM relic WHERE id = \(id)") { row -> Timestamp? in
                    try row["expires_at"]
                } ?? nil
            }
        }
        let first = try #require(try ends())
        site.wait(seconds: 3_600)
        let path = "/relics/\(id)/edit"
        try aino.get(path).sees("As it is", "1 hour", "Forever").fill("description", "New words.").submit(path)
        #expect(try ends() == first)
        try aino.get("/relics").sees("New words.")
        try aino.get(path).fill("lifetime", "1h").submit(path)
        #expect(try ends() == site.now + 3_600)
        try aino.get("/relics").sees("New words.")
        try aino.get(path).fill("lifetime", "forever").submit(path)
        #expect(try ends() == nil)
        try aino.get(path).seesNot("Forever").fill("lifetime", "1w").submit(path)
        #expect(try ends() == site.now + 7 * 86_400)
        // A form without the field, as programs send it.
        try aino.get(path).post(path, [("csrf", aino.token), ("description", "")])
        #expect(try ends() == site.now + 7 * 86_400)
        try aino.get("/relics").seesNot("New words.")
    }

    @Test func `a lifetime that is changed before the relic appears counts from when it appears`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let id = try site.leaveRelic(from: "aino_k") { $0.appearsLater = true }
        try aino.get("/relics/\(id)/edit").fill("lifetime", "1h").submit("/relics/\(id)/edit")
        site.wait(seconds: 7_199)
        #expect(try site.isKnown(id, to: "mikko"))
        site.wait(seconds: 1)
        #expect(try !site.isKnown(id, to: "mikko"))
    }

    @Test func `a refused edit changes nothing and keeps what was typed`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let id = try site.leaveRelic(from: "aino_k")
        let path = "/relics/\(id)/edit"
        try aino.get(path).fill("description", String(repeating: "x", count: 2_001)).submit(path).gets(422)
            .sees("That’s too long: 2,000 characters at most.")
        #expect(aino.page.text.contains(String(repeating: "x", count: 2_001)))
        try aino.get(path).fill("lifetime", "2h").submit(path).gets(422).sees("Choose one of these.")
        try aino.get(path).sees("Watch the left side.")
        // Characters, not bytes.
        try aino.get(path).fill("description", String(repeating: "ä", count: 2_000)).submit(path)
        try aino.get(path).sees(String(repeating: "ä", count: 2_000))
    }

    @Test func `nobody else can do anything with it, and learns nothing of it`() throws {
        let site = try TestSite.demo()
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        let id = try site.leaveRelic(from: "aino_k")
        try site.openRelic(id, by: "mikko")
        for number in [id.rawValue, id.rawValue + 1] {
            try mikko.get("/relics/\(number)/edit").gets(404)
            for action in ["edit", "delete"] {
                try mikko.get("/you").post("/relics/\(number)/\(action)", [("csrf", mikko.token)]).gets(404)
            }
            try mikko.get("/you").post("/relics/\(number)/restore", [("csrf", mikko.token)])
                .sees("That can’t be undone any more.")
        }
        try aino.get("/relics").sees("Watch the left side.")
    }
}
