import Proximity
import TestTools
import Testing

@testable import App

/// The relics of the demo world.
struct RelicDemoTests {
    @Test func `a day later there are relics of one's own, found ones, and others near and far`() throws {
        let site = try TestSite.warmDemo()
        let aino = try site.account("aino_k")
        site.wait(seconds: 86_400)
        let known = try site.app.site.database.read { database in
            try database.all(
                "SELECT \(RelicQueries.columns(for: aino)) \(RelicQueries.known(to: aino, site.now))"
            ) { try KnownRelic($0, aino, site.now) }
        }
        func count(_ condition: (KnownRelic) -> Bool) -> Int { known.count(where: condition) }
        let away = { (relic: KnownRelic) in relic.coordinate.distance(to: DemoCast.centre).value }
        #expect(count { $0.isOwn } == 2)
        #expect(count { $0.isOpened } == 2)
        #expect(count { !$0.isOwn && !$0.isOpened && !$0.isLocked && away($0) < 50 } == 1)
        #expect(count { !$0.isOwn && !$0.isOpened && $0.isLocked && away($0) < 60 } == 1)
        #expect(count { !$0.isOwn && $0.isLocked && away($0) > 200 } == 1)
        #expect(Set(known.map { $0.kind }) == Set(Relic.Kind.allCases))
    }

    @Test(arguments: Sample.one(of: [-11.0, -5, 0, 9.5]) { "\($0)" })
    func `none of them ends or begins out of its time`(hours: Double) throws {
        let time = TestSite.noon + hours * 3_600
        let site = try TestSite.at(try TestSite.makeWorld(at: time), time)
        let wrong: Int? = try site.app.site.database.read {
            try $0.value(
                """
                SELECT count(*) FROM relic LEFT JOIN relic_opening ON relic_opening.relic_id = relic.id
                WHERE created_at > \(time) OR opened_at > \(time) OR opened_at < appears_at OR expires_at <= \(time)
                """)
        }
        #expect(wrong == 0)
    }
}
