import Database
import HTTP
import Proximity
import Testing

@testable import App

/// What a group hides: from who is not in it, from two who blocked each other, and what it refuses.
struct GroupWallTests {
    private let places = ["", "/live", "/settings", "/messages", "/messages/live"]
    private let actions = [
        "/messages", "/heading-home", "/home", "/help", "/help/cancel", "/extend", "/pause", "/device", "/leave",
        "/end",
    ]
    private let fields = [("text", "Hello"), ("hours", "9"), ("minutes", "9"), ("device", "")]

    /// Asks for everything in a group and expects to get nothing of it.
    private func tryAll(_ visitor: Visitor, _ outing: GroupOuting, _ words: Comment) throws {
        let (path, member) = (outing.door.path, try outing.path(of: "mikko"))
        for page in places.map({ path + $0 }) + [member] {
            let answer = try visitor.fetch(page)
            #expect([303, 403, 404].contains(answer.status.rawValue), "\(words) \(page)")
        }
        for action in actions.map({ path + $0 }) + ["ask", "admit", "remove"].map({ "\(member)/\($0)" }) {
            try visitor.post(action, [("csrf", visitor.token)] + fields.map { (name: $0.0, value: $0.1) })
            #expect(
                [403, 404].contains(visitor.page.status) || !visitor.page.path.hasPrefix(path), "\(words) \(action)")
        }
    }

    @Test func `strangers, former members and guests of other groups get nothing and change nothing`() throws {
        let outing = try GroupOuting(["aino_k", "mikko", "leena", "sofia"])
        try outing.gather()
        let sofia = try outing.act("sofia", GroupPaths.leave(outing.door.id))
        let jonas = try outing.site.newAccount("jonas")
        let other = try GroupDoor(jonas, "Saturday")
        let kim = Visitor(outing.site)
        try kim.get(other.byLink).fill("nickname", "Kim").submit(other.byLink)
        let (end, state) = (try outing.group().endsAt, try outing.state())
        for (words, visitor) in [("former", sofia), ("stranger", jonas), ("guest of another", kim)] {
            try tryAll(visitor, outing, "\(words)")
        }
        try tryAll(Visitor(outing.site), outing, "visitor")
        #expect(try outing.door.names() == ["aino_k", "mikko", "leena"])
        #expect(try outing.group().endsAt == end && outing.state() == state && outing.alerts() == [.gone])
        #expect(try other.names() == ["jonas", "Kim"])
    }

    @Test func `who waits to be admitted sees nobody, changes nothing and counts nowhere`() throws {
        let site = try TestSite.empty()
        let door = try GroupDoor(try site.newAccount("aino_k"), approve: true)
        let mikko = try site.newAccount("mikko")
        try mikko.get(door.byLink).submit(door.byLink)
        let (account, id) = (try site.account("mikko"), door.id)
        let view = try #require(try site.app.site.database.read { try GroupView($0, id, for: account, site.now) })
        #expect(view.members.map { $0.person.name } == ["mikko"] && view.own.isPending)
        for action in actions where action != "/leave" {
            try mikko.post(door.path + action, [("csrf", mikko.token)] + fields.map { (name: $0.0, value: $0.1) })
            #expect([404, 422].contains(mikko.page.status), "\(action)")
        }
        let position = [("csrf", mikko.token), ("lat", "60.17"), ("lon", "24.94"), ("accuracy", "8")]
        try mikko.post("/positions", position, accept: "application/json").gets(200)
        #expect(try site.app.site.database.read { try GroupStateQueries.shared($0, id) } == GroupState())
        // Admitted by the maker alone.
        let member = try #require(try door.members().last)
        let admit = GroupPaths.admit(id, member.id)
        try mikko.post(admit, [("csrf", mikko.token)])
        #expect(try door.members().last?.isPending == true)
        let aino = try site.member(signedUp: "aino_k").get("/groups")
        try aino.post(admit, [("csrf", aino.token)]).gets(200)
        #expect(try door.members().last?.isActive == true)
    }

    @Test func `two who blocked each other are absent from each other's view and alerts, and judged by whom they see`()
        throws
    {
        let outing = try GroupOuting()
        try outing.gather()
        try outing.visitor("mikko").get("/people/leena").submit("/people/leena/block")
        outing.site.wait(seconds: 20)
        try outing.stray("leena")
        // Of the two whom Leena sees, she is one.
        #expect(try outing.alerts() == [.strayed, .apart])
        #expect(try outing.told("aino_k") == ["group.strayed"] && outing.told("leena") == ["group.strayed"])
        #expect(try outing.told("mikko") == [])
        let (view, now) = (try outing.view("mikko"), outing.site.now)
        #expect(view.members.map { $0.person.name } == ["aino_k", "mikko"])
        let centre = try #require(view.centre(now))
        #expect(centre.distance(to: GroupOuting.start) < 0.1)
        for (one, other) in [("mikko", "leena"), ("leena", "mikko")] {
            try outing.visitor(one).get(try outing.path(of: other)).gets(404)
            try outing.act(one, try outing.path(of: other) + "/ask").gets(404)
        }
        let chat = GroupPaths.messages(outing.door.id)
        try outing.act("leena", chat, [("text", "Where are you all")])
        try outing.visitor("aino_k").get(chat).sees("Where are you all")
        try outing.visitor("mikko").get(chat).seesNot("Where are you all")
    }

    @Test(arguments: [
        ("/extend", "hours", "0"), ("/extend", "hours", "73"), ("/extend", "hours", ""), ("/extend", "hours", "1.5"),
        ("/pause", "minutes", "-1"), ("/pause", "minutes", "4321"), ("/pause", "minutes", "x"),
        ("/pause", "minutes", ""), ("/messages", "text", " "),
        ("/messages", "text", String(repeating: "x", count: 20_000)),
    ])
    func `a wrong field changes nothing`(action: String, field: String, value: String) throws {
        let outing = try GroupOuting(["aino_k", "mikko"])
        try outing.gather()
        let (end, state) = (try outing.group().endsAt, try outing.state())
        try outing.act("mikko", outing.door.path + action, [(field, value)]).gets(422)
        #expect(try outing.group().endsAt == end && outing.state() == state && outing.alerts() == [])
    }
}
