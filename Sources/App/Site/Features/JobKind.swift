import Database
import Proximity

/// A queue of jobs with its own threads, so that short jobs do not wait for long ones.
enum JobLane: CaseIterable {
    /// Milliseconds: deletes a file.
    case prompt
    /// Carries out what somebody's safety may depend on, and waits for no other message.
    case safety
    /// Waits for a mail server.
    case mail
    /// Waits for push services, several at once.
    case push
    /// Many rows: seconds, rarely more.
    case bulk
    /// Seconds to minutes, for which somebody waits: makes a file to take away.
    case long
    /// Minutes, for which nobody waits.
    case transcoding
    /// Minutes, and never behind a film: copies the site.
    case backup

    /// How many of its jobs run at once.
    var threads: Int {
        switch self {
        case .push: 8
        case .safety: 4
        case .prompt, .mail, .bulk, .long, .transcoding, .backup: 1
        }
    }

    /// How many of its jobs for one account run at once. (Several devices get a call for help at once.)
    var mostOfAccount: Int {
        switch self {
        case .push: 2
        case .safety: 3
        case .prompt, .mail, .bulk, .long, .transcoding, .backup: 1
        }
    }
}

/// A kind of deferred work.
struct JobKind: Sendable {
    /// The name in the table: "mail.reset".
    let name: String
    /// Seconds that a run may take before another process may take the job over.
    var lease = 300.0
    /// Seconds between runs of a recurring job; nil for jobs that are enqueued.
    var interval: Double?
    /// Seconds after which it is due at the latest, for what is promised within them; nil for jobs of any time. One that waits
    /// for longer was enqueued by a clock that was ahead.
    var delay: Double?
    /// Its queue.
    var lane = JobLane.prompt
    /// Whether it is retried until it succeeds, such as a promised deletion; others are given up after some runs.
    var isPromised = false
    /// Does the work. Must be safe to run twice, because a process may die between the work and its commit.
    let run: @Sendable (Job) throws -> Void

    /// A sweep of old data, every five minutes.
    static func sweep(_ name: String, run: @escaping @Sendable (Job) throws -> Void) -> JobKind {
        JobKind(name: name, interval: 300, lane: .bulk, run: run)
    }

    var isTriedForEver: Bool { isPromised || interval != nil }
}

/// A job as passed to its kind.
struct Job: Sendable {
    let id: ID<Job>
    let kind: String
    /// Its argument; only the kind interprets it.
    let payload: String
    /// 1 for the first run.
    let attempt: Int
    let now: Timestamp
}
