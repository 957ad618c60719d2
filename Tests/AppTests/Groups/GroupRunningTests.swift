import Database
import Proximity
import Testing

@testable import App

/// What members change while a group runs, and its end.
struct GroupRunningTests {
    @Test func `a pause takes one's place out of the group until it ends`() throws {
        let outing = try GroupOuting()
        let (path, member) = (GroupPaths.pause(outing.door.id), try outing.member("leena").id.rawValue)
        try outing.gather()
        try outing.act("leena", path: path, fields: [("minutes", "30")]).gets(200)
        #expect(try outing.state().fix(of: member) == nil)
        outing.site.wait(seconds: 20)
        try outing.stray("leena")
        #expect(try outing.state().fix(of: member) == nil && outing.alerts() == [])
        try outing.act("leena", path: path, fields: [("minutes", "0")]).gets(200)
        try outing.walk("leena", north: 5)
        #expect(try outing.state().fix(of: member) != nil)
        try outing.act("leena", path: path, fields: [("minutes", "1")])
        outing.site.wait(seconds: 61)
        try outing.walk("leena", north: 6)
        #expect(try outing.state().fix(of: member) != nil)
    }

    @Test func `the pause of everything hides in groups too`() throws {
        let outing = try GroupOuting()
        let member = try outing.member("leena").id.rawValue
        try outing.gather()
        try outing.act("leena", path: "/settings/pause", fields: [("minutes", "30")])
        #expect(try outing.state().fix(of: member) == nil)
        let view = try outing.view("aino_k")
        let leena = try #require(view.members.first { $0.id.rawValue == member })
        #expect(leena.isPaused(outing.site.now))
        outing.site.wait(seconds: 20)
        try outing.walk("leena", north: 5)
        #expect(try outing.state().fix(of: member) == nil)
        // The pause in this group is not the one that hides them.
        let own = GroupPaths.pause(outing.door.id)
        #expect(
            try outing.act("leena", path: own, fields: [("minutes", "0")]).page.text.contains(
                "still paused for everybody"))
        try outing.act("leena", path: "/settings/pause", fields: [("minutes", "0")])
        try outing.act("leena", path: own, fields: [("minutes", "30")])
        let ended = try outing.act("leena", path: own, fields: [("minutes", "0")]).page
        #expect(ended.text.contains("sees you again with your next position"))
    }

    @Test func `a person is the device that moved last, or the one that they chose`() throws {
        let outing = try GroupOuting()
        let member = try outing.member("leena").id.rawValue
        let account = try outing.account("leena")
        try outing.gather()
        let laptop = try outing.site.member(signedUp: "leena").get("/groups")
        func distance() throws -> Double {
            let fix = try #require(try outing.state().fix(of: member))
            return fix.coordinate.distance(to: GroupOuting.start).value
        }
        // Another browser lies at home.
        try outing.walk(laptop, to: GroupOuting.place(north: 200))
        #expect(try distance() < 1)
        outing.site.wait(seconds: 120)
        try outing.walk(laptop, to: GroupOuting.place(north: 260))
        #expect(try abs(distance() - 260) < 1)
        let devices = try outing.site.app.site.database.read { try PositionQueries.devices($0, of: account) }
        #expect(devices.count == 2)
        let phone = try #require(devices.map { $0.id }.min { $0.rawValue < $1.rawValue })
        try outing.act("leena", path: GroupPaths.device(outing.door.id), fields: [("device", "\(phone)")]).gets(200)
        #expect(try outing.member("leena").device == phone && outing.state().fix(of: member) == nil)
        outing.site.wait(seconds: 60)
        try outing.walk(laptop, to: GroupOuting.place(north: 200))
        #expect(try outing.state().fix(of: member) == nil)
        try outing.walk("leena", north: 3)
        #expect(try distance() < 4)
        // Nobody carries somebody else's device.
        try outing.act("mikko", path: GroupPaths.device(outing.door.id), fields: [("device", "\(phone)")]).gets(404)
        #expect(try outing.member("mikko").device == nil)
    }

    @Test func `any member lets it run longer, and nobody shorter`() throws {
        let outing = try GroupOuting(guest: "Kim", hours: 2)
        let (path, end) = (GroupPaths.extend(outing.door.id), try outing.group().endsAt)
        try outing.act("Kim", path: path, fields: [("hours", "1")]).gets(200)
        #expect(try outing.group().endsAt == end)
        try outing.act("Kim", path: path, fields: [("hours", "4")]).gets(200)
        #expect(try outing.group().endsAt == outing.site.now + 4 * 3_600)
        outing.site.wait(seconds: 3 * 3_600)
        outing.site.sweep()
        #expect(try outing.group().isRunning(outing.site.now))
    }

    @Test(arguments: [true, false])
    func `the end deletes every copy of a place, and takes its guests away`(byHand: Bool) throws {
        let outing = try GroupOuting(guest: "Kim")
        let id = outing.door.id
        try outing.gather()
        if byHand {
            try outing.act("mikko", path: GroupPaths.end(id)).gets(404)
            try outing.act("aino_k", path: GroupPaths.end(id)).gets(200)
        } else {
            outing.site.wait(seconds: 5 * 3_600 + 1)
            outing.site.sweep()
        }
        #expect(try outing.group().endedAt != nil && outing.group().code.isEmpty)
        #expect(try outing.state() == GroupState() && outing.alerts() == [] && outing.site.guests().isEmpty)
        #expect(try outing.told("mikko") == ["group.ended"])
        let mikko = try outing.visitor("mikko")
        try mikko.get("/groups").sees("Past groups", "Friday")
        #expect([303, 404].contains(try outing.visitor("Kim").fetch(GroupPaths.group(id)).status.rawValue))
        try outing.walk("mikko", north: 2)
        #expect(try outing.state() == GroupState())
        try outing.act("mikko", path: GroupPaths.help(id)).gets(422)
    }

    @Test func `who leaves leaves no place, and who was made maker goes on`() throws {
        let outing = try GroupOuting(guest: "Kim")
        let (id, aino, kim) = (outing.door.id, try outing.member("aino_k").id, try outing.member("Kim").id)
        try outing.gather()
        try outing.act("Kim", path: GroupPaths.leave(id))
        #expect(try outing.state().fix(of: kim.rawValue) == nil && outing.site.guests().isEmpty)
        try outing.act("aino_k", path: GroupPaths.leave(id)).isAt("/groups")
        #expect(try outing.state().fix(of: aino.rawValue) == nil)
        #expect(try outing.door.names() == ["mikko", "leena"] && outing.member("mikko").isMaker)
        #expect(try outing.alerts() == [.gone, .gone])
        try outing.visitor("aino_k").get(GroupPaths.group(id)).gets(404)
        for name in ["mikko", "leena"] { try outing.act(name, path: GroupPaths.leave(id)) }
        #expect(try outing.group().endedAt != nil)
    }

    @Test func `the maker alone removes, and the old code and link lead nowhere`() throws {
        let outing = try GroupOuting()
        let (door, path) = (outing.door, try outing.path(of: "leena"))
        try outing.act("mikko", path: path + "/remove").gets(404)
        try outing.act("aino_k", path: path + "/remove").gets(200)
        #expect(try door.names() == ["aino_k", "mikko"])
        let leena = try outing.visitor("leena")
        for way in [door.path, door.byLink, door.byCode] { try leena.get(way).gets(404) }
        #expect(try outing.group().code != door.code)
    }
}
