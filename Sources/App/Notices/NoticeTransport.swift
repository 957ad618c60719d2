import Database
import Proximity
import Safeguards

/// A channel that leaves the site. It is tried by a job after the commit of what happened, never in a request; a failed
/// try is a failed job and comes again.
protocol NoticeTransport: Sendable {
    var channel: NoticeChannel { get }
    /// The lane of its jobs.
    var lane: JobLane { get }
    /// The most notices that it carries to a person, one by one. Further ones are gathered.
    var limit: Throttle { get }
    /// Seconds in which further ones are gathered into one message.
    var gathering: Double { get }
    /// Seconds within which the same notice, told again, is carried once.
    var rest: Double { get }
    /// Seconds that a run of its jobs may take before another process may take it over.
    var lease: Double { get }
    /// What it goes to, each by a job of its own: the devices of a person. Without any, no job is enqueued.
    func targets(_ database: Reader, of account: ID<Account>, _ now: Timestamp) throws -> [Int64]
    /// Carries a notice to one target of a person.
    func send(_ shown: ShownNotice, delivery: NoticeDelivery, job: Job) throws -> NoticeOutcome
    /// Carries in one message that there are unread notices.
    func send(_ unread: UnreadNotices, to account: ID<Account>, target: Int64, _ job: Job) throws -> NoticeOutcome
}

/// What became of a notice on its way out.
enum NoticeOutcome: Equatable {
    case sent
    /// There is nowhere to carry it, or it is not news any more.
    case nowhere
    /// Its target does not exist any more.
    case gone
    /// It is tried again then.
    case later(Timestamp)
}
