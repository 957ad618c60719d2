import Database
import Foundation
import Mail
import Media
import Proximity
import Synchronization

/// A kind of jobs whose last run failed, as administrators see it.
struct FailingWork: Sendable {
    /// The kind of its jobs: "mail.reset".
    let kind: String
    /// Number of failing jobs of this kind.
    var count: Int
    /// Since when the first of them has failed at every run.
    let since: Timestamp
    /// The reason of the last failure, as a sentence.
    var words: String
    /// Whether at least one of them is no longer retried.
    var isGivenUp: Bool

    /// The reason of a failure, in a sentence without names or texts of people. The error itself may contain them and
    /// goes to the log only.
    static func words(for error: any Error) -> String {
        switch error {
        case _ where isFullDisk(error): "The disk is full."
        case let error as DatabaseError where error.kind == .busy: "Another program held the database for too long."
        case let error as DatabaseError where error.kind == .corrupt: "The database is damaged: restore a backup."
        case is DatabaseError: "The database refused it."
        case let error as MailError: words(for: error)
        case is MediaFault: "A media file could not be read, worked on or stored."
        case is CocoaError, is POSIXError: "A file or folder could not be read or written."
        default: "Something went wrong that nobody thought of."
        }
    }

    private static func isFullDisk(_ error: any Error) -> Bool {
        switch error {
        case let error as DatabaseError: error.kind == .full
        case let error as MediaFault: error.code == ENOSPC
        case let error as CocoaError: error.code == .fileWriteOutOfSpace
        case let error as POSIXError: error.code == .ENOSPC
        case let error as Failure: error == .noSpace
        default: false
        }
    }

    private static func words(for error: MailError) -> String {
        switch error {
        case .notReachable: "The mail server cannot be reached."
        case .refused(let code, _): "The mail server refused a mail with \(code)."
        case .tls: "There is no safe connection to the mail server."
        case .notStored: "The outbox cannot be written."
        case .badHeader, .badURL: "A mail could not be made."
        }
    }
}

extension Jobs {
    /// Most failing jobs read for a page.
    private static let maxFailing = 500
    /// Seconds for which jobs that were given up are shown.
    static let toldOf = 7 * 86_400.0
    static let unknownFailure = "The log says why."

    /// The kinds of jobs that fail now, those failing longest first.
    static func failing(_ database: Reader, _ now: Timestamp) throws -> [FailingWork] {
        let jobs = try database.all(
            """
            SELECT kind, failing_since, failed_at, error FROM job
            WHERE failing_since > 0 AND (failed_at IS NULL OR failed_at > \(now - toldOf))
            ORDER BY failing_since, id LIMIT \(maxFailing)
            """
        ) { row in
            let (failedAt, error): (Timestamp?, String?) = (try row["failed_at"], try row["error"])
            return FailingWork(
                kind: try row["kind"], count: 1, since: try row["failing_since"], words: error ?? unknownFailure,
                isGivenUp: failedAt != nil)
        }
        var kinds: [FailingWork] = []
        for job in jobs {
            guard let index = kinds.firstIndex(where: { $0.kind == job.kind }) else {
                kinds.append(job)
                continue
            }
            kinds[index].count += 1
            kinds[index].words = job.words
            kinds[index].isGivenUp = kinds[index].isGivenUp || job.isGivenUp
        }
        return kinds
    }
}

/// Lanes that cannot read or claim jobs, for example because the disk is full. Kept in memory, since no row can be
/// written then.
final class StoppedLanes: Sendable {
    private let lanes = Mutex<[JobLane: FailingWork]>([:])

    /// The stopped lanes.
    var all: [FailingWork] { lanes.withLock { $0.values.sorted { $0.kind < $1.kind } } }

    /// Records that a lane is stopped; false if it already was.
    func stopped(_ lane: JobLane, _ error: any Error, _ now: Timestamp) -> Bool {
        lanes.withLock { lanes in
            let isNew = lanes[lane] == nil
            lanes[lane] = FailingWork(
                kind: "all \(lane) work", count: 1, since: lanes[lane]?.since ?? now,
                words: FailingWork.words(for: error), isGivenUp: false)
            return isNew
        }
    }

    /// Records that a lane is working again.
    func goesOn(_ lane: JobLane) { lanes.withLock { $0[lane] = nil } }
}
