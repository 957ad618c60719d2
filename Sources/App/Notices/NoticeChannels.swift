import Database
import Proximity
import Safeguards

/// A channel that leaves the site. It is tried by a job after the commit of what happened, never in a request; a failed
/// try is a failed job and comes again.
protocol NoticeCarrier: Sendable {
    var channel: NoticeChannel { get }
    /// The lane of its jobs.
    var lane: JobLane { get }
    /// The most notices that it carries to a person. Further ones are not carried later: they stand on the page of
    /// notices, and in the digest of those who want one.
    var limit: Throttle { get }
    /// Carries a notice to a person.
    ///
    /// - Returns: false if there is nowhere to carry it.
    func carry(_ text: NoticeText, to account: ID<Account>, _ job: Job) throws -> Bool
}

extension NoticeChannel {
    /// The head of its column among the settings.
    var words: String {
        switch self {
        case .site: "Here"
        case .mail: "Email"
        }
    }

    fileprivate var jobName: String { "notices.\(rawValue)" }
}

/// A notice on its way out: all that its job stores.
private struct NoticeErrand {
    let kind: String
    let subject: Int64
    let account: ID<Account>

    var payload: String { "\(kind)\n\(subject)\n\(account)" }

    init(_ kind: String, _ subject: Int64, _ account: ID<Account>) {
        self.kind = kind
        self.subject = subject
        self.account = account
    }

    init?(_ payload: String) {
        let parts = payload.split(separator: "\n")
        guard parts.count == 3, let subject = Int64(parts[1]), let account = ID<Account>(parts[2]) else { return nil }
        self.init(String(parts[0]), subject, account)
    }
}

extension Notices {
    /// All channels that leave the site.
    var carriers: [any NoticeCarrier] { [NoticeMail(site: site, accounts: accounts)] }

    var carrierJobs: [JobKind] {
        carriers.map { carrier in
            JobKind(name: carrier.channel.jobName, lane: carrier.lane) { try run($0, by: carrier) }
        }
    }

    /// The channels that a person has on for a kind. A kind that no feature has registered is only shown here.
    func channels(_ database: Reader, of kind: String, for account: ID<Account>) throws -> Set<NoticeChannel> {
        let choices = try NoticeSettingsQueries.choices(database, of: account, kind)
        let defaults = allKinds.first { $0.name == kind }?.channels ?? [.site]
        return Set(NoticeChannel.allCases.filter { choices[$0] ?? defaults.contains($0) })
    }

    /// Enqueues what carries a notice out, in the caller's transaction. In quiet hours it waits for their end.
    func enqueue(
        _ database: Writer, _ channel: NoticeChannel, _ kind: String, subject: Int64, to account: ID<Account>,
        isAgain: Bool, _ now: Timestamp
    ) throws {
        guard
            try NoticeChannelQueries.raise(
                database, channel, kind, subject: subject, to: account, isAgain: isAgain, now)
        else { return }
        let errand = NoticeErrand(kind, subject, account)
        let start = try NoticeSettingsQueries.quietEnd(database, of: account, now) ?? now
        try enqueue(database, channel, errand, at: start)
    }

    /// The time is a part of the key, because a job that puts its errand off still holds the key of its own time. Of
    /// several jobs for one errand the first carries it.
    private func enqueue(
        _ database: Writer, _ channel: NoticeChannel, _ errand: NoticeErrand, at time: Timestamp
    ) throws {
        let key = "\(channel.jobName)-\(errand.account)-\(errand.kind)-\(errand.subject)-\(time.milliseconds)"
        try Job.enqueue(database, kind: channel.jobName, key: key, payload: errand.payload, at: time)
    }

    /// What becomes of an errand.
    private enum Outcome {
        case none
        case later(Timestamp)
        case carry(NoticeText)
    }

    private func run(_ job: Job, by carrier: any NoticeCarrier) throws {
        guard let errand = NoticeErrand(job.payload) else { return }
        let channel = carrier.channel
        var isSent = false
        switch try site.database.read({ try outcome($0, errand, channel, job.now) }) {
        case .later(let time):
            return try site.database.write { try enqueue($0, channel, errand, at: time) }
        case .carry(let text): isSent = try carry(text, errand, job, by: carrier)
        case .none: break
        }
        try site.database.write {
            try NoticeChannelQueries.end(
                $0, channel, errand.kind, subject: errand.subject, for: errand.account,
                sentAt: isSent ? job.now : nil)
        }
    }

    /// Asks everything again, because since the announcement the notice may have been read, its subject deleted, its
    /// person suspended.
    private func outcome(
        _ database: Reader, _ errand: NoticeErrand, _ channel: NoticeChannel, _ now: Timestamp
    ) throws -> Outcome {
        let account = errand.account
        guard
            let notice = try NoticeChannelQueries.waiting(
                database, channel, errand.kind, subject: errand.subject, for: account),
            try !NoticeSettingsQueries.isSuspended(database, account),
            try channels(database, of: errand.kind, for: account).contains(channel)
        else { return .none }
        if let end = try NoticeSettingsQueries.quietEnd(database, of: account, now) { return .later(end) }
        guard let shown = try visible(database, [notice], for: account, now).first else { return .none }
        return .carry(shown.text)
    }

    private func carry(
        _ text: NoticeText, _ errand: NoticeErrand, _ job: Job, by carrier: any NoticeCarrier
    ) throws -> Bool {
        do {
            let counters = try site.throttles.attempt([(carrier.limit, "\(errand.account)")], job.now)
            return try site.throttles.givingBack(counters, job.now) {
                try carrier.carry(text, to: errand.account, job)
            }
        } catch Failure.tooMany { return false }
    }
}
