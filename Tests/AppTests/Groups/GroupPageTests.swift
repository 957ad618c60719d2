import Database
import Proximity
import TestTools
import Testing

@testable import App

/// The map and the list of a running group, and the page of one member.
struct GroupPageTests {
    @Test func `the page shows everybody with their place, and how others join`() throws {
        let outing = try GroupOuting(guest: "Kim")
        try outing.gather()
        // Who stands together is one stack, on the map alone.
        let together = try outing.visitor("aino_k").get(outing.door.path).page
        #expect(together.text.contains("mikko, leena, Kim (guest): 3 here"))
        #expect(!together.text.contains("pin pin-person"))
        outing.site.wait(seconds: 20)
        for (name, north, east) in [("mikko", 200.0, 0.0), ("leena", 0, 200), ("Kim", -200, 0)] {
            try outing.walk(name, north: north, east: east)
        }
        let page = try outing.visitor("aino_k").get(outing.door.path).page
        #expect(page.text.contains("data-join-code=\"\(outing.door.code)\""))
        #expect(page.text.contains("/join/\(outing.door.secret)\"") && outing.door.secret.count >= 22)
        for name in ["mikko", "leena", "Kim"] {
            let path = try outing.path(of: name)
            #expect(page.text.contains("class=\"pin pin-person\" href=\"\(path)\""), "\(name)")
            // On the map, at its edge, in the list.
            #expect(page.links.filter { $0 == path }.count == 3, "\(name)")
        }
        // One's own place is the dot, and a line in the list.
        #expect(page.text.contains("class=\"map-you\"") && page.text.contains("class=\"map-gate\""))
        #expect(page.plain.contains("You With the group"))
    }

    @Test func `the map shows all of the limit, however large`() throws {
        for limit in [50, 300, 20_000] {
            let site = try TestSite.empty()
            let aino = try site.newAccount("aino_k")
            try aino.get("/groups/new").fill("name", "Friday").fill("limit_m", "\(limit)").submit("/groups")
            try aino.stand(at: GroupOuting.start)
            let page = try aino.get(aino.page.path.hasPrefix("/groups/") ? aino.page.path : "/groups").page
            let path = try #require(page.links.first { $0.contains("/groups/9") })
            let map = try aino.get(String(path.prefix { $0 != "?" })).page.text
            let circle = try #require(map.firstMatch(of: /class="map-gate" cx="[\d.]+" cy="[\d.]+" r="([\d.]+)"/))
            let radius = try #require(Double(circle.1))
            #expect((80...200).contains(radius), "\(limit) m: \(radius) px")
        }
    }

    @Test func `one's own distance from the group is told, but not in its middle`() throws {
        let outing = try GroupOuting()
        try outing.gather()
        let aino = try outing.visitor("aino_k")
        let own = try outing.path(of: "aino_k")
        for path in [outing.door.path, own] { try aino.get(path).seesNot("from the group") }
        outing.site.wait(seconds: 20)
        try outing.walk("aino_k", north: 200)
        for path in [outing.door.path, own] { try aino.get(path).sees("200 m from the group") }
    }

    @Test func `a member's page has their place as degrees, and ways to reach them`() throws {
        let outing = try GroupOuting()
        try outing.gather()
        let aino = try outing.visitor("aino_k")
        let path = try outing.path(of: "mikko")
        try aino.get(path).sees("mikko", "With the group", "±8 m", "Ask where they are", "The way there")
        #expect(aino.page.links.contains { $0.prefixMatch(of: /geo:60\.\d{6},24\.\d{6}\?q=60/) != nil })
        #expect(aino.page.links.contains("/chats/mikko"))
        #expect(!aino.page.links.contains { $0.hasPrefix("tel:") || $0.hasPrefix("sms:") })
        // Their number once they gave one.
        let account = try outing.account("mikko")
        try outing.site.app.site.database.write { database in
            let member = try GroupMemberQueries.member(database, of: outing.door.id, account)
            try database.execute(
                "UPDATE friend_group_member SET phone = '+358 40 555' WHERE id = \(member?.id)")
        }
        try aino.get(path)
        #expect(aino.page.links.contains("tel:+35840555") && aino.page.links.contains("sms:+35840555"))
        // One's own page has no ways to oneself.
        try aino.get(outing.path(of: "aino_k")).seesNot("Ask where they are", "The way there")
    }

