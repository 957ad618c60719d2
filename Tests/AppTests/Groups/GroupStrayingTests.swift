import Database
import Foundation
import Proximity
import TestTools
import Testing

@testable import App

/// Who is told when somebody strays from a group, and when they are back.
struct GroupStrayingTests {
    @Test func `who strays and comes back is told about once each, to everybody in their words`() throws {
        let outing = try GroupOuting()
        try outing.gather()
        try outing.walk("mikko", from: 0, to: 630)
        #expect(try outing.alerts() == [.strayed])
        #expect(try outing.view("aino_k").state.condition(of: outing.member("mikko").id.rawValue, now: outing.site.now) == .strayed)
        #expect(try outing.titles("aino_k") == ["mikko has left the group · Friday"])
        #expect(try outing.titles("leena") == ["mikko has left the group · Friday"])
        #expect(try outing.titles("mikko") == ["You have left the group · Friday"])
        #expect(try outing.kinds("mikko") == ["group.left"] && outing.kinds("aino_k") == ["group.strayed"])
        try outing.walk("mikko", from: 630, to: 0)
        #expect(try outing.alerts() == [.strayed, .back])
        #expect(try outing.titles("leena").last == "mikko is back with the group · Friday")
        try outing.walk("mikko", from: 0, to: 630)
        #expect(try outing.alerts() == [.strayed, .back, .strayed])
    }

