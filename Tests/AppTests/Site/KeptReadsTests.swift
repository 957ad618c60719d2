import Database
import Proximity
import Testing

@testable import App

/// Values that are read again only when they may have changed.
struct KeptReadsTests {
    private final class Asker {
        let site: TestSite
        let kept = KeptReads<String, Int>(limit: 10)
        var reads = 0

        init() throws { site = try TestSite.empty() }

        var database: Database { site.app.site.database }

        func count(_ key: String = "a") throws -> Int {
            try kept.value(key, in: database, at: site.now) { database in
                reads += 1
                return try database.value("SELECT count(*) FROM throttle") ?? 0
            }
        }

        func write(_ name: String) throws {
            try database.write {
                try Throttles.attempt($0, [(.groupAction, name)], at: site.now)
            }
        }
    }

    @Test func `nothing is read again until something is written, by anybody`() throws {
        let asker = try Asker()
        let first = try asker.count()
        for _ in 0..<5 { #expect(try asker.count() == first) }
        #expect(asker.reads == 1)
        // Another key is another value.
        _ = try asker.count("b")
        #expect(asker.reads == 2)
        try asker.write("x")
        #expect(try asker.count() == first + 1)
        #expect(asker.reads == 3)
    }

    @Test func `the clock ends a value after a second, and one from the future at once`() throws {
        let asker = try Asker()
        _ = try asker.count()
        asker.site.wait(seconds: 0.999)
        _ = try asker.count()
        #expect(asker.reads == 1)
        asker.site.wait(seconds: 0.001)
        _ = try asker.count()
        #expect(asker.reads == 2)
    }

    @Test func `what an older snapshot says is not taken for what holds after it`() throws {
        let asker = try Asker()
        let first = try asker.count()
        try asker.write("x")
        let inside: [Int] = asker.database.inOneSnapshot {
            let before = (try? asker.count()) ?? -1
            try? asker.write("y")
            // The same as the page has shown so far.
            return [before, (try? asker.count()) ?? -1]
        }
        #expect(inside == [first + 1, first + 1])
        #expect(try asker.count() == first + 2)
    }

    @Test func `a failure is not kept`() throws {
        let asker = try Asker()
        #expect(throws: (any Error).self) {
            try asker.kept.value("a", in: asker.database, at: asker.site.now) { _ in throw Failure.notFound }
        }
        #expect(try asker.count() >= 0)
    }

    @Test func `a page visited again asks for its frame once, and a session that ends is ended at once`() throws {
        let site = try TestSite.empty()
        let aino = try site.newAccount("aino_k")
        try aino.get("/settings").gets(200)
        let account = try site.account("aino_k")
        try site.app.site.database.write { try AccountQueries.endSessions($0, of: account, but: nil) }
        try aino.get("/settings").isAt("/login?next=/settings")
    }
}
