import Database
import Proximity
import Testing

@testable import App

/// Asking friends into a group: with the form that makes it, and while it runs.
struct GroupInvitationTests {
    private struct World {
        let site: TestSite
        let aino: Visitor
        let mikko: Visitor
        let leena: Visitor
        let stranger: Visitor

        init() throws {
            site = try TestSite.empty()
            (aino, mikko) = (try site.newAccount("aino_k"), try site.newAccount("mikko"))
            (leena, stranger) = (try site.newAccount("leena"), try site.newAccount("stranger"))
            for friend in ["mikko", "leena"] { try befriend("aino_k", friend) }
        }

        func befriend(_ one: String, _ other: String) throws {
            let (one, other) = (try site.account(one), try site.account(other))
            try site.app.friends.ask(from: one, to: other, at: site.now)
            try site.app.friends.ask(from: other, to: one, at: site.now)
        }

        /// Who is in a group.
        func members(_ id: ID<FriendGroup>) throws -> [String] {
            try site.app.site.database.read { try GroupMemberQueries.members($0, of: id) }.map { $0.person.typedName }
        }

        /// What somebody is told of invitations.
        func told(_ visitor: Visitor) throws -> [String] {
            try visitor.get("/notices").page.plain.matches(of: /\w+ asks you to come along: [^ ]+/).map { String($0.0) }
        }
    }

    /// Makes a group by its form, with these friends ticked.
    private func begin(
        _ world: World, asking names: [String], approve: Bool = false
    ) throws -> ID<FriendGroup> {
        let token = try world.aino.get("/groups/new").token
        let fields =
            [("csrf", token), ("name", "Friday"), ("limit_m", "300"), ("hours", "5")]
            + names.map { ("username", $0) } + (approve ? [("approve", "1")] : [])
        try world.aino.post("/groups", fields).gets(200)
        return try #require(ID<FriendGroup>(world.aino.page.path.replacing("/groups/", with: "")))
    }

