import Database
import Foundation
import Logging
import Proximity

/// A job queue in a table, so that jobs survive the process. Each job runs once even if two processes serve one site,
/// and failed jobs are retried at growing intervals.
struct Jobs: Sendable {
    let database: Database
    let kinds: [JobKind]
    /// How many jobs of one account run at once.
    var mostOfAccount = JobLane.prompt.mostOfAccount
    let log: Logger

    /// Runs before a job is given up.
    static let maxAttempts = 8
    private static let firstDelay = 30.0
    private static let longestDelay = 3_600.0
    /// Seconds that a job stands back behind each earlier one of its account: more than lanes take for one, so that the
    /// first job of an account goes before the second of another.
    static let turn = 600.0
    /// Seconds that a job stands back at most.
    static let furthestBack = 3_600.0

    /// Enqueues recurring jobs.
    func begin(_ now: Timestamp) throws {
        try database.write { database in
            for kind in kinds where kind.interval != nil {
                try Job.enqueue(database, kind: kind.name, key: kind.name, at: now)
            }
            try shorten(database, now)
        }
    }

    /// Shortens waits and leases that are impossibly long because the clock was ahead: a recurring job that would wait for
    /// longer than its interval is due now, and so is one that would wait for longer than its delay.
    private func shorten(_ database: Writer, _ now: Timestamp) throws {
        for kind in kinds {
            let lease = now + kind.lease
            try database.execute(
                "UPDATE job SET lease_until = \(lease) WHERE kind = \(kind.name) AND lease_until > \(lease)")
            guard let longest = kind.interval ?? kind.delay else { continue }
            // The next attempt after a failure may be farther away than the next run.
            try database.execute(
                """
                UPDATE job SET run_at = \(now)
                WHERE failed_at IS NULL AND run_at + set_back > \(now + longest) AND kind = \(kind.name)
                  AND run_at > CASE attempts WHEN 0 THEN \(now + longest) ELSE \(now + Jobs.longestDelay) END
                """)
        }
    }

    /// Deletes waiting jobs, except recurring and promised ones.
    func forget(_ database: Writer) throws {
        let names = kinds.filter { !$0.isTriedForEver }.map { $0.name }
        try database.execute("DELETE FROM job WHERE kind IN \(names)")
    }

    /// Runs the due jobs one after the other and returns how many there were.
    @discardableResult
    func run(_ clock: () -> Timestamp, until isEnded: () -> Bool = { false }) throws -> Int {
        var count = 0
        while !isEnded(), let (job, kind, lease) = try claim(clock()) {
            count += 1
            do {
                let name = "job \(job.kind)"
                try CrashNote.during(name, UInt64(bitPattern: job.id.rawValue)) {
                    try database.onBehalf(of: nil, doing: name) { try kind.run(job) }
                }
                try finish(job, kind, lease, clock())
            } catch {
                log.error("job failed", metadata: ["kind": "\(job.kind)", "error": "\(error)"])
                try postpone(job, kind, lease, clock(), error)
            }
        }
        return count
    }

    /// Claims a job that is due, for the lease of its kind: accounts take turns, and each has only so many that run.
    private func claim(_ now: Timestamp) throws -> (Job, JobKind, lease: Timestamp)? {
        try database.write { database in
            try giveUp(database, now)
            let names = kinds.map { $0.name }
            let found = try database.first(
                """
                SELECT id, kind, payload, attempts FROM job
                WHERE failed_at IS NULL AND run_at <= \(now) AND (lease_until IS NULL OR lease_until <= \(now))
                  AND kind IN \(names) AND run_at + set_back <= \(now + Jobs.furthestBack)
                  AND (account_id IS NULL OR \(mostOfAccount) > (
                    SELECT count(*) FROM job AS other
                    WHERE other.account_id = job.account_id AND other.kind = job.kind AND other.failed_at IS NULL
                      AND other.lease_until > \(now)))
                ORDER BY run_at + set_back, id LIMIT 1
                """
            ) { row in
                Job(
                    id: try row["id"], kind: try row["kind"], payload: try row["payload"],
                    attempt: try row["attempts"] + 1, now: now)
            }
            guard let job = found, let kind = kinds.first(where: { $0.name == job.kind }) else { return nil }
            let lease = now + kind.lease
            try database.execute(
                "UPDATE job SET lease_until = \(lease), attempts = attempts + 1 WHERE id = \(job.id)")
            return (job, kind, lease)
        }
    }

