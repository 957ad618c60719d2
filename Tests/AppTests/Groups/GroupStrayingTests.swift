import Database
import Foundation
import Proximity
import TestTools
import Testing

@testable import App

/// Whether a group keeps together, as its members' phones report.
struct GroupStrayingTests {
    /// The places of a run in metres from its start: of a batch of Overland, or of GPX.
    private func track(_ path: String) throws -> [(north: Double, east: Double)] {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let pairs =
            path.hasSuffix(".json")
            ? text.matches(of: /"coordinates":\[(-?[\d.]+),(-?[\d.]+)\]/).map { ($0.2, $0.1) }
            : text.matches(of: /<trkpt lat="(-?[\d.]+)" lon="(-?[\d.]+)"/).map { ($0.1, $0.2) }
        let found = pairs.compactMap { pair in
            Double(pair.0).flatMap { north in Double(pair.1).map { (north, $0) } }
        }
        let start = try #require(found.first)
        return found.map { place in
            let width = 111_195 * cos(start.0 * .pi / 180)
            return ((place.0 - start.0) * 111_195, (place.1 - start.1) * width)
        }
    }

    /// An error of a receiver, in −29…29 m, the same in every run.
    private func noise(_ number: Int) -> Double { Double((number * 7_919 + 13) % 59 - 29) }

    @Test func `who drifts 600 m off a run and returns is told of once, and once that they are back`() throws {
        try checkDrift(off: try track(FixtureFile.path("run.json")))
    }

    @Test(.needsSharedData)
    func `who drifts 600 m off a real run and returns is told of once, and once that they are back`() throws {
        try checkDrift(off: try track(SharedData.path("tracks/gpx/run_gpxtpx.gpx")))
    }

