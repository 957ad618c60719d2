import Database
import Proximity
import Testing

@testable import App

/// Where the demo world's people do nothing, and that they leave little behind.
struct DemoBoundTests {
    private static let tables = [
        "position", "device", "message", "notice", "event", "friend_group_member", "account", "media", "job",
        "throttle",
    ]

    private func counts(_ demo: LivingDemo) throws -> [String: Int] {
        let stored = try demo.site.everythingStored()
        return Dictionary(uniqueKeysWithValues: DemoBoundTests.tables.map { ($0, stored[$0]?.count ?? 0) })
    }

    @Test func `a second day leaves no more than the first one`() throws {
        let demo = try LivingDemo()
        func day() {
            for _ in 0..<24 { demo.live(3_600, by: 300) }
        }
        day()
        demo.live(3_600, by: 300)
        let first = try counts(demo)
        day()
        let second = try counts(demo)
        #expect(try #require(first["position"]) > 1_000)
        for (table, count) in first {
            // The last row of a day may be that of the next one.
            #expect(try #require(second[table]) <= count + 60, "\(table)")
        }
    }

    @Test func `nobody acts unless the server was told so`() throws {
        let site = try TestSite.warmDemo()
        func features() -> Int { site.app.site.features.all.count { $0 is DemoLife } }
        #expect(features() == 0)
        let positions = try site.everythingStored()["position"]
        site.wait(seconds: 60)
        site.sweep()
        site.wait(seconds: 600)
        site.sweep()
        #expect(try site.everythingStored()["position"] == positions)
        #expect(try site.everythingStored()["job"]?.contains { $0.contains("demo.") } == false)
    }

    @Test func `nobody acts in a folder that is no demo world`() throws {
        let site = try TestSite.empty { $0.livesDemo = true }
        let aino = try site.newAccount("aino_k")
        let door = try GroupDoor(aino)
        try site.newAccount("mikko").get(door.byLink).submit(door.byLink)
        for _ in 0..<4 {
            site.wait(seconds: 600)
            site.sweep()
        }
        #expect(!site.app.site.features.all.contains { $0 is DemoLife })
        #expect(try site.everythingStored()["position"] == [])
        #expect(try site.everythingStored()["message"] == [])
    }

    @Test func `nothing of a real account is touched`() throws {
        let demo = try LivingDemo()
        // The photo of the day is everybody's.
        try demo.site.app.site.database.write { try $0.execute("UPDATE daily_settings SET is_on = 0 WHERE id = 1") }
        let kaisa = try demo.site.newAccount("kaisa")
        try kaisa.stand(at: DemoCast.centre)
        demo.live(600)
        let id = try demo.site.account("kaisa")
        func own() throws -> [String: [String]] {
            var rows = try demo.site.everythingStored().mapValues { $0.filter { $0.contains("\(id)") } }
            // What time alone changes.
            for table in ["job", "session", "throttle", "look_budget"] { rows[table] = nil }
            return rows.filter { !$0.value.isEmpty }
        }
        let before = try own()
        #expect(before["position"]?.count == 1 && before["account"]?.count == 1)
        demo.live(7_200)
        #expect(try own() == before)
        let writer: SQL = "SELECT count(*) FROM conversation_member WHERE account_id = \(id)"
        #expect(try demo.count(writer) == 0)
    }
}
