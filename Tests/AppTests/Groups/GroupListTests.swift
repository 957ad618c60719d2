import Database
import Proximity
import Testing

@testable import App

/// The list of one's groups, and making one.
struct GroupListTests {
    @Test func `who has no group reads what one is for`() throws {
        let site = try TestSite.empty()
        let aino = try site.newAccount("aino_k")
        try aino.get("/groups").gets(200).sees("everybody sees the others on one map", "Join with a code")
        try Visitor(site).get("/groups").seesNot("Join with a code")
        #expect(aino.page.links.contains("/groups/new"))
    }

    @Test func `a form makes one group with its maker in it, however often it is sent`() throws {
        let site = try TestSite.empty()
        let aino = try site.newAccount("aino_k")
        let form = try #require(try aino.get("/groups/new").page.forms.first { $0.action == "/groups" })
        let fields =
            form.fields.filter { $0.name == "csrf" || $0.name == "key" } + [
                ("name", "  Friday   night "), ("limit_m", "300"), ("hours", "5"), ("phone", "+358 40 1234567"),
                ("approve", "1"),
            ]
        let first = try aino.post("/groups", fields).page.path
        #expect(try aino.post("/groups", fields).page.path == first)
        let account = try site.account("aino_k")
        let groups = try site.app.site.database.read {
            try GroupQueries.groups($0, of: account, areRunning: true, site.now)
        }
        let group = try #require(groups.first)
        #expect(groups.count == 1 && first == GroupPaths.group(group.id))
        #expect(group.name == "Friday night" && group.limit == Metres(300) && group.needsAdmission)
        #expect(group.endsAt == site.now + 5 * 3_600 && group.conversation != nil)
        let member = try #require(
            try site.app.site.database.read { try GroupMemberQueries.member($0, of: group.id, account) })
        #expect(member.isMaker && member.isActive && member.phone.contains("40"))
    }

    @Test func `a wrong field has its words, keeps what was typed and makes nothing`() throws {
        let site = try TestSite.empty()
        let aino = try site.newAccount("aino_k")
        let good = [("name", "Friday"), ("limit_m", "300"), ("hours", "5"), ("phone", "")]
        let wrong = [
            ("name", ""), ("name", " \u{202E} "), ("name", String(repeating: "x", count: 61)), ("limit_m", "49"),
            ("limit_m", "20001"), ("limit_m", "3e2"), ("limit_m", "-300"), ("limit_m", "99999999999999999999"),
            ("limit_m", ""), ("hours", "0"), ("hours", "73"), ("hours", "1.5"), ("hours", "١"), ("phone", "call me"),
            ("phone", String(repeating: "1", count: 400)),
        ]
        for (field, value) in wrong {
            let token = try aino.get("/groups/new").token
            let fields = good.map { ($0.0, $0.0 == field ? value : $0.1) }
            try aino.post("/groups", [("csrf", token)] + fields).gets(422)
            #expect(aino.page.text.contains("id=\"\(field)-error\""), "\(field) \(value)")
            if field != "name" { #expect(aino.page.text.contains("value=\"Friday\""), "\(field) \(value)") }
        }
        let count = try site.app.site.database.read {
            try $0.value("SELECT count(*) FROM friend_group", as: Int.self)
        }
        #expect(count == 0)
    }

    @Test(arguments: [("50", "1"), ("20000", "72"), ("777", "5")])
    func `every allowed distance and time is taken`(limit: String, hours: String) throws {
        let site = try TestSite.empty()
        let aino = try site.newAccount("aino_k")
        try aino.get("/groups/new").fill("name", "x").fill("limit_m", limit).fill("hours", hours).submit("/groups")
        let account = try site.account("aino_k")
        let running = try site.app.site.database.read {
            try GroupListQueries.runningCount($0, of: account, site.now)
        }
        #expect(running == 1)
    }

    @Test func `the preview draws the chosen distance, keeps what was typed and makes nothing`() throws {
        let site = try TestSite.empty()
        let aino = try site.newAccount("aino_k")
        try aino.get("/groups/new").sees("300 m")
        let near = aino.page.text
        try aino.fill("name", "Berry trip").fill("limit_m", "5000").submit("/groups", to: "/groups/preview").gets(200)
        #expect(aino.page.text.contains("value=\"Berry trip\""))
        let scale = /data-zoom="([^"]*)"/
        let before = try #require(near.firstMatch(of: scale)).1
        #expect(try #require(aino.page.text.firstMatch(of: scale)).1 != before)
        for limit in ["", "abc", "1", "999999", "-5"] {
            try aino.fill("limit_m", limit).submit("/groups", to: "/groups/preview").gets(200)
        }
        try aino.get("/groups").sees("Go out together")
    }

    @Test func `a list says how many are in, until when, and how one is doing`() throws {
        let site = try TestSite.empty()
        let (aino, mikko) = (try site.newAccount("aino_k"), try site.newAccount("mikko"))
        let door = try GroupDoor(aino, approve: true)
        try aino.get("/groups").sees("Friday", "Only you so far", "Ends at 19:00", "Nobody sees you yet")
        try mikko.get(door.byLink).submit(door.byLink)
        try mikko.get("/groups").sees("Friday", "Waiting to be let in").seesNot("people")
        try aino.get("/groups").sees("Only you so far")
    }

    @Test func `a group that is over is one line for who was in it`() throws {
        let site = try TestSite.empty()
        let (aino, mikko, noor) = (
            try site.newAccount("aino_k"), try site.newAccount("mikko"), try site.newAccount("noor_h")
        )
        let door = try GroupDoor(aino)
        try mikko.get(door.byLink).submit(door.byLink)
        site.wait(seconds: 5 * 3_600)
        for visitor in [aino, mikko] {
            try visitor.get("/groups").sees("Past groups", "Friday", "2 people").seesNot("Ends at")
        }
        try noor.get("/groups").seesNot("Past groups", "Friday")
    }

    @Test func `nobody is in more than twenty groups at a time`() throws {
        let site = try TestSite.empty()
        let (aino, mikko) = (try site.newAccount("aino_k"), try site.newAccount("mikko"))
        let other = try GroupDoor(mikko)
        for number in 1...FriendGroup.maxRunning { _ = try GroupDoor(aino, "Group \(number)", hours: 4) }
        try aino.get("/groups/new").fill("name", "One more").submit("/groups").gets(422).sees("the most you can be in")
        try aino.get(other.byLink).submit(other.byLink).gets(422).sees("the most you can be in")
        #expect(try other.names() == ["mikko"])
        // What is over does not count.
        site.wait(seconds: 4 * 3_600)
        try aino.get(other.byLink).submit(other.byLink)
        #expect(try other.names() == ["mikko", "aino_k"])
    }
}
