import Database
import Proximity
import Safeguards

/// A channel that leaves the site. It is tried by a job after the commit of what happened, never in a request; a failed
/// try is a failed job and comes again.
protocol NoticeCarrier: Sendable {
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
    func carry(_ shown: ShownNotice, _ errand: NoticeErrand, _ job: Job) throws -> NoticeDelivery
    /// Carries in one message that there are unread notices.
    func carry(_ unread: UnreadNotices, to account: ID<Account>, target: Int64, _ job: Job) throws -> NoticeDelivery
}

/// What became of a notice on its way out.
enum NoticeDelivery: Equatable {
    case carried
    /// There is nowhere to carry it, or it is not news any more.
    case nowhere
    /// Its target does not exist any more.
    case gone
    /// It is tried again then.
    case later(Timestamp)
}

/// A notice on its way out: all that its job stores.
struct NoticeErrand {
    let kind: String
    let subject: Int64
    let account: ID<Account>
    /// Who did what it tells; nil for the site.
    let sender: ID<Account>?
    /// Which of its carrier's targets it is for.
    let target: Int64
    /// When the notice was told. One that was told again since is carried by its newer job.
    let raisedAt: Timestamp

    var payload: String {
        "\(kind)\n\(subject)\n\(account)\n\(target)\n\(raisedAt.milliseconds)" + (sender.map { "\n\($0)" } ?? "")
    }
}

extension NoticeErrand {
    init?(_ payload: String) {
        let parts = payload.split(separator: "\n")
        guard 5...6 ~= parts.count, let subject = Int64(parts[1]), let account = ID<Account>(parts[2]),
            let target = Int64(parts[3]), let raised = Timestamp(input: parts[4])
        else { return nil }
        self.init(
            kind: String(parts[0]), subject: subject, account: account,
            sender: parts.count == 6 ? ID<Account>(parts[5]) : nil, target: target, raisedAt: raised)
    }
}

extension NoticeChannel {
    /// The head of its column among the settings.
    var words: String {
        switch self {
        case .site: "Here"
        case .push: "Push"
        case .mail: "Email"
        }
    }

    /// The name of its jobs: those of what safety may depend on are in a lane of their own.
    fileprivate func jobName(isSafety: Bool) -> String { "notices.\(rawValue)\(isSafety ? ".safety" : "")" }
}

extension Notices {
    /// All channels that leave the site.
    var carriers: [any NoticeCarrier] { [NoticePush(notices: self), NoticeMail(site: site, accounts: accounts)] }

    var carrierJobs: [JobKind] {
        carriers.flatMap { carrier in
            [true, false].map { isSafety in
                JobKind(
                    name: carrier.channel.jobName(isSafety: isSafety), lease: carrier.lease,
                    delay: isSafety ? 0 : nil, lane: isSafety ? .safety : carrier.lane
                ) { try run($0, by: carrier) }
            }
        }
    }

    /// The channels that a person has on for a kind: all of them for a call for help. A kind that no feature has registered is
    /// only shown here.
    func channels(_ database: Reader, of name: String, for account: ID<Account>) throws -> Set<NoticeChannel> {
        let kind = kind(name)
        if kind?.isAlwaysOn == true { return Set(NoticeChannel.allCases) }
        let choices = try NoticeSettingsQueries.choices(database, of: account, name)
        let defaults = kind?.channels ?? [.site]
        return Set(NoticeChannel.allCases.filter { choices[$0] ?? defaults.contains($0) })
    }

    private func kind(_ name: String) -> NoticeKind? { allKinds.first { $0.name == name } }

    /// The end of the quiet hours in which a notice waits; nil if it need not.
    private func quietEnd(
        _ database: Reader, for kind: String, of account: ID<Account>, _ now: Timestamp
    ) throws -> Timestamp? {
        if self.kind(kind)?.isSafety == true { return nil }
        return try NoticeSettingsQueries.quietEnd(database, of: account, now)
    }

    /// What an errand is counted by. A sender has a third of what its channel takes to a target in a day, and a kind two thirds,
    /// so that nobody can use up what others need; what safety may depend on counts by itself, and by its sender.
    func counters(_ errand: NoticeErrand, of limit: Throttle) -> [Throttles.Counter] {
        let target = "\(errand.account)-\(errand.target)"
        let (ofKind, sender) = ("\(target)-\(errand.kind)", errand.sender.map { "\($0)" } ?? "site")
        if kind(errand.kind)?.isSafety == true { return [(limit, "\(ofKind)-\(sender)")] }
        func part(_ name: String, thirds: Int) -> Throttle {
            Throttle("\(limit.name)-\(name)", attempts: limit.attempts * thirds / 3, window: limit.window)
        }
        let others: [Throttles.Counter] = [(part("kind", thirds: 2), ofKind), (limit, target)]
        return errand.sender == nil ? others : [(part("sender", thirds: 1), "\(target)-\(sender)")] + others
    }