    @Test func `the answer to the fix says that one has left and is back`() throws {
        let outing = try GroupOuting()
        try outing.gather()
        outing.site.wait(seconds: 60)
        try outing.stand("mikko", 500)
        outing.site.wait(seconds: 60)
        try outing.stand("mikko", 510)
        try outing["mikko"].sees(#""kind":"group.strayed""#, "You have left the group Friday")
        for name in ["aino_k", "leena"] { try outing.stand(name, 5) }
        outing.site.wait(seconds: 60)
        try outing.stand("mikko", 20)
        try outing["mikko"].sees(#""kind":"group.back""#)
    }

    @Test func `noise of thirty metres at the limit is no straying`() throws {
        let outing = try GroupOuting()
        try outing.gather()
        var noise = SeededGenerator(seed: 22)
        for minute in 0..<60 {
            outing.site.wait(seconds: 60)
            if minute.isMultiple(of: 5) { for name in ["aino_k", "leena"] { try outing.stand(name, 0) } }
            let (north, east) = (Double.random(in: -30...30, using: &noise), Double.random(in: -30...30, using: &noise))
            try outing.stand("mikko", 300 + north, east, accuracy: 30)
        }
        #expect(try outing.alerts().count <= 1)
        #expect(try outing.alerts().contains(.back) == false)
    }

    @Test func `of two, both are told that they are apart`() throws {
        let outing = try GroupOuting(["aino_k", "mikko"])
        try outing.gather()
        try outing.walk("mikko", from: 0, to: 450)
        #expect(try outing.alerts() == [.apart])
        #expect(try outing.titles("aino_k") == ["You and mikko are far apart · Friday"])
        #expect(try outing.titles("mikko") == ["You and aino_k are far apart · Friday"])
        let kinds = try Set([outing.kinds("aino_k"), outing.kinds("mikko")].joined())
        #expect(kinds.isSubset(of: ["group.strayed", "group.left"]))
        try outing.walk("mikko", from: 450, to: 0)
        #expect(try outing.alerts() == [.apart, .together])
    }

    @Test func `a guest strays like anybody`() throws {
        let outing = try GroupOuting()
        try outing.joinGuest()
        try outing.gather()
        try outing.walk("Kim", from: 0, to: 630)
        #expect(try outing.alerts() == [.strayed])
        #expect(try outing.titles("Kim") == ["You have left the group · Friday"])
        #expect(try outing.titles("mikko") == ["Kim has left the group · Friday"])
    }

    @Test func `a silent phone keeps its place and alerts nobody`() throws {
        let outing = try GroupOuting()
        try outing.gather()
        for _ in 0..<3 {
            outing.site.wait(seconds: 300)
            for name in ["aino_k", "leena"] { try outing.stand(name, 0) }
            outing.site.app.runJobs()
        }
        let mikko = try outing.member("mikko").id.rawValue
        let state = try outing.view("aino_k").state
        #expect(state.condition(of: mikko, now: outing.site.now) == .noSignal && state.fix(of: mikko) != nil)
        #expect(try outing.alerts() == [])
        try outing["aino_k"].get(GroupPaths.group(outing.id)).sees("No signal since 15 min")
    }

    @Test func `who heads home is not told about, whether they had left the group or not`() throws {
        for isAway in [false, true] {
            let outing = try GroupOuting()
            try outing.gather()
            if isAway { try outing.walk("mikko", from: 0, to: 630) }
            try outing.press("mikko", "heading-home")
            try outing.press("mikko", "heading-home")
            let before = try outing.titles("aino_k").count
            try outing.walk("mikko", from: isAway ? 630 : 0, to: 1_500)
            #expect(try outing.titles("aino_k").count == before)
            #expect(try outing.alerts().filter { $0 == .headingHome }.count == 1)
        }
    }

    @Test func `an hour after heading home the person alone is asked, and the answer goes to all`() throws {
        let outing = try GroupOuting()
        try outing.gather()
        try outing.press("mikko", "heading-home")
        outing.site.wait(seconds: 3_500)
        outing.site.app.runJobs()
        #expect(try !outing.titles("mikko").contains("Home safe?"))
        outing.site.wait(seconds: 120)
        outing.site.app.runJobs()
        #expect(try outing.titles("mikko").contains("Home safe?"))
        #expect(try !outing.titles("aino_k").contains("Home safe?"))
        try outing["mikko"].get(GroupPaths.group(outing.id)).sees("Home safe?", "I’m home")
        for _ in 0..<2 { try outing.press("mikko", "home") }
        #expect(try outing.alerts() == [.headingHome, .home])
        #expect(try outing.titles("aino_k").last == "mikko is home · Friday")
    }

    @Test func `who is back before the hour is not asked`() throws {
        let outing = try GroupOuting()
        try outing.gather()
        try outing.walk("mikko", from: 0, to: 630)
        try outing.press("mikko", "heading-home")
        try outing.walk("mikko", from: 630, to: 0)
        #expect(try outing.member("mikko").mutedAt == nil)
        outing.site.wait(seconds: 3_700)
        outing.site.app.runJobs()
        #expect(try !outing.titles("mikko").contains("Home safe?"))
    }

    @Test func `fixes that are judged at the same time alert once`() throws {
        let outing = try GroupOuting()
        try outing.gather()
        outing.site.wait(seconds: 60)
        try outing.stand("mikko", 600)
        outing.site.wait(seconds: 60)
        let places = [600.0, 601, 602, 603]
        let (site, id) = (outing.site, outing.id)
        let mikko = try outing.account("mikko")
        let groups = try site.groupsFeature()
        let fixes = try places.map {
            try Fix(
                coordinate: GroupOuting.place($0), accuracy: Metres(8), time: site.now, source: .browser)
        }
        let device = try #require(
            try site.app.site.database.read { try PositionQueries.devices($0, of: mikko) }.first?.id)
        DispatchQueue.concurrentPerform(iterations: fixes.count) { number in
            try? site.app.site.database.write { database in
                _ = try groups.positionArrived(
                    database,
                    Arrival(
                        account: mikko, device: device, fix: fixes[number], isPlausible: true, looks: false, now: site.now))
            }
        }
        let kinds = try site.app.site.database.read { try GroupAlertQueries.alerts($0, in: id) }.map { $0.kind }
        #expect(kinds.filter { $0 == .strayed }.count == 1)
    }
}
