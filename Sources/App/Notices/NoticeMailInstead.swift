import Database
import Proximity

/// Mail for those who chose it while no device of theirs gets notices.
extension Notices {
    /// The channels by which a notice leaves the site now.
    func leaving(
        _ database: Reader, _ channels: Set<NoticeChannel>, for account: ID<Account>, at now: Timestamp
    ) throws -> Set<NoticeChannel> {
        var leaving = channels.subtracting([.site])
        guard leaving.contains(.push), !leaving.contains(.mail),
            try NoticeSettingsQueries.mailsInstead(database, of: account),
            try !PushSubscriptionQueries.hasAny(database, of: account, now)
        else { return leaving }
        leaving.insert(.mail)
        return leaving
    }

    /// Whether a person wants notices of a kind by a channel, or by mail what no device gets.
    func isChosen(
        _ channel: NoticeChannel, _ database: Reader, of kind: String, for account: ID<Account>
    ) throws -> Bool {
        let channels = try channels(database, of: kind, for: account)
        if channels.contains(channel) { return true }
        guard channel == .mail, channels.contains(.push) else { return false }
        return try NoticeSettingsQueries.mailsInstead(database, of: account)
    }

    /// The device of a delivery is gone. If it was the last one, its person may want mail.
    func mailInstead(_ delivery: NoticeDelivery, _ now: Timestamp) throws {
        try site.database.write { database in
            let channels = try channels(database, of: delivery.kind, for: delivery.account)
            guard !channels.contains(.mail),
                try leaving(database, channels, for: delivery.account, at: now).contains(.mail),
                try !NoticeChannelQueries.isRaised(
                    database, .mail, kind: delivery.kind, subject: delivery.subject, to: delivery.account,
                    at: delivery.raisedAt)
            else { return }
            // As of when it was told: what was read since is not mailed.
            try enqueue(
                database, .mail, kind: delivery.kind, subject: delivery.subject, to: delivery.account,
                from: delivery.sender,
                isAgain: true, at: delivery.raisedAt)
        }
    }
}
