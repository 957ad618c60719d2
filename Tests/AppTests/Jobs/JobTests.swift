import Database
import Logging
import Proximity
import Synchronization
import Testing

@testable import App

/// The job queue.
struct JobTests {
    private struct Broken: Error {}

    private func jobs(_ site: TestSite, _ kinds: [JobKind]) -> Jobs {
        Jobs(
            database: site.app.site.database, kinds: kinds, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    private func add(_ site: TestSite, _ kind: String, key: String, payload: String = "") throws {
        try site.app.site.database.write { try Job.enqueue($0, kind: kind, key: key, payload: payload, at: site.now) }
    }

    private func left(_ site: TestSite, _ kind: String) throws -> Int {
        try site.app.site.database.read {
            try $0.value("SELECT count(*) FROM job WHERE kind = \(kind)", as: Int.self) ?? 0
        }
    }

    @Test func `a job runs once, however often it is enqueued`() throws {
        let site = try TestSite.empty()
        let done = Mutex<[String]>([])
        let jobs = jobs(site, [JobKind(name: "a") { job in done.withLock { $0.append(job.payload) } }])
        for _ in 0..<3 { try add(site, "a", key: "k", payload: "x") }
        try add(site, "a", key: "l", payload: "y")
        #expect(try jobs.run { site.now } == 2)
        #expect(done.withLock { $0 } == ["x", "y"])
        #expect(try jobs.run { site.now } == 0 && left(site, "a") == 0)
        // A finished job can be enqueued again.
        try add(site, "a", key: "k", payload: "z")
        #expect(try jobs.run { site.now } == 1)
    }

    @Test func `a failing job is retried at growing intervals and finally given up`() throws {
        let site = try TestSite.empty()
        let times = Mutex<[Timestamp]>([])
        let jobs = jobs(
            site,
            [
                JobKind(name: "a") { job in
                    times.withLock { $0.append(job.now) }
                    throw Broken()
                }
            ])
        try add(site, "a", key: "k")
        for _ in 0..<400 {
            try jobs.run { site.now }
            site.wait(seconds: 60)
        }
        let all = times.withLock { $0 }
        #expect(all.count == Jobs.maxAttempts)
        let pauses = zip(all, all.dropFirst()).map { $1.seconds(since: $0) }
        #expect(pauses == pauses.sorted() && (pauses.first ?? 0) >= 30 && (pauses.last ?? 0) <= 3_660)
        // Its row stays, for administrators.
        #expect(try left(site, "a") == 1)
    }

    @Test func `a job of a dead process is taken over after its lease, not before`() throws {
        let site = try TestSite.empty()
        let runs = Mutex(0)
        let kind = JobKind(name: "a", lease: 120) { _ in runs.withLock { $0 += 1 } }
        try add(site, "a", key: "k")
        // The row as a process killed in the middle leaves it.
        try site.app.site.database.write { database in
            try database.execute("UPDATE job SET lease_until = \(site.now + 120), attempts = 1 WHERE kind = 'a'")
        }
        site.wait(seconds: 119)
        #expect(try jobs(site, [kind]).run { site.now } == 0)
        site.wait(seconds: 2)
        #expect(try jobs(site, [kind]).run { site.now } == 1 && runs.withLock { $0 } == 1)
    }

    @Test func `a job that ends its process each time is given up unless it is promised`() throws {
        let site = try TestSite.empty()
        let runs = Mutex<[String]>([])
        let kinds = [false, true].map { isPromised in
            JobKind(name: "\(isPromised)", isPromised: isPromised) { job in runs.withLock { $0.append(job.kind) } }
        }
        for kind in kinds { try add(site, kind.name, key: kind.name) }
        try site.app.site.database.write {
            try $0.execute("UPDATE job SET lease_until = \(site.now), attempts = \(Jobs.maxAttempts)")
        }
        site.wait(seconds: 1)
        #expect(try jobs(site, kinds).run { site.now } == 1 && runs.withLock { $0 } == ["true"])
        // Enqueued again, it starts from scratch.
        try add(site, "false", key: "false")
        #expect(try jobs(site, kinds).run { site.now } == 1 && left(site, "false") == 0)
    }

    @Test func `a clock that was ahead delays no job once it is set right`() throws {
        let site = try TestSite.empty()
        let runs = Mutex<[String]>([])
        let kinds = [
            JobKind(name: "tick", interval: 300) { _ in runs.withLock { $0.append("tick") } },
            JobKind(name: "once", lease: 120) { _ in runs.withLock { $0.append("once") } },
        ]
        let jobs = jobs(site, kinds)
        try jobs.begin(site.now)
        try add(site, "once", key: "once")
        try site.app.site.database.write { database in
            try database.execute("UPDATE job SET run_at = \(site.now + 86_400) WHERE kind = 'tick'")
            try database.execute("UPDATE job SET lease_until = \(site.now + 86_400) WHERE kind = 'once'")
        }
        try jobs.begin(site.now)
        site.wait(seconds: 301)
        try jobs.run { site.now }
        #expect(runs.withLock { $0.sorted() } == ["once", "tick"])
    }

    @Test func `a recurring job runs on when the clock is set back meanwhile`() throws {
        let site = try TestSite.empty()
        let runs = Mutex(0)
        let lanes = JobLanes(
            database: site.app.site.database, clock: { site.now },
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        lanes.begin(with: [
            JobKind(name: "tick", interval: 300) { _ in runs.withLock { $0 += 1 } }
        ])
        func run(after seconds: Double) -> Int {
            site.wait(seconds: seconds)
            lanes.run(JobLane.allCases) { false }
            return runs.withLock { $0 }
        }
        lanes.enqueueRecurring()
        #expect(run(after: 0) == 1)
        #expect(run(after: -0.5) == 1)
        #expect(run(after: -30 * 86_400) == 2)
        // Only once, and at its usual intervals from there.
        #expect(run(after: 1) == 2 && run(after: 300) == 3)
    }

    @Test func `a failing recurring job keeps its longer wait`() throws {
        let site = try TestSite.empty()
        let runs = Mutex(0)
        let jobs = jobs(
            site,
            [
                JobKind(name: "tick", interval: 10) { _ in
                    runs.withLock { $0 += 1 }
                    throw Broken()
                }
            ])
        try jobs.begin(site.now)
        try jobs.run { site.now }
        site.wait(seconds: 15)
        try jobs.begin(site.now)
        try jobs.run { site.now }
        #expect(runs.withLock { $0 } == 1)
        site.wait(seconds: 16)
        try jobs.run { site.now }
        #expect(runs.withLock { $0 } == 2)
    }

    @Test func `two concurrent runners share the jobs and run none twice`() async throws {
        let site = try TestSite.empty()
        let done = Mutex<[String]>([])
        let kind = JobKind(name: "a") { job in done.withLock { $0.append(job.payload) } }
        for number in 0..<60 { try add(site, "a", key: "\(number)", payload: "\(number)") }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 { group.addTask { _ = try? jobs(site, [kind]).run { site.now } } }
        }
        let all = done.withLock { $0 }
        #expect(all.count == 60 && Set(all).count == 60)
    }

    @Test func `a recurring job runs once after a long pause`() throws {
        let site = try TestSite.empty()
        let runs = Mutex(0)
        let jobs = jobs(site, [JobKind(name: "tick", interval: 300) { _ in runs.withLock { $0 += 1 } }])
        try jobs.begin(site.now)
        try jobs.begin(site.now)
        try jobs.run { site.now }
        site.wait(seconds: 30 * 86_400)
        try jobs.run { site.now }
        #expect(runs.withLock { $0 } == 2)
        site.wait(seconds: 301)
        try jobs.run { site.now }
        #expect(runs.withLock { $0 } == 3)
        #expect(try left(site, "tick") == 1)
    }

    @Test func `accounts take turns, and who comes late does not wait for all that another asked for`() throws {
        let site = try TestSite.empty()
        let done = Mutex<[String]>([])
        let jobs = jobs(site, [JobKind(name: "a") { job in done.withLock { $0.append(job.payload) } }])
        func add(_ payload: String, for account: Int64) throws {
            try site.app.site.database.write {
                try Job.enqueue(
                    $0, kind: "a", key: payload, payload: payload, for: ID(rawValue: account), at: site.now)
            }
        }
        for number in 1...20 { try add("one \(number)", for: 1) }
        site.wait(seconds: 300)
        for number in 1...2 { try add("two \(number)", for: 2) }
        site.wait(seconds: 30)
        try self.add(site, "a", key: "site", payload: "site")
        try jobs.run { site.now }
        #expect(
            done.withLock { $0.prefix(6) } == ["one 1", "two 1", "site", "one 2", "two 2", "one 3"])
        #expect(done.withLock { $0.count } == 23)
        // Nothing stands back behind what was done.
        try add("one again", for: 1)
        #expect(try jobs.run { site.now } == 1)
    }

    @Test func `only so many jobs of one account run at once`() throws {
        let site = try TestSite.empty()
        let (database, now) = (site.app.site.database, site.now)
        try database.write { database in
            for (number, account) in [Int64(1), 1, 1, 2].enumerated() {
                try Job.enqueue(
                    database, kind: "a", key: "\(number)", payload: "\(account)", for: ID(rawValue: account), at: now)
            }
        }
        site.wait(seconds: 3_600)
        let running = Mutex<[String]>([])
        let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        // While one runs, another thread of the lane looks for work.
        let inner = Jobs(
            database: database, kinds: [JobKind(name: "a") { job in running.withLock { $0.append(job.payload) } }],
            maxOfAccount: 1, log: log)
        let count = Mutex(0)
        let outer = Jobs(
            database: database,
            kinds: [
                JobKind(name: "a") { job in
                    let number = count.withLock { count in
                        count += 1
                        return count
                    }
                    guard number == 1 else { return }
                    running.withLock { $0.append("first \(job.payload)") }
                    try inner.run { site.now }
                }
            ], maxOfAccount: 1, log: log)
        #expect(try outer.run { site.now } == 3)
        #expect(running.withLock { $0 } == ["first 1", "2"])
    }

    @Test func `a job of an unknown kind is left for another program`() throws {
        let site = try TestSite.empty()
        try add(site, "newer", key: "k")
        #expect(try jobs(site, []).run { site.now } == 0 && left(site, "newer") == 1)
    }
}