    @Test func `a guest is written to in the group, and writes there`() throws {
        let outing = try GroupOuting(guest: "Kim")
        try outing.gather()
        let (kim, mikko) = (try outing.path(of: "Kim"), try outing.path(of: "mikko"))
        let chat = GroupPaths.messages(outing.door.id)
        try outing.visitor("aino_k").get(kim)
        #expect(try outing.visitor("aino_k").page.links.contains("\(chat)?to=\(outing.member("Kim").id)"))
        try outing.visitor("Kim").get(mikko)
        #expect(try !outing.visitor("Kim").page.links.contains { $0.hasPrefix("/chats") })
        try outing.visitor("aino_k").get("\(chat)?to=\(outing.member("Kim").id)")
        #expect(try outing.visitor("aino_k").page.text.contains("@Kim </textarea>"))
    }

    @Test func `scripts get what lies over the map without its ground, and the lists`() throws {
        let outing = try GroupOuting()
        try outing.gather()
        outing.site.wait(seconds: 20)
        try outing.walk("leena", north: 200)
        let aino = try outing.visitor("aino_k")
        let query = "lat=60.17&lon=24.94&z=15&w=1600&h=1200"
        let whole = try aino.get("\(outing.door.path)/live?\(query)").page.text
        let overlay = try aino.get("\(outing.door.path)/live?\(query)&overlay=1").page.text
        #expect(whole.contains("map-tiles") && !overlay.contains("map-tiles"))
        let lists = ["own", "people", "chat"].map { "data-map-list=\"\($0)\"" }
        for part in lists + ["data-map-faces", "pin-person"] {
            #expect(whole.contains(part) && overlay.contains(part), "\(part)")
        }
        // The same view: pins lie where they lay.
        func pins(_ text: String) -> [String] {
            text.matches(of: /<a class="pin pin-person"[^>]*transform="([^"]*)"/).map { String($0.1) }
        }
        #expect(pins(whole).count == 2 && pins(whole) == pins(overlay))
        #expect(overlay.utf8.count < whole.utf8.count)
    }

    @Test func `a member who was blocked is on no page, and neither is their circle`() throws {
        let outing = try GroupOuting()
        try outing.gather()
        let leena = try outing.path(of: "leena")
        try outing.visitor("mikko").get("/people/leena").submit("/people/leena/block")
        for path in ["", "/live", "/live?overlay=1", "/settings"] {
            let page = try outing.visitor("mikko").get(outing.door.path + path).page
            #expect(!page.text.contains(leena) && !page.plain.contains("leena"), "\(path)")
            #expect(page.text.matches(of: /class="map-precision"/).count <= 1)
        }
    }

    @Test func `who waits sees that they wait, and the maker lets them in on their page`() throws {
        let site = try TestSite.empty()
        let aino = try site.newAccount("aino_k")
        let door = try GroupDoor(aino, approve: true)
        let mikko = try site.newAccount("mikko")
        try mikko.get(door.byLink).submit(door.byLink)
        try mikko.get(door.path).sees("Waiting to be let in").seesNot("aino_k")
        let member = try #require(try door.members().last)
        let path = GroupPaths.member(door.id, member.id)
        try aino.get(door.path).sees("mikko", "Wants to join")
        #expect(aino.page.links.contains(path))
        try aino.get(path).submit(GroupPaths.admit(door.id, member.id))
        try mikko.get(door.path).seesNot("Waiting to be let in").sees("aino_k")
    }

    @Test func `the chat's link says that something is new, not for one's own words and those of somebody hidden`()
        throws
    {
        let outing = try GroupOuting()
        func isNew(_ name: String) throws -> Bool {
            try outing.visitor(name).get(outing.door.path).page.text.contains("Chat, new messages")
        }
        try outing.act("mikko", GroupPaths.messages(outing.door.id), [("text", "Where to?"), ("key", "one")])
        #expect(try isNew("leena") && !isNew("mikko"))
        try outing.visitor("leena").get(GroupPaths.messages(outing.door.id))
        #expect(try !isNew("leena"))
        try outing.visitor("leena").get("/people/mikko").submit("/people/mikko/block")
        try outing.act("mikko", GroupPaths.messages(outing.door.id), [("text", "Hello?"), ("key", "two")])
        #expect(try !isNew("leena") && isNew("aino_k"))
    }

    @Test func `settings say who sees one since when, and what happened`() throws {
        let outing = try GroupOuting(guest: "Kim")
        try outing.gather()
        outing.site.wait(seconds: 20)
        try outing.stray("Kim")
        try outing.visitor("mikko").get("\(outing.door.path)/settings")
            .sees(
                "Who sees you", "aino_k Since", "Made the group", "Kim (guest) Since",
                "Kim (guest) is more than 300 m from the group", "Kim (guest) joined"
            )
            .seesNot("End the group")
        try outing.visitor("aino_k").get("\(outing.door.path)/settings").sees("End the group", "Leave the group")
    }
}
