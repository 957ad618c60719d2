import Atlas
import Database
import Foundation
import Proximity
import TestTools
import Testing

@testable import App

/// Clusters of relics are counted as if each relic were looked at.
struct RelicCountTests {
    private static let middle = RelicMapTests.place
    private static let world = Viewport(centre: middle, zoom: 4, width: 1_600, height: 1_200)

    /// What a viewer may know of, counted one by one.
    private func count(_ site: TestSite, _ viewer: ID<Account>, filter: RelicFilter) throws -> Int {
        try site.app.site.database.read { database in
            try database.value(
                """
                SELECT count(*) \(RelicQueries.known(to: viewer, site.now))
                  AND \(RelicQueries.isWanted(filter, for: viewer)) AND relic.lat BETWEEN 61 AND 62
                """) ?? 0
        }
    }

    private func clusters(_ site: TestSite, _ viewer: ID<Account>, filter: RelicFilter) throws -> [CellCount]? {
        try site.app.site.database.read {
            try RelicQueries.amount($0, filter, for: viewer, in: RelicCountTests.world, at: site.now).counts
        }
    }

    private static let filters: [Set<String>] = [
        [], ["photo"], ["sound", "video"], ["friends"], ["unfound"], ["friends", "unfound", "photo", "sound"],
    ]

    private func scatter(_ site: TestSite, _ names: [String], count: Int) throws -> [ID<Relic>] {
        var random = SeededGenerator(seed: 18)
        let makers = try names.map { try site.account($0) }
        return try site.app.site.database.write { database in
            try database.execute("DELETE FROM relic")
            try database.execute("DELETE FROM grid_count WHERE layer LIKE 'relics%'")
            return try (0..<count).map { number in
                let place = RelicCountTests.middle.destination(
                    bearing: Degrees(Double.random(in: 0..<360, using: &random)),
                    distance: Metres(Double.random(in: 0...9_000, using: &random)))
                return try site.leaveRelic(
                    "r\(number)", from: makers.randomElement(using: &random)!, at: place, in: database
                ) {
                    $0.kind = Relic.Kind.allCases.randomElement(using: &random)!
                    $0.audience = Int.random(in: 0..<5, using: &random) == 0 ? .friends : .everyone
                    $0.lifetime = [.forever, .forever, .forever, .hour, .day].randomElement(using: &random)!
                    $0.appearsLater = Int.random(in: 0..<8, using: &random) == 0
                }
            }
        }
    }

    /// Compares all filters for all people. Returns how many of the sums were clusters.
    private func compare(_ site: TestSite, _ people: [String]) throws -> Int {
        var crowded = 0
        for name in people {
            let viewer = try site.account(name)
            for names in RelicCountTests.filters {
                let filter = RelicFilter(names)
                let expected = try count(site, viewer, filter: filter)
                let found = try clusters(site, viewer, filter: filter)
                #expect(
                    found.map { $0.reduce(0) { $0 + $1.count } } == (expected > GridCounts.maxDrawn ? expected : nil),
                    "\(name) \(names)")
                #expect(found?.allSatisfy { $0.count > 0 } != false)
                crowded += found == nil ? 0 : 1
            }
        }
        return crowded
    }

    @Test func `counts equal what each person may know of, whatever happens`() throws {
        let site = try TestSite.demo()
        let people = ["aino_k", "mikko", "leena", "ville", "noor_h"]
        let ids = try scatter(site, people + ["jonas", "elias"], count: 7_000)
        #expect(try compare(site, people) > 10)
        let aino = try site.member("aino_k")
        try aino.get("/people/jonas").submit("/people/jonas/block")
        try site.suspend(try site.account("elias"))
        let account = try site.account("aino_k")
        try site.app.site.database.write { database in
            for id in ids.prefix(700) {
                try RelicQueries.setOpened(
                    database, id, by: account, isTyped: false, givesReceipt: false, at: site.now)
            }
            for id in ids.dropFirst(600).prefix(300) {
                try database.execute("UPDATE relic SET deleted_at = \(site.now) WHERE id = \(id)")
                try RelicQueries.count(database, id, isAdded: false)
            }
            for id in ids.dropFirst(600).prefix(50) {
                try database.execute("UPDATE relic SET deleted_at = NULL WHERE id = \(id)")
                try RelicQueries.count(database, id, isAdded: true)
            }
        }
        #expect(try compare(site, people + ["jonas"]) > 10)
        site.wait(seconds: 3_601)
        #expect(try compare(site, people + ["jonas"]) > 10)
    }

    @Test func `a hidden relic changes no byte of a crowded map`() throws {
        let site = try TestSite.demo()
        _ = try scatter(site, ["mikko", "leena"], count: 2_600)
        try site.suspend(try site.account("elias"))
        let noor = try site.member("noor_h")
        try noor.get("/people/jonas").submit("/people/jonas/block")
        let paths = [4, 11, 13, 16].map { "/map?lat=61.2&lon=25.6&z=\($0)" }
        func all() throws -> [String] { try paths.map { try noor.get($0).gets(200).page.still } }
        let before = try all()
        #expect(before[1].contains("pin-count"))
        let place = RelicCountTests.middle.destination(bearing: 10, distance: 5)
        try site.leaveRelic("h1", from: "jonas", at: place)
        try site.leaveRelic("h2", from: "elias", at: place)
        try site.leaveRelic("h3", from: "mikko", at: place) { $0.appearsLater = true }
        try site.leaveRelic("h4", from: "ville", at: place) { $0.audience = .friends }
        for (path, (one, other)) in zip(paths, zip(before, try all())) where one != other {
            Issue.record("\(path): \(one.commonPrefix(with: other).suffix(80)) …")
        }
    }

    @Test func `without relics nothing is counted`() throws {
        let site = try TestSite.demo()
        let ids = try scatter(site, ["mikko"], count: 5)
        try site.app.site.database.write { database in
            for id in ids { try RelicQueries.count(database, id, isAdded: false) }
            let left = try database.value("SELECT count(*) FROM grid_count WHERE layer LIKE 'relics%'", as: Int.self)
            #expect(left == 0)
        }
    }
}
