import Database
import Proximity

/// What goes over a limit of a channel is not lost: one message says how much there is to read.
extension Notices {
    var gatheringJobs: [JobKind] {
        carriers.map { carrier in
            JobKind(
                name: Notices.gatheringJob(carrier.channel), lease: carrier.lease, delay: carrier.gathering,
                lane: carrier.lane
            ) {
                try carryGathered($0, by: carrier)
            }
        }
    }

    private static func gatheringJob(_ channel: NoticeChannel) -> String { "notices.\(channel.rawValue).gathered" }

    /// Enqueues the message for the end of the time in which the carrier gathers, once.
    func gather(_ errand: NoticeErrand, by carrier: any NoticeCarrier, _ now: Timestamp) throws {
        let begun = Double(now.milliseconds % Int64(carrier.gathering * 1_000)) / 1_000
        let end = now + (carrier.gathering - begun)
        try gatherLater(carrier.channel, "\(errand.account) \(errand.target)", for: errand.account, at: end)
    }

    private func gatherLater(
        _ channel: NoticeChannel, _ payload: String, for account: ID<Account>, at time: Timestamp
    ) throws {
        let name = Notices.gatheringJob(channel)
        try site.database.write {
            try Job.enqueue(
                $0, kind: name, key: "\(name) \(payload) \(time.milliseconds)", payload: payload, for: account, at: time
            )
        }
    }

    /// Says what is unread by then, as the page of notices shows it. Who has looked at that page is told nothing.
    private func carryGathered(_ job: Job, by carrier: any NoticeCarrier) throws {
        let parts = job.payload.split(separator: " ")
        guard parts.count == 2, let account = ID<Account>(parts[0]), let target = Int64(parts[1]) else { return }
        let (unread, quietEnd) = try site.database.read { database -> (UnreadNotices?, Timestamp?) in
            guard try !NoticeSettingsQueries.isSuspended(database, account) else { return (nil, nil) }
            let unread = try self.unread(database, of: account, since: job.now - Notices.kept, job.now)
            return (unread, try NoticeSettingsQueries.quietEnd(database, of: account, job.now))
        }
        if let quietEnd { return try gatherLater(carrier.channel, job.payload, for: account, at: quietEnd) }
        guard let unread else { return }
        if case .later(let time) = try carrier.carry(unread, to: account, target: target, job) {
            try gatherLater(carrier.channel, job.payload, for: account, at: time)
        }
    }
}
