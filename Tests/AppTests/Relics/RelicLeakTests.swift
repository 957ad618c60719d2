import Database
import Foundation
import HTTP
import Media
import Proximity
import Testing

@testable import App

/// What leaves the server about a relic that somebody has not opened, compared to the byte.
struct RelicLeakTests {
    private static let viewer = "ville"
    private static let maker = "aino_k"

    /// Why somebody may not know of a relic.
    enum Hidden: CaseIterable, Sendable {
        case blocked, blocking, friendsOnly, notYet, expired, deleted, suspended
    }

    /// A relic of Aino's, with a second file that another copy of the world may show instead.
    private func base(_ change: (inout NewRelic) -> Void = { _ in }) throws -> (world: RelicWorld, spare: MediaName) {
        let world = try RelicWorld(maker: RelicLeakTests.maker, change)
        return (world, try RelicWorld.draft(world.site, of: RelicLeakTests.maker))
    }

    /// Ville in two copies of a world; `change` happens in the first one only.
    private func twins(_ world: RelicWorld, _ change: (Writer, TestSite) throws -> Void) throws -> Twins {
        let ville = try world.site.member(RelicLeakTests.viewer)
        let sites = [try world.site.copy(), try world.site.copy()]
        for site in sites { site.wait(seconds: world.site.now.seconds(since: site.now)) }
        try sites[0].app.site.database.write { try change($0, sites[0]) }
        var twins = Twins(Visitor(sites[0], cookies: ville.cookies), Visitor(sites[1], cookies: ville.cookies))
        twins.starts = [world.path, "/notices", "/people/\(RelicLeakTests.maker)", "/settings/visibility"]
        twins.starts += world.site.app.routes.filter {
            $0.method == .get && $0.pattern.hasPrefix("/relics") && !$0.pattern.contains("{")
        }.map(\.pattern)
        return twins
    }

    private func wait(_ twins: Twins, _ seconds: Double) {
        for visitor in [twins.one, twins.other] {
            visitor.site.wait(seconds: seconds)
            visitor.site.app.runJobs(JobLane.allCases)
        }
    }

