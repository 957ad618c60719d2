import Database
import Media
import Proximity

/// What a person wrote. What others have of it stays with them; the feature of a conversation says which ones are over.
extension Conversations {
    var personalData: PersonalData {
        PersonalData(
            exported: ["message"],
            leftOut: [
                "conversation_member": "how far you have read your chats",
                "message_word": "the words of messages, which are exported, for the search",
            ],
            delete: { database, account, _ in try ConversationQueries.deleteMember(database, account) },
            erase: { database, _, limit, now in try Conversations.eraseOver(database, limit, now) },
            isHeld: { database, account in
                try database.exists("SELECT 1 FROM message WHERE sender_id = \(account)")
            })
    }

    /// Erases the conversations that are over, bit by bit.
    var erasing: JobKind {
        .sweep("conversations.erase") { job in
            while try site.database.write({ try Conversations.eraseOver($0, Message.pageSize, job.now) }) > 0 {}
        }
    }

    /// Ends a conversation: nobody reads it any more, and a job erases its messages.
    func end(_ database: Writer, _ conversation: ID<Conversation>) throws {
        try database.execute("UPDATE conversation SET is_over = 1 WHERE id = \(conversation)")
        try database.execute("DELETE FROM conversation_member WHERE conversation_id = \(conversation)")
    }

    /// Takes photos out of a conversation that ends, the newest of some senders, so that they outlive its messages. The caller
    /// keeps them, and releases them.
    func takePhotos(
        _ database: Writer, from conversation: ID<Conversation>, by senders: [ID<Account>], limit: Int
    ) throws -> [TakenPhoto] {
        let photos: [TakenPhoto?] = try database.all(
            """
            SELECT id, number, sender_id, photo FROM message
            WHERE conversation_id = \(conversation) AND sender_id IN \(senders) AND photo IS NOT NULL
            ORDER BY number DESC LIMIT \(limit)
            """
        ) { row in
            let (id, number): (ID<Message>, Int64) = (try row["id"], try row["number"])
            let (sender, photo): (ID<Account>, String) = (try row["sender_id"], try row["photo"])
            return MediaName(photo).map { TakenPhoto(name: $0, message: id, number: number, sender: sender) }
        }
        let taken = photos.compactMap { $0 }
        try database.execute("UPDATE message SET photo = NULL WHERE id IN \(taken.map { $0.message })")
        return taken
    }

    /// Erases some messages of conversations that are over; returns how many things, 0 at the end.
    private static func eraseOver(_ database: Writer, _ limit: Int, _ now: Timestamp) throws -> Int {
        let over: ID<Conversation>? = try database.first("SELECT id FROM conversation WHERE is_over = 1 LIMIT 1") {
            try $0["id"]
        }
        guard let over else { return 0 }
        let erased = try erase(database, in: over, after: 0, limit: limit, now)
        if erased == 0 { try database.execute("DELETE FROM conversation WHERE id = \(over)") }
        return max(1, erased)
    }

    /// Erases the messages after a number, few, of a conversation to which nobody adds any more.
    static func erase(
        _ database: Writer, in conversation: ID<Conversation>, after number: Int64, _ now: Timestamp
    ) throws {
        while try erase(database, in: conversation, after: number, limit: Message.pageSize, now) > 0 {}
        try database.execute("UPDATE conversation SET last_number = \(number) WHERE id = \(conversation)")
    }

    /// Erases some messages after a number with their photos, as if they had never been; returns how many.
    private static func erase(
        _ database: Writer, in conversation: ID<Conversation>, after number: Int64, limit: Int, _ now: Timestamp
    ) throws -> Int {
        let messages: [(ID<Message>, photo: String?)] = try database.all(
            """
            SELECT id, photo FROM message WHERE conversation_id = \(conversation) AND number > \(number)
            ORDER BY number LIMIT \(limit)
            """
        ) { (try $0["id"], try $0["photo"]) }
        try database.execute("DELETE FROM message WHERE id IN \(messages.map { $0.0 })")
        for photo in messages.compactMap({ $0.photo.flatMap { MediaName($0) } }) {
            try Uploads.release(database, photo, now)
        }
        return messages.count
    }
}

/// A photo that outlives its message.
struct TakenPhoto: Sendable {
    let name: MediaName
    let message: ID<Message>
    let number: Int64
    let sender: ID<Account>
}

extension ConversationQueries {
    static func deleteMember(_ database: Writer, _ account: ID<Account>) throws {
        try database.execute("DELETE FROM conversation_member WHERE account_id = \(account)")
    }

    /// How many messages a member may read in all their conversations.
    static func messageCount(_ database: Reader, of member: ID<Account>) throws -> Int {
        try database.value(
            """
            SELECT count(*) FROM conversation_member AS own
            JOIN message ON message.conversation_id = own.conversation_id AND message.number > own.cleared_number
            WHERE own.account_id = \(member)
            """) ?? 0
    }
}
