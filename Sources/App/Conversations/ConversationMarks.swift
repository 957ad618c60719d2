import Database
import HTTP
import Proximity

/// What looking at a conversation changes: how far it is read, and whether messages are told while it is open.
extension Conversations {
    /// Keeps whether an open page shows a conversation (`viewed=1`, `viewed=0`), in the query of what a script asks for.
    ///
    /// - Returns: whether it is looked at now.
    func follow(_ conversation: ID<Conversation>?, in context: RequestContext, for viewer: Viewer) throws -> Bool {
        guard context.isLookedAt, let conversation, let isViewed = context.query["viewed"].map({ $0 == "1" }) else {
            return false
        }
        let until = isViewed ? context.now + Conversations.viewedFor : context.now
        try site.writeIfPossible { try ConversationQueries.setViewed($0, conversation, by: viewer.id, until: until) }
        return isViewed
    }

    /// Keeps that the viewer has read a conversation up to a message. Writes nothing where that is known.
    ///
    /// - Parameters:
    ///   - isSeen: whether the others may learn it.
    ///   - marked: what else that changes, in the same transaction. `isAll`: nothing is unread any more.
    func markRead(
        _ membership: Membership?, through number: Int64, isSeen: Bool = false, in context: RequestContext,
        for viewer: Viewer, marked: (_ database: Writer, _ isAll: Bool) throws -> Void
    ) throws {
        guard context.isLookedAt, let membership,
            membership.readNumber < number || membership.isUnread || (isSeen && membership.ownSeenNumber < number)
        else { return }
        try site.writeIfPossible { database in
            try ConversationQueries.setRead(database, membership.conversation, by: viewer.id, through: number)
            try marked(database, number >= membership.lastNumber)
        }
    }
}

/// Notices of messages. While an open page of theirs shows the conversation, that may show a message first: its reader
/// is asked again a few seconds later, and told if it is unread then.
struct DelayedMessageNotice: Sendable {
    /// The kind of the jobs; stored with them.
    let job: String

    /// Seconds that an open page has to show a message, at least; and within which all that come are one job.
    private static let patience = 5.0

    /// Notifies a member of a message at once, or has the job ask again.
    func notify(
        _ database: Writer, of conversation: ID<Conversation>, to account: ID<Account>, _ now: Timestamp,
        notifyNow: () throws -> Void
    ) throws {
        guard try ConversationQueries.isViewed(database, conversation, by: account, at: now) else {
            return try notifyNow()
        }
        let patience = DelayedMessageNotice.patience
        let begun = Double(now.milliseconds % Int64(patience * 1_000)) / 1_000
        let end = now + (patience - begun)
        try Job.enqueue(
            database, kind: job, key: "\(job) \(conversation) \(account) \(end.milliseconds)",
            payload: Payload(conversation: conversation, account: account), at: end + patience)
    }

    /// The kind of job that asks again.
    ///
    /// - Parameter notifyIfUnread: notifies a member of what is unread in a conversation, if anything is.
    func jobKind(
        on site: Site,
        notifyIfUnread: @escaping @Sendable (Writer, ID<Conversation>, ID<Account>, Timestamp) throws -> Void
    ) -> JobKind {
        JobKind(name: job, payload: Payload.self) { asked, job in
            try site.database.write { try notifyIfUnread($0, asked.conversation, asked.account, job.now) }
        }
    }
}

extension DelayedMessageNotice {
    /// Whom a job asks about which conversation.
    private struct Payload: JobPayload {
        let conversation: ID<Conversation>
        let account: ID<Account>

        init(conversation: ID<Conversation>, account: ID<Account>) {
            (self.conversation, self.account) = (conversation, account)
        }

        init?(older text: String) {
            guard let (conversation, account) = OlderPayload.pair(text) else { return nil }
            self.init(conversation: ID(rawValue: conversation), account: ID(rawValue: account))
        }
    }
}