    private func checkDrift(off track: [(north: Double, east: Double)]) throws {
        let outing = try GroupOuting()
        // One place a second.
        let places = stride(from: 0, to: track.count, by: 15).map { track[$0] }
        for step in 0..<120 {
            let place = places[min(step, places.count - 1)]
            for (number, name) in ["aino_k", "mikko", "leena"].enumerated() {
                let away = name == "leena" ? max(0, 600 - abs(Double(step - 60)) * 15) : 0
                let error = (noise(3 * step + number) / 3, noise(7 * step + number) / 3)
                try outing.walk(name, north: place.north + away + error.0, east: place.east + error.1)
            }
            outing.site.wait(seconds: 15)
        }
        #expect(try outing.alerts() == [.strayed, .back])
        #expect(try outing.told("leena") == ["group.left"])
        for name in ["aino_k", "mikko"] { #expect(try outing.told(name) == ["group.strayed", "group.back"]) }
    }

    @Test(arguments: zip([8.0, 30], [[GroupAlert.Kind.strayed], []]))
    func `an hour of noise at the limit tells nobody twice`(accuracy: Double, alerts: [GroupAlert.Kind]) throws {
        let outing = try GroupOuting()
        for step in 0..<180 {
            if step % 15 == 0 { try outing.gather(except: "leena") }
            try outing.walk("leena", north: 300 + noise(step), accuracy: accuracy)
            outing.site.wait(seconds: 20)
        }
        #expect(try outing.alerts() == alerts)
    }

    @Test func `of two members both are told that they are apart, and together again`() throws {
        let outing = try GroupOuting(["aino_k", "mikko"])
        try outing.gather()
        outing.site.wait(seconds: 20)
        #expect(try outing.stray("mikko").contains("group.strayed"))
        #expect(try outing.alerts() == [.apart])
        for name in ["aino_k", "mikko"] { #expect(try outing.told(name) == ["group.strayed"]) }
        #expect(try outing.texts("aino_k").map { $0.title } == ["You and mikko are more than 300 m apart · Friday"])
        #expect(try outing.texts("mikko").map { $0.title } == ["You and aino_k are more than 300 m apart · Friday"])
        #expect(try outing.approach("mikko", north: 10).contains("group.back"))
        #expect(try outing.alerts() == [.apart, .together])
        for name in ["aino_k", "mikko"] { #expect(try outing.told(name) == ["group.strayed", "group.back"]) }
    }

    @Test func `a phone falls silent by the clock alone: the others are told once, and nobody is alerted`() throws {
        let outing = try GroupOuting()
        try outing.gather()
        let member = try outing.member("leena").id.rawValue
        outing.site.wait(seconds: GroupState.freshness + 1)
        outing.site.sweep()
        let (state, now) = (try outing.state(), outing.site.now)
        #expect(state.condition(of: member, now: now) == .noSignal && state.nextChange == nil)
        // Its last place stays.
        #expect(state.fix(of: member) != nil)
        try outing.walk("leena", north: 5)
        #expect(try outing.state().condition(of: member, now: now) == .together)
        #expect(try outing.state().nextChange == now + GroupState.freshness)
        // The three fell silent together; each is told of the two others at once, and of nobody again.
        #expect(try outing.alerts() == [.silent, .silent, .silent])
        #expect(try outing.told("aino_k") == [GroupNotices.silent])
        #expect(try outing.texts("leena").first?.title.hasPrefix("No word from the phones of ") == true)
        try outing.visitor("aino_k").get(outing.door.path).sees("Last seen 10 min ago")
        #expect(try !outing.visitor("mikko").get("/archive").page.text.contains("data-alert="))
        outing.site.wait(seconds: GroupState.freshness + 1)
        outing.site.sweep()
        #expect(try outing.alerts().count == 3)
    }

    @Test func `one fix far away is told after half a minute when no other comes`() throws {
        let outing = try GroupOuting()
        try outing.gather()
        outing.site.wait(seconds: 20)
        #expect(try !outing.walk("leena", north: 600).contains("group.strayed"))
        outing.site.wait(seconds: 29)
        outing.site.sweep()
        #expect(try outing.alerts() == [])
        outing.site.wait(seconds: 1)
        outing.site.sweep()
        #expect(try outing.alerts() == [.strayed])
        #expect(try outing.told("mikko") == ["group.strayed"] && outing.told("leena") == ["group.left"])
    }

    @Test func `two processes on one database alert once`() throws {
        let outing = try GroupOuting()
        let second = try TestSite.at(outing.site.folder, outing.site.now)
        // The folder goes with the site.
        defer { withExtendedLifetime(second) {} }
        let leena = try outing.visitor("leena")
        let elsewhere = Visitor(second, cookies: leena.cookies)
        try elsewhere.get("/groups")
        try outing.gather()
        for step in 0..<24 {
            for site in [outing.site, second] { site.wait(seconds: 15) }
            let away = step < 16 ? 600.0 : 10
            try outing.walk(step % 2 == 0 ? leena : elsewhere, to: GroupOuting.place(north: away))
            for site in [outing.site, second] { site.sweep() }
        }
        #expect(try outing.alerts() == [.strayed, .back])
        #expect(try outing.told("aino_k") == ["group.strayed", "group.back"])
    }

    @Test func `the notice of who strayed leads to the map centred on them, and theirs to the group`() throws {
        let outing = try GroupOuting(guest: "Kim")
        try outing.gather()
        outing.site.wait(seconds: 20)
        #expect(try outing.stray("Kim").contains("group.strayed"))
        let path = try outing.path(of: "Kim")
        for name in ["aino_k", "mikko", "leena"] {
            let texts = try outing.texts(name)
            #expect(texts.map { $0.title } == ["Kim (guest) is more than 300 m from the group · Friday"])
            #expect(texts.map { $0.path } == [path])
        }
        let own = try outing.texts("Kim")
        #expect(own.map { $0.title } == ["You’re more than 300 m from the group · Friday"])
        #expect(own.map { $0.path } == [outing.door.path])
        // The list of notices says at what time; nothing that leaves the site does.
        #expect(own.allSatisfy { $0.happened.wholeMatch(of: /at \d\d:\d\d/) != nil && $0.outside.isEmpty })
    }
}
