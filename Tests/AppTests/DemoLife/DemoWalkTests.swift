import Database
import Mail
import Proximity
import Testing

@testable import App

/// The people of the demo world walk about together.
struct DemoWalkTests {
    @Test func `for hours the group is together at every look, and nobody is told that somebody is silent or away`()
        throws
    {
        let demo = try LivingDemo()
        var names: Set<String> = []
        for look in 0..<110 {
            demo.live(240, by: 240)
            let view = try demo.group()
            names.insert(view.group.name)
            #expect(view.active.count == 5 && demo.absent(from: view) == [], "look \(look)")
            let silent: SQL = "SELECT count(*) FROM notice WHERE account_id > 0 AND kind = \(GroupNotices.silent)"
            #expect(try demo.count(silent) == 0)
        }
        // Friday was over in the evening.
        #expect(names == ["Friday", "Saturday"])
        let away: SQL = "SELECT count(*) FROM notice WHERE account_id > 0 AND kind = \(GroupNotices.strayed)"
        #expect(try demo.count(away) == 0)
        let aino = try demo.site.member("aino_k")
        try aino.get("/groups").sees("4 of 4 with you")
    }

    @Test func `who headed home turns round and says so`() throws {
        let demo = try LivingDemo()
        demo.live(60)
        #expect(demo.absent(from: try demo.group()) == [])
        let last = try #require(try demo.said().last)
        #expect(last.sender.username == "jonas" && last.content?.text == DemoLines.turnedBack)
        demo.live(300)
        #expect(try demo.said().filter { $0.content?.text == DemoLines.turnedBack }.count == 1)
    }

    @Test func `every fix is a walk away from the one before, on the streets`() throws {
        let demo = try LivingDemo()
        demo.live(60)
        let start = demo.site.now
        demo.live(1_800)
        for name in ["aino_k", "mikko", "leena", "jonas", "sofia"] {
            let account = try demo.site.account(name)
            let places: [(Coordinate, Timestamp)] = try demo.site.app.site.database.read {
                try $0.all(
                    "SELECT lat, lon, taken_at FROM position WHERE account_id = \(account) AND taken_at >= \(start) ORDER BY taken_at"
                ) { (try $0.coordinate(), try $0["taken_at"]) }
            }
            #expect(places.count >= 58, "\(name)")
            for (one, next) in zip(places, places.dropFirst()) {
                let seconds = next.1.seconds(since: one.1)
                // Each of the two is up to 3 m beside the street.
                #expect(seconds == 30 && one.0.distance(to: next.0).value <= 1.5 * seconds + 6, "\(name)")
            }
            #expect(places.allSatisfy { DemoLife.streets.nearest(to: $0.0).distance < 170 }, "\(name)")
        }
    }

    @Test func `they come to whoever plays one of them in the town, and stay when the page is closed`() throws {
        let demo = try LivingDemo()
        demo.live(60)
        let bridge = try #require(Coordinate(latitude: 60.1758, longitude: 24.9500))
        try demo.site.member("aino_k").stand(at: bridge)
        demo.live(60)
        #expect(try demo.place(of: "aino_k").distance(to: bridge) < 10)
        for name in ["mikko", "leena", "jonas", GroupDemo.guest] {
            #expect(try demo.place(of: name).distance(to: bridge) < 250, "\(name)")
        }
        for _ in 0..<6 {
            demo.live(240)
            #expect(demo.absent(from: try demo.group()) == [])
        }
        #expect(try demo.place(of: "mikko").distance(to: bridge) < 250)
        let strayed: SQL =
            "SELECT count(*) FROM notice WHERE account_id > 0 AND kind = 'group.strayed' AND read_at IS NULL"
        #expect(try demo.count(strayed) == 0)
    }

    @Test func `around somebody who is far from the town they do not gather`() throws {
        let demo = try LivingDemo()
        demo.live(60)
        let away = try #require(Coordinate(latitude: 60.30, longitude: 25.04))
        try demo.site.member("aino_k").stand(at: away)
        demo.live(60)
        for name in ["mikko", "leena", "jonas"] {
            #expect(try demo.place(of: name).distance(to: DemoCast.centre) < 1_000, "\(name)")
        }
    }

    @Test func `after a night without a server nobody was silent, and they are out again`() throws {
        let demo = try LivingDemo()
        demo.live(60)
        for pause in [7_200.0, 43_200] {
            demo.site.wait(seconds: pause)
            demo.site.sweep()
            demo.live(60)
            #expect(demo.absent(from: try demo.group()) == [])
        }
        #expect(try demo.count("SELECT count(*) FROM friend_group_alert WHERE kind = 'silent'") == 0)
        #expect(try demo.count("SELECT count(*) FROM friend_group WHERE ended_at IS NULL") == 1)
    }

    @Test func `a group that somebody ended stays ended for an hour`() throws {
        let demo = try LivingDemo()
        demo.live(60)
        let group = try demo.group().group
        try demo.site.app.site.database.write { database in
            for feature in demo.site.app.site.features.all {
                try (feature as? Groups)?.end(database, group, demo.site.now)
            }
        }
        demo.live(600)
        #expect(try demo.count("SELECT count(*) FROM friend_group WHERE ended_at IS NULL") == 0)
        demo.live(3_600, by: 240)
        #expect(try demo.group().group.id != group.id)
    }

    @Test func `what lies where they pass is found by nobody`() throws {
        let demo = try LivingDemo()
        let found: SQL = "SELECT count(*) FROM delivery WHERE found_at IS NOT NULL"
        let before = try demo.count(found)
        demo.live(3_600)
        #expect(try demo.count(found) == before)
        #expect(
            try demo.count(
                "SELECT count(*) FROM notice WHERE account_id > 0 AND kind = 'zone.entered' AND raised_at > \(TestSite.noon)"
            ) <= 3)
    }

    @Test func `who pauses is not moved, and neither is an account that has an address of its own`() throws {
        let demo = try LivingDemo()
        demo.live(60)
        let (leena, mikko) = (try demo.site.account("leena"), try demo.site.account("mikko"))
        let address = try #require(EmailAddress("somebody@example.com"))
        try demo.site.app.site.database.write { database in
            try AccountQueries.setPause(database, leena, until: demo.site.now + 3_600)
            try AddressQueries.setEmail(database, mikko, address)
        }
        let since = demo.site.now
        demo.live(600)
        for account in [leena, mikko] {
            let moved: SQL = "SELECT count(*) FROM position WHERE account_id = \(account) AND taken_at > \(since)"
            #expect(try demo.count(moved) == 0)
        }
    }
}