    /// Gives up jobs that ended their process at every run.
    private func giveUp(_ database: Writer, _ now: Timestamp) throws {
        let names = kinds.filter { !$0.isTriedForEver }.map { $0.name }
        try database.execute(
            """
            UPDATE job SET failed_at = \(now), failing_since = coalesce(failing_since, \(now)), lease_until = NULL,
              error = 'Its last run did not come to an end.'
            WHERE failed_at IS NULL AND run_at <= \(now) AND lease_until <= \(now) AND attempts >= \(Jobs.maxAttempts)
              AND kind IN \(names) AND run_at + set_back <= \(now + Jobs.furthestBack)
            """)
    }

    /// Ends a job. A recurring one is due an interval from now; missed runs are not made up for.
    private func finish(_ job: Job, _ kind: JobKind, _ lease: Timestamp, _ now: Timestamp) throws {
        try database.write { database in
            guard let interval = kind.interval else {
                try database.execute("DELETE FROM job WHERE id = \(job.id) AND lease_until = \(lease)")
                return
            }
            try database.execute(
                """
                UPDATE job SET run_at = \(now + interval), attempts = 0, lease_until = NULL, error = NULL,
                  failing_since = NULL
                WHERE id = \(job.id) AND lease_until = \(lease)
                """)
        }
    }

    private func postpone(_ job: Job, _ kind: JobKind, _ lease: Timestamp, _ now: Timestamp, _ error: any Error) throws
    {
        let delay = min(Jobs.longestDelay, Jobs.firstDelay * pow(2, Double(job.attempt - 1)))
        let isOver = job.attempt >= Jobs.maxAttempts && !kind.isTriedForEver
        let given: Timestamp? = isOver ? now : nil
        try database.write { database in
            try database.execute(
                """
                UPDATE job SET run_at = \(now + delay), lease_until = NULL, failed_at = \(given),
                  failing_since = coalesce(failing_since, \(now)), error = \(FailingWork.words(for: error))
                WHERE id = \(job.id) AND lease_until = \(lease)
                """)
        }
    }
}

extension Job {
    /// Enqueues a job in the caller's transaction. Does nothing if a job with the same key waits or runs; a job that
    /// was given up starts again.
    ///
    /// - Parameter account: whom the job works for, if somebody can ask for many: accounts take turns.
    static func enqueue(
        _ database: Writer, kind: String, key: String, payload: String = "", for account: ID<Account>? = nil,
        at time: Timestamp
    ) throws {
        let id = try database.newID(Job.self)
        let setBack = try account.map { try Job.setBack(database, kind, of: $0, at: time) } ?? 0
        try database.execute(
            """
            INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at, set_back)
            VALUES (\(id), \(kind), \(key), \(payload), \(account), \(time), \(setBack))
            ON CONFLICT (idempotency_key) DO UPDATE
            SET payload = excluded.payload, run_at = excluded.run_at, attempts = 0, failed_at = NULL, error = NULL,
              failing_since = NULL
            WHERE failed_at IS NOT NULL
            """)
    }

    /// Milliseconds that a new job stands back: a turn behind the last of its account that is due by then.
    private static func setBack(
        _ database: Reader, _ kind: String, of account: ID<Account>, at time: Timestamp
    ) throws -> Int64 {
        let last = try database.value(
            """
            SELECT run_at + set_back FROM job
            WHERE account_id = \(account) AND kind = \(kind) AND failed_at IS NULL AND run_at <= \(time)
            ORDER BY run_at + set_back DESC LIMIT 1
            """, as: Int64.self)
        let next = (last ?? 0) + Int64(Jobs.turn * 1_000) - time.milliseconds
        return last == nil ? 0 : min(max(0, next), Int64(Jobs.furthestBack * 1_000))
    }

    /// Whether a job waits or runs.
    static func isEnqueued(_ database: Reader, key: String) throws -> Bool {
        try database.value(
            "SELECT 1 FROM job WHERE idempotency_key = \(key) AND failed_at IS NULL", as: Int.self) != nil
    }

    /// Deletes a job, in the caller's transaction. One that runs goes on, and its end leaves a later one of that key alone.
    static func cancel(_ database: Writer, key: String) throws {
        try database.execute("DELETE FROM job WHERE idempotency_key = \(key)")
    }

    /// Lets a waiting job run earlier, in the caller's transaction. Does nothing if it runs or there is none.
    static func hasten(_ database: Writer, key: String, at time: Timestamp) throws {
        try database.execute(
            """
            UPDATE job SET run_at = \(time)
            WHERE idempotency_key = \(key) AND lease_until IS NULL AND failed_at IS NULL AND run_at > \(time)
            """)
    }
}
