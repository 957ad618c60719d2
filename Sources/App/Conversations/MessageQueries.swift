import Database
import Media
import Proximity

/// SQL that reads messages.
extension ConversationQueries {
    /// Messages of a conversation for a member, without those that they cleared and those of `hidden` people.
    static func messages(
        _ database: Reader, _ range: MessageRange, of membership: Membership, for member: ID<Account>,
        hiding hidden: [ID<Account>] = [], limit: Int = Message.pageSize
    ) throws -> MessagePage {
        let (conversation, cleared) = (membership.conversation, membership.clearedNumber)
        let shown: SQL = hidden.isEmpty ? "" : "AND message.sender_id NOT IN \(hidden)"
        switch range {
        case .last, .before:
            var last = Int64.max
            if case .before(let number) = range { last = number }
            let rows = try messages(
                database,
                """
                message.conversation_id = \(conversation) AND message.number > \(cleared) AND message.number < \(last)
                \(shown) ORDER BY message.number DESC LIMIT \(limit + 1)
                """, for: member, hiding: hidden)
            return MessagePage(
                messages: rows.prefix(limit).reversed(), hasEarlier: rows.count > limit,
                hasLater: last <= membership.lastNumber)
        case .from(let first):
            let rows = try messages(
                database,
                """
                message.conversation_id = \(conversation) AND message.number > \(cleared) AND message.number >= \(first)
                \(shown) ORDER BY message.number LIMIT \(limit + 1)
                """, for: member, hiding: hidden)
            return MessagePage(
                messages: Array(rows.prefix(limit)), hasEarlier: first > cleared + 1, hasLater: rows.count > limit)
        }
    }

    /// A message of a conversation; nil if there is none for the member, or if one of the `hidden` people wrote it.
    static func message(
        _ database: Reader, _ id: ID<Message>, of membership: Membership, for member: ID<Account>,
        hiding hidden: [ID<Account>] = []
    ) throws -> Message? {
        try messages(
            database,
            """
            message.id = \(id) AND message.conversation_id = \(membership.conversation)
              AND message.number > \(membership.clearedNumber)
            """, for: member, hiding: hidden
        ).first { !hidden.contains($0.sender.id) }
    }

    private static func messages(
        _ database: Reader, _ rest: SQL, for member: ID<Account>, hiding hidden: [ID<Account>]
    ) throws -> [Message] {
        try database.all(
            """
            SELECT message.id AS message_id, message.number AS number, message.submission AS submission,
              message.text AS text, message.photo AS photo, message.sound AS sound, message.card AS card,
              message.deleted_at AS deleted_at,
              message.created_at AS created_at, \(Person.columns), answered.id AS answered_id, answered.number AS answered_number,
              answered.text AS answered_text,
              answered.photo AS answered_photo, answered.sound AS answered_sound, answered.card AS answered_card,
              answered.deleted_at AS answered_deleted_at, answered.sender_id AS answered_sender,
              asker.username AS answered_username, asker.display_name AS answered_display_name
            FROM message JOIN \(Person.everyone) AS person ON person.id = message.sender_id
            LEFT JOIN message AS answered ON answered.id = message.reply_id
            LEFT JOIN \(Person.everyone) AS asker ON asker.id = answered.sender_id
            WHERE \(rest)
            """
        ) { row in
            let sender = try Person(row)
            let answered: ID<Message>? = try row["answered_id"]
            return Message(
                id: try row["message_id"], number: try row["number"], sender: sender, isOwn: sender.id == member,
                content: try content(row),
                reply: try answered.map { try reply(row, to: $0, for: member) }.flatMap {
                    hidden.contains($0.sender.id) ? nil : $0
                },
                formKey: sender.id == member ? try row["submission"] : "", createdAt: try row["created_at"])
        }
    }

    private static func reply(
        _ row: Row, to id: ID<Message>, for member: ID<Account>
    ) throws -> Message.Reply {
        let sender = Person(
            id: try row["answered_sender"], username: try row["answered_username"],
            displayName: try row["answered_display_name"])
        return Message.Reply(
            id: id, number: try row["answered_number"], sender: sender, isOwn: sender.id == member,
            content: try content(row, "answered_"))
    }

    /// What a message says; nil for a deleted one.
    private static func content(_ row: Row, _ prefix: String = "") throws -> Message.Content? {
        let deletedAt: Timestamp? = try row[prefix + "deleted_at"]
        guard deletedAt == nil else { return nil }
        let (photo, sound): (String?, String?) = (try row[prefix + "photo"], try row[prefix + "sound"])
        return Message.Content(
            text: try row[prefix + "text"], photo: photo.flatMap { MediaName($0) },
            sound: sound.flatMap { MediaName($0) }, card: try row[prefix + "card"])
    }
}
