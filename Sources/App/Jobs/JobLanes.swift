import Database
import Logging
import Proximity
import Synchronization

/// The jobs of an app by lane.
final class JobLanes: Sendable {
    private let database: Database
    private let clock: @Sendable () -> Timestamp
    private let log: Logger
    private let lanes = Mutex<[(lane: JobLane, jobs: Jobs)]>([])
    private let stopped = StoppedLanes()
    /// The time of the last look at the jobs, to notice a clock that is set back.
    private let lastLook = Mutex<Timestamp?>(nil)
    /// Seconds back that count as a jump: less is a difference between threads, and delays nothing worth mentioning.
    private static let jump = 1.0

    init(database: Database, clock: @escaping @Sendable () -> Timestamp, log: Logger) {
        self.database = database
        self.clock = clock
        self.log = log
    }

    /// Sets the kinds of jobs of all features.
    func begin(with kinds: [JobKind]) {
        let all = JobLane.allCases.map { lane in
            let kinds = kinds.filter { $0.lane == lane }
            return (lane, Jobs(database: database, kinds: kinds, mostOfAccount: lane.mostOfAccount, log: log))
        }
        lanes.withLock { $0 = all }
    }

    /// Clears the kinds, which hold references to the features.
    func end() { lanes.withLock { $0 = [] } }

    /// Enqueues recurring jobs. Those that wait for a time too far ahead, because the clock was, are due now.
    func enqueueRecurring() {
        do { for (_, jobs) in all { try jobs.begin(clock()) } } catch {
            log.error("no jobs", metadata: ["error": "\(error)"])
        }
    }

    /// Runs the due jobs of some lanes.
    func run(_ wanted: [JobLane], until isEnded: () -> Bool) {
        if isSetBack(clock()) { enqueueRecurring() }
        for (lane, jobs) in all where wanted.contains(lane) {
            do {
                try jobs.run(clock, until: isEnded)
                stopped.goesOn(lane)
            } catch {
                guard stopped.stopped(lane, error, clock()) else { continue }
                log.error("jobs stopped", metadata: ["lane": "\(lane)", "error": "\(error)"])
            }
        }
    }

    /// Whether the clock was set back since the last look.
    private func isSetBack(_ now: Timestamp) -> Bool {
        lastLook.withLock { last in
            defer { last = now }
            return last.map { $0.seconds(since: now) > JobLanes.jump } ?? false
        }
    }

    /// Deletes the waiting jobs of a lane, except recurring and promised ones.
    func forget(_ database: Writer, _ lane: JobLane) throws {
        for (other, jobs) in all where other == lane { try jobs.forget(database) }
    }

    /// What fails now: stopped lanes, and kinds of jobs whose last run failed.
    func failing(_ database: Reader, _ now: Timestamp) throws -> [FailingWork] {
        stopped.all + (try Jobs.failing(database, now))
    }

    private var all: [(lane: JobLane, jobs: Jobs)] { lanes.withLock { $0 } }
}
