import Database
import Proximity
import Safeguards

/// A notice on its way out: all that its job stores.
struct NoticeDelivery: JobPayload {
    let kind: String
    let subject: Int64
    let account: ID<Account>
    /// Who did what it tells; nil for the site.
    let sender: ID<Account>?
    /// Which of the targets of its transport it is for.
    let target: Int64
    /// When the notice was told. One that was told again since is carried by its newer job.
    let raisedAt: Timestamp
}

extension NoticeDelivery {
    init?(older text: String) {
        let parts = text.split(separator: "\n")
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
    var transports: [any NoticeTransport] { [NoticePush(notices: self), NoticeMail(site: site, accounts: accounts)] }

    var deliveryJobs: [JobKind] {
        transports.flatMap { transport in
            [true, false].map { isSafety in
                JobKind(
                    name: transport.channel.jobName(isSafety: isSafety), payload: NoticeDelivery.self,
                    lease: transport.lease, lane: isSafety ? .safety : transport.lane
                ) { try run($0, $1, by: transport) }
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

    /// What a delivery is counted by. A sender has a third of what its channel takes to a target in a day, and a kind two thirds,
    /// so that nobody can use up what others need; what safety may depend on counts by itself, and by its sender.
    func counters(_ delivery: NoticeDelivery, of limit: Throttle) -> [Throttles.Counter] {
        let target = "\(delivery.account)-\(delivery.target)"
        let (ofKind, sender) = ("\(target)-\(delivery.kind)", delivery.sender.map { "\($0)" } ?? "site")
        if kind(delivery.kind)?.isSafety == true { return [(limit, "\(ofKind)-\(sender)")] }
        func part(_ name: String, thirds: Int) -> Throttle {
            Throttle("\(limit.name)-\(name)", attempts: limit.attempts * thirds / 3, window: limit.window)
        }
        let others: [Throttles.Counter] = [(part("kind", thirds: 2), ofKind), (limit, target)]
        return delivery.sender == nil ? others : [(part("sender", thirds: 1), "\(target)-\(sender)")] + others
    }

    /// Enqueues what carries a notice out, in the caller's transaction. In quiet hours it waits for their end.
    func enqueue(
        _ database: Writer, _ channel: NoticeChannel, kind: String, subject: Int64, to account: ID<Account>,
        from sender: ID<Account>?, isAgain: Bool, at now: Timestamp
    ) throws {
        guard let transport = transports.first(where: { $0.channel == channel }) else { return }
        let targets = try transport.targets(database, of: account, now)
        guard
            try !targets.isEmpty
                && NoticeChannelQueries.upsert(
                    database, channel, kind: kind, subject: subject, to: account, isAgain: isAgain,
                    rest: transport.rest, at: now)
        else { return }
        let start = try quietEnd(database, for: kind, of: account, now) ?? now
        for target in targets {
            let delivery = NoticeDelivery(
                kind: kind, subject: subject, account: account, sender: sender, target: target, raisedAt: now)
            try enqueue(database, channel, delivery: delivery, at: start)
        }
    }

    /// The time is a part of the key, because a job that puts its delivery off still holds the key of its own time; so is
    /// when the notice was told, because one that is told again while it waits is carried by its newer job.
    private func enqueue(
        _ database: Writer, _ channel: NoticeChannel, delivery: NoticeDelivery, at time: Timestamp
    ) throws {
        let name = channel.jobName(isSafety: kind(delivery.kind)?.isSafety == true)
        let key = [
            name, "\(delivery.account)", delivery.kind, "\(delivery.subject)", "\(delivery.target)",
            "\(delivery.raisedAt.milliseconds)", "\(time.milliseconds)",
        ]
        try Job.enqueue(
            database, kind: name, key: key.joined(separator: "-"), payload: delivery, for: delivery.account, at: time)
    }

    private func run(_ delivery: NoticeDelivery, _ job: Job, by transport: any NoticeTransport) throws {
        let channel = transport.channel
        switch try deliver(delivery, job, by: transport) {
        case .later(let time): try site.database.write { try enqueue($0, channel, delivery: delivery, at: time) }
        case .sent: try end(delivery, channel, sentAt: job.now)
        case .nowhere: try end(delivery, channel, sentAt: nil)
        case .gone: try mailInstead(delivery, job.now)
        }
    }

    private func end(_ delivery: NoticeDelivery, _ channel: NoticeChannel, sentAt time: Timestamp?) throws {
        try site.database.write {
            try NoticeChannelQueries.end($0, channel, delivery: delivery, sentAt: time, hasMore: channel == .push)
        }
    }

    /// Asks everything again, because since the announcement the notice may have been read, its subject deleted, its
    /// person suspended.
    private func deliver(
        _ delivery: NoticeDelivery, _ job: Job, by transport: any NoticeTransport
    ) throws -> NoticeOutcome {
        let account = delivery.account
        let (shown, quietEnd) = try site.database.read { database -> (ShownNotice?, Timestamp?) in
            guard
                let notice = try NoticeChannelQueries.waiting(
                    database, transport.channel, kind: delivery.kind, subject: delivery.subject, for: account),
                notice.raisedAt == delivery.raisedAt,
                try !NoticeSettingsQueries.isSuspended(database, account),
                try isChosen(transport.channel, database, of: delivery.kind, for: account)
            else { return (nil, nil) }
            let quietEnd = try self.quietEnd(database, for: delivery.kind, of: account, job.now)
            return (try visible(database, [notice], for: account, at: job.now).first, quietEnd)
        }
        guard let shown else { return .nowhere }
        if let quietEnd { return .later(quietEnd) }
        do {
            let counters = try site.throttles.attempt(counters(delivery, of: transport.limit), job.now)
            let outcome = try site.throttles.givingBack(counters, at: job.now) {
                try transport.send(shown, delivery: delivery, job: job)
            }
            if case .later = outcome { try site.throttles.succeeded(forgotten: [], returned: counters, job.now) }
            return outcome
        } catch Failure.tooMany {
            try gather(delivery, by: transport, job.now)
            return .nowhere
        }
    }
}
