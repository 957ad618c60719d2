import Database
import Proximity

/// While a conversation is open on a screen of somebody's, a message may be read there: its notice waits for that, and comes
/// if it was not. The screen may lie open while nobody looks.
extension Conversations {
    /// Seconds that an open page has to show a message, at least; and within which all that come are one job.
    private static let patience = 5.0

    /// Enqueues the notice of a message for later if the conversation is open on a screen of a member's. False if nothing
    /// keeps it from being told now.
    ///
    /// - Parameter kind: the job of ``delayedNotice(_:tell:)``.
    func delaysNotice(
        _ database: Writer, _ kind: String, of conversation: ID<Conversation>, to member: ID<Account>,
        from sender: ID<Account>, _ now: Timestamp
    ) throws -> Bool {
        guard try ConversationQueries.isViewed(database, conversation, by: member, now) else { return false }
        let begun = Double(now.milliseconds % Int64(Conversations.patience * 1_000)) / 1_000
        let end = now + (Conversations.patience - begun)
        let payload = "\(conversation) \(member)"
        try Job.enqueue(
            database, kind: kind, key: "\(kind) \(payload) \(end.milliseconds)", payload: payload, for: sender,
            at: end + Conversations.patience)
        return true
    }

    /// The job that looks again.
    ///
    /// - Parameter tell: tells a member of what they still have not read in a conversation, if there is anything.
    func delayedNotice(
        _ kind: String,
        tell: @escaping @Sendable (Writer, ID<Conversation>, ID<Account>, Timestamp) throws -> Void
    ) -> JobKind {
        JobKind(name: kind, delay: 2 * Conversations.patience) { [site] job in
            let ids = job.payload.split(separator: " ")
            guard ids.count == 2, let conversation = ID<Conversation>(ids[0]), let member = ID<Account>(ids[1])
            else { return }
            try site.database.write { try tell($0, conversation, member, job.now) }
        }
    }
}
