import Database
import Proximity

/// What goes over a limit of a channel is not lost: one message says how much there is to read.
extension Notices {
    var gatheringJobs: [JobKind] {
        transports.map { transport in
            JobKind(
                name: Notices.gatheringJob(transport.channel), payload: Gathering.self, lease: transport.lease,
                lane: transport.lane
            ) { try send($0, $1, by: transport) }
        }
    }

    private static func gatheringJob(_ channel: NoticeChannel) -> String { "notices.\(channel.rawValue).gathered" }

    /// Enqueues the message for the end of the time in which the transport gathers, once.
    func gather(_ delivery: NoticeDelivery, by transport: any NoticeTransport, _ now: Timestamp) throws {
        let begun = Double(now.milliseconds % Int64(transport.gathering * 1_000)) / 1_000
        let end = now + (transport.gathering - begun)
        try enqueue(
            Gathering(account: delivery.account, target: delivery.target), by: transport.channel, at: end)
    }

    private func enqueue(_ gathering: Gathering, by channel: NoticeChannel, at time: Timestamp) throws {
        let name = Notices.gatheringJob(channel)
        let key = "\(name) \(gathering.account) \(gathering.target) \(time.milliseconds)"
        try site.database.write {
            try Job.enqueue($0, kind: name, key: key, payload: gathering, for: gathering.account, at: time)
        }
    }

    /// Says what is unread by then, as the page of notices shows it. Who has looked at that page is told nothing.
    private func send(_ gathering: Gathering, _ job: Job, by transport: any NoticeTransport) throws {
        let (account, target) = (gathering.account, gathering.target)
        let (unread, quietEnd) = try site.database.read { database -> (UnreadNotices?, Timestamp?) in
            guard try !NoticeSettingsQueries.isSuspended(database, account) else { return (nil, nil) }
            let unread = try self.unread(database, of: account, since: job.now - Notices.kept, job.now)
            return (unread, try NoticeSettingsQueries.quietEnd(database, of: account, job.now))
        }
        if let quietEnd { return try enqueue(gathering, by: transport.channel, at: quietEnd) }
        guard let unread else { return }
        if case .later(let time) = try transport.send(unread, to: account, target: target, job) {
            try enqueue(gathering, by: transport.channel, at: time)
        }
    }
}

/// To whom a message goes that says how much there is to read.
private struct Gathering: JobPayload {
    let account: ID<Account>
    /// Which of the targets of its transport it is for.
    let target: Int64
}

extension Gathering {
    init?(older text: String) {
        guard let (account, target) = OlderPayload.pair(text) else { return nil }
        self.init(account: ID(rawValue: account), target: target)
    }
}