    @Test func `the friends who are ticked get a notice that leads to joining, and join as they like`() throws {
        let world = try World()
        let id = try begin(world, asking: ["mikko", "LEENA"])
        world.aino.sees("Friday has begun. mikko and leena are asked.")
        #expect(try world.told(world.mikko) == ["aino_k asks you to come along: Friday"])
        #expect(world.mikko.page.plain.contains("Join"))
        let form = try #require(
            world.mikko.page.forms.first { $0.action == "/notices/read" && $0.fields.contains { $0.name == "id" } })
        try world.mikko.post("/notices/read", form.fields.map { ($0.name, $0.value) }).gets(200).sees("Join Friday ?")
        let path = world.mikko.page.path
        #expect(path.hasPrefix("/join/"))
        #expect(try world.members(id) == ["aino_k"])
        try world.mikko.submit(path)
        #expect(try world.members(id) == ["aino_k", "mikko"])
        // Who is in it needs no invitation any more.
        #expect(try world.told(world.mikko).isEmpty)
        #expect(try world.told(world.leena).count == 1)
    }

    @Test(arguments: [["stranger"], ["nobody_here"], ["aino_k"], ["mikko", "stranger"]])
    func `only friends are asked; a wrong name makes nothing and asks nobody`(names: [String]) throws {
        let world = try World()
        let token = try world.aino.get("/groups/new").token
        try world.aino.post(
            "/groups",
            [("csrf", token), ("name", "Friday"), ("limit_m", "300"), ("hours", "5")] + names.map { ("username", $0) }
        ).gets(422)
        #expect(world.aino.page.text.contains("id=\"username-error\""))
        #expect(try world.told(world.mikko).isEmpty)
        let id = try begin(world, asking: [])
        try world.aino.press(GroupPaths.invite(id), names.map { ("username", $0) }).gets(422)
        try world.aino.press(GroupPaths.invite(id)).gets(422).sees("Choose whom to ask.")
        #expect(try world.told(world.mikko).isEmpty)
    }

    @Test func `while a group runs every member asks their own friends, each is told once`() throws {
        let world = try World()
        let id = try begin(world, asking: [])
        for _ in 0..<2 { try world.aino.press(GroupPaths.invite(id), [("username", "mikko")]) }
        world.aino.sees("They’re asked already.")
        #expect(try world.told(world.mikko).count == 1)
        // Who is not in it asks nobody, and learns nothing.
        try world.leena.press(GroupPaths.invite(id), [("username", "aino_k")]).gets(404)
        try world.site.join(id, try world.site.account("mikko"))
        try world.befriend("mikko", "stranger")
        try world.mikko.press(GroupPaths.invite(id), [("username", "stranger")]).sees("stranger is asked.")
        #expect(try world.told(world.stranger) == ["mikko asks you to come along: Friday"])
    }

    @Test func `whom the maker asks is let in at once, whom a member asks waits`() throws {
        let world = try World()
        let id = try begin(world, asking: ["mikko"], approve: true)
        try world.site.join(id, try world.site.account("mikko"))
        try world.befriend("mikko", "stranger")
        try world.mikko.press(GroupPaths.invite(id), [("username", "stranger")])
        try world.site.join(id, try world.site.account("stranger"))
        let members = try world.site.app.site.database.read { try GroupMemberQueries.members($0, of: id) }
        #expect(members.map { $0.isActive } == [true, true, false])
    }

    @Test(arguments: ["unfriended", "blocked", "left", "ended", "removed"])
    func `an invitation goes with what it came from`(how: String) throws {
        let world = try World()
        let id = try begin(world, asking: ["mikko"])
        #expect(try world.told(world.mikko).count == 1)
        switch how {
        case "unfriended":
            try world.aino.get("/people/mikko").submit("/friends/mikko/remove")
        case "blocked": try world.mikko.get("/people/aino_k").submit("/people/aino_k/block")
        case "left":
            try world.site.join(id, try world.site.account("leena"))
            try world.aino.press(GroupPaths.leave(id))
        case "ended": try world.aino.press(GroupPaths.end(id))
        default:
            let member = try world.site.join(id, try world.site.account("mikko"))
            try world.aino.press(GroupPaths.remove(id, member))
        }
        #expect(try world.told(world.mikko).isEmpty)
        let rows = try world.site.app.site.database.read {
            try $0.value("SELECT count(*) FROM friend_group_invitation", as: Int.self)
        }
        #expect(rows == 0)
        // Nothing unread is left either.
        #expect(try world.mikko.get("/").page.text.contains("data-unread=\"0\""))
    }

    @Test func `last time's friends come first and are ticked, and a circle stands for its members`() throws {
        let world = try World()
        let boxes = { [aino = world.aino] () -> [(name: String, isTicked: Bool)] in
            try aino.get("/groups/new").page.text.matches(of: /name="username" value="(\w+)"( checked)?/)
                .map { (String($0.1), $0.2 != nil) }
        }
        #expect(try boxes().allSatisfy { !$0.isTicked })
        let id = try begin(world, asking: [])
        try world.site.join(id, try world.site.account("leena"))
        try world.aino.press(GroupPaths.end(id))
        #expect(try boxes().map { $0.name } == ["leena", "mikko"])
        #expect(try boxes().map { $0.isTicked } == [true, false])

        let token = try world.aino.get("/friends/circles/new").token
        try world.aino.post(
            "/friends/circles", [("csrf", token), ("name", "Bar"), ("member", "mikko"), ("member", "leena")])
        let circle = try #require(
            try world.aino.get("/groups/new").page.text.firstMatch(of: /name="circle" value="(\d+)"/))
        try world.aino.post(
            "/groups",
            [
                ("csrf", world.aino.token), ("name", "Bar"), ("limit_m", "300"), ("hours", "5"),
                ("circle", String(circle.1)),
            ])
        world.aino.sees("leena and mikko are asked")
    }

    @Test func `who came after one had left is not among those of last time`() throws {
        let world = try World()
        let id = try begin(world, asking: [])
        try world.site.join(id, try world.site.account("leena"))
        world.site.wait(seconds: 60)
        try world.aino.press(GroupPaths.leave(id))
        world.site.wait(seconds: 60)
        try world.site.join(id, try world.site.account("mikko"))
        let ticked = try world.aino.get("/groups/new").page.text.matches(of: /value="(\w+)" checked/)
        #expect(ticked.map { String($0.1) } == ["leena"])
    }

    @Test func `the form begins with a name for the night`() throws {
        // 21 November 2026 is a Saturday, 14:00 in Helsinki.
        let world = try World()
        #expect(try world.aino.get("/groups/new").page.text.contains("value=\"Saturday\""))
        world.site.wait(seconds: 3 * 3_600)
        #expect(try world.aino.get("/groups/new").page.text.contains("value=\"Saturday night\""))
        world.site.wait(seconds: 9 * 3_600)
        #expect(try world.aino.get("/groups/new").page.text.contains("value=\"Saturday night\""))
    }
}
