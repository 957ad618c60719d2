import Database
import Proximity
import Testing

@testable import App

/// What one member does costs the others little: notices, rows, and what is left of a group.
struct GroupBoundTests {
    private func count(_ site: TestSite, _ sql: SQL) throws -> Int {
        try site.app.site.database.read { try $0.value(sql, as: Int.self) ?? 0 }
    }

    @Test func `who joins and leaves again and again is told of once, and stopped`() throws {
        let site = try TestSite.empty()
        let door = try GroupDoor(try site.newAccount("aino_k"))
        let mikko = try site.newAccount("mikko")
        let aino = try site.account("aino_k")
        func joinings() throws -> Int {
            try count(
                site, "SELECT count(*) FROM notice WHERE account_id = \(aino) AND kind = \(GroupNotices.joined)")
        }
        for round in 1...20 {
            try mikko.get(door.byLink).submit(door.byLink).gets(200)
            try mikko.post("\(door.path)/leave", [("csrf", mikko.token)]).gets(200)
            #expect(try joinings() == 1, "\(round)")
        }
        #expect(try count(site, "SELECT count(*) FROM friend_group_alert") == 2)
        try mikko.get(door.byLink).post(door.byLink, [("csrf", mikko.token)]).gets(429)
        #expect(try door.names() == ["aino_k"])
        // Another day it is news again.
        site.wait(seconds: 2 * 3_600)
        try mikko.get(door.byLink).submit(door.byLink).gets(200)
        #expect(try joinings() == 2)
    }

    @Test func `groups that one makes and ends are counted`() throws {
        let site = try TestSite.empty()
        let aino = try site.newAccount("aino_k")
        for number in 1...30 {
            let door = try GroupDoor(aino, "Group \(number)")
            try aino.post("\(door.path)/end", [("csrf", aino.token)]).gets(200)
        }
        try aino.get("/groups/new").fill("name", "One more").submit("/groups").gets(429)
        #expect(try count(site, "SELECT count(*) FROM friend_group") == 30)
    }

    @Test func `what one does in a group is counted, a call for help by itself`() throws {
        let outing = try GroupOuting()
        let (site, path) = (outing.site, outing.door.path)
        let aino = try outing.account("aino_k")
        try site.app.site.throttles.attempt([(.groupAction, "\(aino)")], times: 120, site.now)
        try outing.act("aino_k", "\(path)/extend", [("hours", "9")]).gets(429)
        try outing.act("aino_k", GroupPaths.help(outing.door.id)).gets(200)
        site.wait(seconds: 20)
        site.sweep()
        #expect(try outing.told("mikko") == [GroupNotices.help])
    }

    @Test func `calls for help are counted, and each of them can be cancelled`() throws {
        let outing = try GroupOuting()
        let (help, cancel) = (GroupPaths.help(outing.door.id), GroupPaths.cancelHelp(outing.door.id))
        for _ in 1...60 {
            // A second tap is no other call.
            for _ in 1...2 { try outing.act("leena", help).gets(200) }
            for _ in 1...2 { try outing.act("leena", cancel).gets(200) }
        }
        try outing.act("leena", help).gets(429)
        #expect(try outing.member("leena").helpAt == nil)
        try outing.act("mikko", help).gets(200)
        outing.site.wait(seconds: 3_601)
        try outing.act("leena", help).gets(200)
    }

    @Test func `a group that is over leaves no notice that nobody can read`() throws {
        let outing = try GroupOuting()
        try outing.gather()
        outing.site.wait(seconds: 20)
        try outing.stray("leena")
        try outing.act("leena", GroupPaths.messages(outing.door.id), [("text", "Hello"), ("key", "k")]).gets(200)
        let mikko = try outing.account("mikko")
        #expect(try count(outing.site, "SELECT count(*) FROM notice WHERE account_id = \(mikko)") > 1)
        try outing.act("aino_k", "\(outing.door.path)/end")
        let left = try outing.site.app.site.database.read {
            try $0.all("SELECT kind FROM notice WHERE account_id = \(mikko)") { try $0["kind"] as String }
        }
        #expect(left == [GroupNotices.ended])
        #expect(
            try count(
                outing.site,
                "SELECT count(*) FROM notice_errand WHERE account_id = \(mikko) AND state = 'waiting' AND kind <> \(GroupNotices.ended)"
            ) == 0)
    }

    @Test func `a group that is over is gone after a year, and with the account of the last who was in it`() throws {
        let outing = try GroupOuting()
        let site = outing.site
        try outing.act("aino_k", "\(outing.door.path)/end")
        let alone = try GroupDoor(outing.visitor("mikko"), "Alone")
        try outing.act("mikko", "\(alone.path)/end")
        #expect(try count(site, "SELECT count(*) FROM friend_group") == 2)
        let mikko = try outing.account("mikko")
        try site.app.site.database.write { try GroupMemberQueries.delete($0, of: mikko) }
        #expect(try count(site, "SELECT count(*) FROM friend_group WHERE name = 'Alone'") == 0)
        #expect(try count(site, "SELECT count(*) FROM friend_group_member") == 2)
        site.wait(seconds: 366 * 86_400)
        site.sweep()
        #expect(try count(site, "SELECT count(*) FROM friend_group") == 0)
        #expect(try count(site, "SELECT count(*) FROM friend_group_member") == 0)
    }
}
