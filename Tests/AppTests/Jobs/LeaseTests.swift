import Database
import Logging
import Proximity
import Synchronization
import Testing

@testable import App

/// Order and leases of jobs.
struct LeaseTests {
    private struct Broken: Error {}

    private func jobs(_ site: TestSite, _ kinds: [JobKind]) -> Jobs {
        Jobs(
            database: site.app.site.database, kinds: kinds, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    @Test(arguments: [nil, 300.0])
    func `a run that outlived its lease cannot change the job of its successor`(interval: Double?) throws {
        let site = try TestSite.empty()
        let runs = Mutex(0)
        let second = JobKind(name: "slow", lease: 60, interval: interval) { _ in
            runs.withLock { $0 += 1 }
            throw Broken()
        }
        let first = JobKind(name: "slow", lease: 60, interval: interval) { _ in
            site.wait(seconds: 61)
            try jobs(site, [second]).run { site.now }
        }
        try site.app.site.database.write { try Job.enqueue($0, kind: "slow", key: "slow", at: site.now) }
        try jobs(site, [first]).run { site.now }
        #expect(runs.withLock { $0 } == 1)
        // The second run failed and retries; the first has neither ended nor postponed the job.
        let error: String? = try site.app.site.database.read {
            try $0.value("SELECT error FROM job WHERE kind = 'slow'")
        }
        #expect(error != nil)
    }

    @Test func `jobs run in the order in which they became due, and none starts after the stop`() throws {
        let site = try TestSite.empty()
        let order = Mutex<[String]>([])
        let kind = JobKind(name: "a") { job in order.withLock { $0.append(job.payload) } }
        for (payload, delay) in [("second", 20.0), ("third", 30), ("first", 10)] {
            try site.app.site.database.write {
                try Job.enqueue($0, kind: "a", key: payload, payload: payload, at: site.now + delay)
            }
        }
        site.wait(seconds: 60)
        try jobs(site, [kind]).run({ site.now }, until: { order.withLock { $0.count } == 2 })
        #expect(order.withLock { $0 } == ["first", "second"])
        #expect(try jobs(site, [kind]).run { site.now } == 1)
    }
}
