import Database
import Proximity
import TestTools
import Testing

@testable import App

/// What members do, and what comes of it.
struct GroupActionTests {
    @Test func `a request for help is held from the first second and goes out by itself`() throws {
        let outing = try GroupOuting()
        try outing.gather()
        try outing.press("mikko", "help")
        #expect(try outing.alerts() == [])
        try outing["mikko"].get(GroupPaths.group(outing.id)).sees("Help is called in 10 s", "Cancel")
        outing.site.wait(seconds: 11)
        outing.site.app.runJobs()
        #expect(try outing.alerts() == [.help])
        for name in ["aino_k", "leena"] { #expect(try outing.titles(name) == ["mikko asks for help · Friday"]) }
        try outing["aino_k"].get(GroupPaths.group(outing.id)).sees("Asks for help")
        try outing["mikko"].get(GroupPaths.group(outing.id)).sees("Everybody knows that you need help", "I’m safe")
        try outing.press("mikko", "help/cancel")
        #expect(try outing.alerts() == [.help, .safe])
        #expect(try outing.titles("aino_k").last == "mikko is safe · Friday")
    }

    @Test func `a request that is cancelled in time is told to nobody, and the next one counts anew`() throws {
        let outing = try GroupOuting()
        try outing.gather()
        try outing.press("mikko", "help")
        outing.site.wait(seconds: 5)
        try outing.press("mikko", "help/cancel")
        outing.site.wait(seconds: 2)
        try outing.press("mikko", "help")
        outing.site.wait(seconds: 6)
        outing.site.app.runJobs()
        #expect(try outing.alerts() == [])
        outing.site.wait(seconds: 6)
        outing.site.app.runJobs()
        #expect(try outing.alerts() == [.help])
    }

    @Test func `asking reaches the one who is asked, and again after five minutes`() throws {
        let outing = try GroupOuting()
        try outing.gather()
        let ask = "members/\(try outing.member("mikko").id)/ask"
        for _ in 0..<2 { try outing.press("aino_k", ask) }
        #expect(try outing.titles("mikko") == ["aino_k asks where you are · Friday"])
        #expect(try outing.titles("leena") == [])
        try outing["mikko"].get(GroupPaths.group(outing.id)).sees("aino_k asks where you are")
        outing.site.wait(seconds: 301)
        try outing.press("aino_k", ask)
        #expect(try outing.alerts() == [.asked, .asked])
        try outing.press("mikko", ask).gets(404)
    }

    @Test func `a pause takes one off the map until it ends`() throws {
        let outing = try GroupOuting()
        try outing.gather()
        let mikko = try outing.member("mikko").id.rawValue
        try outing.press("mikko", "pause", [("minutes", "30")])
        #expect(try outing.view("aino_k").state.fix(of: mikko) == nil)
        try outing["aino_k"].get(GroupPaths.group(outing.id)).sees("Not sharing")
        outing.site.wait(seconds: 60)
        try outing.stand("mikko", 10)
        #expect(try outing.view("aino_k").state.fix(of: mikko) == nil)
        try outing.press("mikko", "pause", [("minutes", "0")])
        outing.site.wait(seconds: 60)
        try outing.stand("mikko", 10)
        #expect(try outing.view("aino_k").state.fix(of: mikko) != nil)
        for wrong in ["", "-1", "x", "99999"] { try outing.press("mikko", "pause", [("minutes", wrong)]).gets(422) }
    }

    @Test func `the pause of everything hides one in groups too`() throws {
        let outing = try GroupOuting()
        try outing.gather()
        try outing["mikko"].get("/settings").post(
            "/settings/pause", [("csrf", outing["mikko"].token), ("minutes", "60")])
        #expect(try outing.view("aino_k").state.fix(of: outing.member("mikko").id.rawValue) == nil)
        try outing["aino_k"].get(GroupPaths.group(outing.id)).sees("Not sharing")
    }

    @Test func `a group is extended by any member and never made shorter`() throws {
        let outing = try GroupOuting(hours: 5)
        let end = try outing.view("aino_k").group.endsAt
        try outing.press("leena", "extend", [("hours", "2")])
        #expect(try outing.view("aino_k").group.endsAt == end)
        try outing.press("leena", "extend", [("hours", "8")])
        #expect(try outing.view("aino_k").group.endsAt == outing.site.now + 8 * 3_600)
        for wrong in ["", "0", "73", "-1", "x", "9999999999999999999"] {
            try outing.press("leena", "extend", [("hours", wrong)]).gets(422)
        }
    }

    @Test func `a group ends by itself: its places, its messages and its history are gone`() throws {
        let outing = try GroupOuting(hours: 1)
        try outing.joinGuest()
        try outing.gather()
        try outing.site.write("On my way", into: outing.id, from: outing.account("mikko"))
        try outing.walk("Kim", from: 0, to: 630)
        outing.site.wait(seconds: 3_600)
        // By the clock at once, also before the job.
        try outing["aino_k"].get(GroupPaths.group(outing.id)).isAt("/groups")
        outing.site.app.runJobs()
        outing.site.sweep()
        let row = try outing.site.app.site.database.read { database in
            try database.first("SELECT state, code, conversation_id FROM friend_group WHERE id = \(outing.id)") {
                (try $0["state"] as String?, try $0["code"] as String?, try $0["conversation_id"] as Int64?)
            }
        }
        #expect(row?.0 == nil && row?.1 == nil && row?.2 == nil)
        #expect(try outing.alerts() == [] && outing.site.guests() == [])
        try outing["aino_k"].get("/groups").sees("Past groups", "Friday")
        try outing["Kim"].get(GroupPaths.group(outing.id)).isAt("/login?next=\(GroupPaths.group(outing.id))")
        #expect(try outing.titles("aino_k").last == "Friday is over")
        // What people sent is theirs, as long as they keep it.
        let kept = try outing.site.references(to: outing.account("mikko"))
        #expect(kept.contains("position.account_id"))
    }

    @Test func `its maker ends it for all, nobody else`() throws {
        let outing = try GroupOuting()
        try outing.press("mikko", "end").gets(404)
        try outing.press("aino_k", "end")
        try outing["mikko"].get(GroupPaths.group(outing.id)).isAt("/groups")
        try outing.press("mikko", "heading-home").gets(422)
    }

    @Test func `who leaves is gone from the map, and the group goes on with the next as its maker`() throws {
        let outing = try GroupOuting()
        try outing.gather()
        let aino = try outing.member("aino_k").id.rawValue
        try outing.press("aino_k", "leave")
        #expect(try outing.view("mikko").state.fix(of: aino) == nil)
        #expect(try outing.view("mikko").own.isMaker && outing.alerts() == [.gone])
        try outing["aino_k"].get(GroupPaths.group(outing.id)).gets(404)
    }

    @Test func `who is removed is out, and neither code nor link leads back`() throws {
        let outing = try GroupOuting()
        let group = try outing.view("aino_k").group
        let link = GroupLink.secret(group.id, version: group.linkVersion, outing.site.app.site.key)
        let mikko = try outing.member("mikko").id
        try outing.press("leena", "members/\(mikko)/remove").gets(404)
        try outing.press("aino_k", "members/\(mikko)/remove")
        try outing["mikko"].get(GroupPaths.group(outing.id)).gets(404)
        for word in [group.code, link] { try outing["mikko"].get(GroupPaths.invitation(word)).gets(404) }
    }

    @Test func `the chosen device stays the one that counts`() throws {
        let outing = try GroupOuting()
        try outing.gather()
        let mikko = try outing.account("mikko")
        let phone = try #require(
            try outing.site.app.site.database.read { try PositionQueries.devices($0, of: mikko) }.first?.id)
        try outing.press("mikko", "device", [("device", "\(phone)")])
        let laptop = try outing.site.member(signedUp: "mikko")
        outing.site.wait(seconds: 60)
        for place in [900.0, 950, 1_000] {
            try laptop.stand(at: GroupOuting.place(place))
            outing.site.wait(seconds: 60)
        }
        #expect(try outing.alerts() == [])
        for wrong in ["0", "x", "999999999"] { try outing.press("mikko", "device", [("device", wrong)]).gets(404) }
    }
}
