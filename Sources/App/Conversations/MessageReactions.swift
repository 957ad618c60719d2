import Database
import HTTP
import Proximity

/// How often an emoji was put on a message.
struct MessageReaction: Sendable, Equatable {
    let emoji: String
    let count: Int
    /// Whether the viewer did so too.
    let isOwn: Bool

    /// Different emoji of one person on one message.
    static let maxPerPerson = 6
}

/// Reactions to messages: an emoji; the same again takes it back.
extension Conversations {
    /// Puts the emoji of a form (emoji) on a message that the viewer sees, or takes it back.
    ///
    /// - Parameter view: asked in the transaction that stores it; who may not write there is refused by it.
    /// - Throws: `Failure.notFound`; a problem of `emoji`.
    func react(
        _ context: RequestContext, _ viewer: Viewer, to id: ID<Message>?,
        in view: (Writer) throws -> ConversationView, reacted: (Writer) throws -> Void
    ) throws {
        guard let emoji = Emoji.one(context.form["emoji"]) else {
            throw Failure.unreadable(.unprocessableContent, "Choose one emoji.")
        }
        try site.throttles.attempt([(.message, "\(viewer.id)")], context.now)
        try site.database.write { database in
            let view = try view(database)
            guard let id, let membership = view.membership,
                let message = try ConversationQueries.message(
                    database, id, of: membership, for: viewer.id, hiding: view.hidden),
                message.content != nil, !message.isUntrusted(after: view.untrustedAfter)
            else { throw Failure.notFound }
            if try !ConversationQueries.deleteReaction(database, emoji, on: id, by: viewer.id) {
                guard
                    try ConversationQueries.reactionCount(database, on: id, by: viewer.id)
                        < MessageReaction.maxPerPerson
                else {
                    throw Failure.unreadable(
                        .unprocessableContent, "Six different reactions are enough. Take one back first.")
                }
                try ConversationQueries.insertReaction(database, emoji, on: id, by: viewer.id, at: context.now)
            }
            try reacted(database)
        }
    }
}

/// SQL on reactions to messages.
extension ConversationQueries {
    /// The reactions to some messages, but for those of `hidden` people: of each message the first one first.
    static func reactions(
        _ database: Reader, to messages: [ID<Message>], for viewer: ID<Account>, hiding hidden: [ID<Account>]
    ) throws -> [ID<Message>: [MessageReaction]] {
        guard !messages.isEmpty else { return [:] }
        let shown: SQL = hidden.isEmpty ? "" : "AND account_id NOT IN \(hidden)"
        let rows: [(ID<Message>, MessageReaction)] = try database.all(
            """
            SELECT message_id, emoji, count(*) AS number,
              sum(CASE WHEN account_id = \(viewer) THEN 1 ELSE 0 END) AS own
            FROM message_reaction WHERE message_id IN \(messages) \(shown)
            GROUP BY message_id, emoji ORDER BY message_id, min(created_at), emoji
            """
        ) { row in
            let own: Int = try row["own"]
            return (
                try row["message_id"],
                MessageReaction(emoji: try row["emoji"], count: try row["number"], isOwn: own > 0)
            )
        }
        return Dictionary(grouping: rows) { $0.0 }.mapValues { $0.map { $0.1 } }
    }

    static func reactionCount(_ database: Reader, on message: ID<Message>, by account: ID<Account>) throws -> Int {
        try database.value(
            "SELECT count(*) FROM message_reaction WHERE message_id = \(message) AND account_id = \(account)") ?? 0
    }

    static func insertReaction(
        _ database: Writer, _ emoji: String, on message: ID<Message>, by account: ID<Account>, at now: Timestamp
    ) throws {
        try database.execute(
            """
            INSERT INTO message_reaction (message_id, account_id, emoji, created_at)
            VALUES (\(message), \(account), \(emoji), \(now))
            """)
    }

    /// Takes a reaction back; false if there was none.
    static func deleteReaction(
        _ database: Writer, _ emoji: String, on message: ID<Message>, by account: ID<Account>
    ) throws -> Bool {
        try database.execute(
            """
            DELETE FROM message_reaction
            WHERE message_id = \(message) AND account_id = \(account) AND emoji = \(emoji)
            """) > 0
    }

    /// Deletes all reactions to a message.
    static func deleteReactions(_ database: Writer, to message: ID<Message>) throws {
        try database.execute("DELETE FROM message_reaction WHERE message_id = \(message)")
    }

    /// Deletes some reactions of a person; returns how many, 0 at the end.
    static func deleteReactions(_ database: Writer, by account: ID<Account>, limit: Int) throws -> Int {
        try database.execute(
            """
            DELETE FROM message_reaction WHERE (message_id, account_id, emoji) IN
              (SELECT message_id, account_id, emoji FROM message_reaction WHERE account_id = \(account) LIMIT \(limit))
            """)
    }

    /// A person's own reactions, by message: some for their export.
    static func ownReactions(
        _ database: Reader, by account: ID<Account>, after message: Int64, limit: Int
    ) throws -> [(message: ID<Message>, emoji: String, at: Timestamp)] {
        try database.all(
            """
            SELECT message_id, emoji, created_at FROM message_reaction
            WHERE account_id = \(account) AND message_id > \(message) ORDER BY message_id, emoji LIMIT \(limit)
            """
        ) { (message: try $0["message_id"], emoji: try $0["emoji"], at: try $0["created_at"]) }
    }
}

/// A person's reactions in an export.
struct ReactionExport: Encodable {
    let emoji: String
    let reacted: String

    static func page(
        _ database: Reader, of account: ID<Account>, after cursor: Cursor?
    ) throws -> ExportWriter.Page<ReactionExport> {
        var rows = try ConversationQueries.ownReactions(
            database, by: account, after: cursor?.id ?? 0, limit: ExportWriter.pageSize)
        var next: Cursor?
        if rows.count == ExportWriter.pageSize, let last = rows.last?.message {
            // A page ends with all reactions to a message: there are few to one.
            rows.removeAll { $0.message == last }
            next = rows.last.map { Cursor(time: $0.at, id: $0.message.rawValue) }
        }
        return (rows.map { ReactionExport(emoji: $0.emoji, reacted: RelativeTimeFormatter.machine($0.at)) }, next)
    }
}

/// The reactions below a message, each as a button that adds the viewer's own or takes it back.
struct ReactionsPart {
    struct Choice {
        let emoji: String
        /// "3"; "" for one.
        let count: String
        let isOwn: Bool
        /// "🔥, 3, yours too"
        let label: String
    }

    let csrf: TokenField
    /// Where they are sent; "" where the viewer cannot react.
    let path: String
    let choices: [Choice]
    /// What a script compares: "🔥3 ❤️1*".
    let state: String

    init(_ reactions: [MessageReaction], to message: ID<Message>, _ setting: MessageSetting) {
        csrf = setting.csrf
        path = setting.mayReact ? setting.paths.reactions(message) : ""
        choices = reactions.map { reaction in
            let number = reaction.count > 1 ? "\(reaction.count)" : ""
            return Choice(
                emoji: reaction.emoji, count: number, isOwn: reaction.isOwn,
                label: [reaction.emoji, number, reaction.isOwn ? "yours too" : ""].filter { !$0.isEmpty }
                    .joined(separator: ", "))
        }
        state = reactions.map { "\($0.emoji)\($0.count)\($0.isOwn ? "*" : "")" }.joined(separator: " ")
    }
}