    /// Enqueues what carries a notice out, in the caller's transaction. In quiet hours it waits for their end.
    func enqueue(
        _ database: Writer, _ channel: NoticeChannel, _ kind: String, subject: Int64, to account: ID<Account>,
        from sender: ID<Account>?, isAgain: Bool, _ now: Timestamp
    ) throws {
        guard let carrier = carriers.first(where: { $0.channel == channel }) else { return }
        let targets = try carrier.targets(database, of: account, now)
        guard
            try !targets.isEmpty
                && NoticeChannelQueries.raise(
                    database, channel, kind, subject: subject, to: account, isAgain: isAgain, rest: carrier.rest, now)
        else { return }
        let start = try quietEnd(database, for: kind, of: account, now) ?? now
        for target in targets {
            let errand = NoticeErrand(
                kind: kind, subject: subject, account: account, sender: sender, target: target, raisedAt: now)
            try enqueue(database, channel, errand, at: start)
        }
    }

    /// The time is a part of the key, because a job that puts its errand off still holds the key of its own time; so is
    /// when the notice was told, because one that is told again while it waits is carried by its newer job.
    private func enqueue(
        _ database: Writer, _ channel: NoticeChannel, _ errand: NoticeErrand, at time: Timestamp
    ) throws {
        let name = channel.jobName(isSafety: kind(errand.kind)?.isSafety == true)
        let key = [
            name, "\(errand.account)", errand.kind, "\(errand.subject)", "\(errand.target)",
            "\(errand.raisedAt.milliseconds)", "\(time.milliseconds)",
        ]
        try Job.enqueue(
            database, kind: name, key: key.joined(separator: "-"), payload: errand.payload, for: errand.account,
            at: time)
    }

    private func run(_ job: Job, by carrier: any NoticeCarrier) throws {
        guard let errand = NoticeErrand(job.payload) else { return }
        let channel = carrier.channel
        switch try deliver(errand, job, by: carrier) {
        case .later(let time): try site.database.write { try enqueue($0, channel, errand, at: time) }
        case .carried: try end(errand, channel, sentAt: job.now)
        case .nowhere: try end(errand, channel, sentAt: nil)
        case .gone: try mailInstead(errand, job.now)
        }
    }

    private func end(_ errand: NoticeErrand, _ channel: NoticeChannel, sentAt time: Timestamp?) throws {
        try site.database.write {
            try NoticeChannelQueries.end($0, channel, errand, sentAt: time, hasMore: channel == .push)
        }
    }

    /// Asks everything again, because since the announcement the notice may have been read, its subject deleted, its
    /// person suspended.
    private func deliver(
        _ errand: NoticeErrand, _ job: Job, by carrier: any NoticeCarrier
    ) throws -> NoticeDelivery {
        let account = errand.account
        let (shown, quietEnd) = try site.database.read { database -> (ShownNotice?, Timestamp?) in
            guard
                let notice = try NoticeChannelQueries.waiting(
                    database, carrier.channel, errand.kind, subject: errand.subject, for: account),
                notice.raisedAt == errand.raisedAt,
                try !NoticeSettingsQueries.isSuspended(database, account),
                try isChosen(carrier.channel, database, of: errand.kind, for: account)
            else { return (nil, nil) }
            let quietEnd = try self.quietEnd(database, for: errand.kind, of: account, job.now)
            return (try visible(database, [notice], for: account, job.now).first, quietEnd)
        }
        guard let shown else { return .nowhere }
        if let quietEnd { return .later(quietEnd) }
        do {
            let counters = try site.throttles.attempt(counters(errand, of: carrier.limit), job.now)
            let delivery = try site.throttles.givingBack(counters, job.now) { try carrier.carry(shown, errand, job) }
            if case .later = delivery { try site.throttles.succeeded(forgotten: [], returned: counters, job.now) }
            return delivery
        } catch Failure.tooMany {
            try gather(errand, by: carrier, job.now)
            return .nowhere
        }
    }
}