    /// Sends everything there is an address for.
    private func compareEverything(_ twins: Twins, world: RelicWorld, files: [String]) throws {
        for visitor in [twins.one, twins.other] { try visitor.get("/settings") }
        let kinds = [[], [("If-None-Match", "*")], [("Range", "bytes=0-9")], [("Sec-Purpose", "prefetch")]]
        for path in files {
            let name = path.split(separator: "/")[1]
            for fields in kinds + [
                [("If-None-Match", "\"\(name)-original\"")], [("If-None-Match", "\"\(name)-large\"")],
            ] {
                for method in [HTTP.Method.get, .head] {
                    let status = try twins.compareAnswers("\(method) \(path) \(fields)") {
                        try $0.ask(method, path: path, fields: fields)
                    }
                    #expect(status == .notFound)
                }
            }
        }
        let routes = world.site.app.routes.filter { $0.pattern.hasPrefix("/relics/{id}") }
        #expect(routes.count >= 5)
        for route in routes {
            let path = route.pattern.replacing("{id}", with: "\(world.id)").replacing(#/\{\w+\}/#, with: "1")
            for fields in kinds + [[("Accept", "application/json")]] {
                let form = [("password", "wrong"), ("text", "x"), ("reason", "x"), ("key", "k")]
                let methods: [HTTP.Method] = route.method == .post ? [.post] : [.get, .head]
                for method in methods {
                    try twins.compareAnswers("\(method) \(path) \(fields)") {
                        try $0.ask(method, path: path, fields: fields, form: form)
                    }
                }
            }
        }
        for path in [
            "/map?lat=60.1695&lon=24.9495&z=16", "/?lat=60.1695&lon=24.9495&z=17", "/?view=all",
            "/events/latest?after=0",
        ] {
            for fields in [[], [("Accept", "application/json")]] {
                try twins.compareAnswers(path) { try $0.ask(.get, path: path, fields: fields) }
            }
        }
    }

    /// Stands at some places, and asks everything there.
    private func compareWalk(_ twins: Twins, world: RelicWorld, files: [String]) throws {
        for (place, accept) in [
            (RelicWorld.away, "application/json"), (RelicWorld.place, "text/html"),
            (RelicWorld.place, "application/json"),
        ] {
            wait(twins, 60)
            let form = [("lat", "\(place.latitude)"), ("lon", "\(place.longitude)"), ("accuracy", "8")]
            for visitor in [twins.one, twins.other] { try visitor.get("/settings") }
            try twins.compareAnswers("/positions") {
                try $0.ask(.post, path: "/positions", fields: [("Accept", accept)], form: form)
            }
            try compareEverything(twins, world: world, files: files)
        }
        _ = try twins.compareAllPages()
    }

    @Test(arguments: [3_600, 25_200, 82_800] as [Double])
    func `a locked relic shows place, kind, maker, radius, that it is locked and its coarse age, nothing else`(
        later: Double
    ) throws {
        let (world, spare) = try base()
        let files = try world.files + [MediaSize.original, .large].compactMap { MediaPaths.of(spare.text, $0) }
        world.site.wait(seconds: later)
        let visitors = try ["mikko", "sofia", "leena"].map { ($0, try world.site.account($0)) }
        let twins = try twins(world) { database, site in
            let (id, now) = (world.id, site.now)
            let other = try site.app.accounts.hasher.hash("another word", as: .stranger).text
            try database.execute("DELETE FROM media_draft WHERE name = \(spare.text)")
            try database.execute(
                """
                UPDATE relic SET description = 'Something else, and much longer than that.', media = \(spare.text),
                  password = \(other), created_at = created_at + 1999999, appears_at = appears_at + 1999999,
                  expires_at = expires_at + 1999999, zone = 'Asia/Tokyo' WHERE id = \(id)
                """)
            for (name, visitor) in visitors {
                try RelicQueries.setOpened(
                    database, id, by: visitor, isTyped: false, givesReceipt: true, at: now - 1_800)
                _ = try RelicQueries.insertVisit(
                    database, id, by: visitor, text: "Here!", zone: .gmt, formKey: name, at: now - 1_700)
            }
        }
        #expect(try twins.compareAnswers("the page") { try $0.ask(.get, path: world.path) } == .ok)
        try compareWalk(twins, world: world, files: files)
    }

    @Test(arguments: Hidden.allCases)
    func `around a relic that one may not know of all is as if there were none`(hidden: Hidden) throws {
        let (world, _) = try base { relic in
            if hidden == .friendsOnly { relic.audience = .friends }
            if hidden == .notYet { relic.appearsLater = true }
        }
        let files = try world.files
        // They had opened it, where they could.
        if ![.friendsOnly, .notYet].contains(hidden) {
            _ = try world.opener(RelicLeakTests.viewer)
        }
        switch hidden {
        case .blocked:
            try world.site.member(RelicLeakTests.maker).get("/people/\(RelicLeakTests.viewer)")
                .submit("/people/\(RelicLeakTests.viewer)/block")
        case .blocking:
            try world.site.member(RelicLeakTests.viewer).get("/people/\(RelicLeakTests.maker)")
                .submit("/people/\(RelicLeakTests.maker)/block")
        case .expired: world.site.wait(seconds: 86_400)
        case .deleted:
            try world.site.app.site.database.write {
                try $0.execute("UPDATE relic SET deleted_at = \(world.site.now) WHERE id = \(world.id)")
            }
        case .suspended: try world.site.suspend(try world.site.account(RelicLeakTests.maker))
        case .friendsOnly, .notYet: break
        }
        var twins = try twins(world) { database, _ in
            try database.execute("DELETE FROM relic WHERE id = \(world.id)")
        }
        // The job that removes what has ended draws ids as well, so that later devices have others.
        twins.hidesIDs = hidden == .expired
        #expect(try twins.compareAnswers("the page") { try $0.ask(.get, path: world.path) } == .notFound)
        try compareWalk(twins, world: world, files: files)
    }
}
