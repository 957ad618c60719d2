import Database
import Proximity

/// A queue of jobs with a thread of its own, so that short jobs do not wait for long ones.
enum JobLane: CaseIterable {
    /// Takes milliseconds: deleting a file.
    case prompt
    /// Waits for another server.
    case mail
    /// Goes through many rows: seconds, rarely more.
    case bulk
    /// Takes minutes; the person has already been answered.
    case long
}

/// A kind of work that is done later, outside of any request.
struct JobKind: Sendable {
    /// What rows are named by: "mail.reset".
    let name: String
    /// Seconds that one run may take before another process may take the job over.
    var lease = 300.0
    /// Seconds between runs of work that comes back by itself; nil for work that is asked for.
    var interval: Double?
    /// The queue it waits in.
    var lane = JobLane.prompt
    /// Whether it is retried until it succeeds, such as a promised deletion; others are given up after some runs.
    var isPromised = false
    /// Does the work. May run twice for one job, when a process dies in between, so it must be safe to repeat.
    let run: @Sendable (Job) throws -> Void

    /// Work that deletes what is too old, every five minutes.
    static func sweep(_ name: String, run: @escaping @Sendable (Job) throws -> Void) -> JobKind {
        JobKind(name: name, interval: 300, lane: .bulk, run: run)
    }

    var isTriedForEver: Bool { isPromised || interval != nil }
}

/// One piece of work, as its kind sees it.
struct Job: Sendable {
    let id: ID<Job>
    let kind: String
    /// What it is about; the kind knows how to read it.
    let payload: String
    /// 1 for the first run.
    let attempt: Int
    let now: Timestamp
}
