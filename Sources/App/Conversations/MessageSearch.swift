import Database
import Proximity

/// A message that a search found.
struct FoundMessage: Sendable {
    let conversation: ID<Conversation>
    let number: Int64
    let isOwn: Bool
    let text: String
    let createdAt: Timestamp
}

/// Searches the words of messages in some of a member's conversations.
///
/// A word that begins few of the words in all conversations leads to its messages by an index; they are sorted. Of other
/// words there are soon enough among the newest messages: the conversations are gone through from the last one on.
struct MessageSearch {
    /// A conversation to search.
    struct Place: Sendable {
        let conversation: ID<Conversation>
        let lastNumber: Int64
        let clearedNumber: Int64
        let lastAt: Timestamp
    }

    /// Most messages that a search finds.
    static let most = 50
    /// A word in more places than this is gone through, not looked up.
    static let maxOfRare = 1_000
    /// Most messages of one conversation, and of all, through which a search goes.
    private static let (maxOfOne, maxOfAll) = (20_000, 50_000)

    let words: [String]
    /// Those that the member may read, the one with the newest message first.
    let places: [Place]
    let member: ID<Account>

    /// The newest messages with these words, and whether there may be more.
    func found(_ database: Reader) throws -> (messages: [FoundMessage], isCut: Bool) {
        guard !words.isEmpty, !places.isEmpty else { return ([], false) }
        // Of two words the longer one is likely in fewer messages.
        let longest = words.sorted { $0.utf8.count > $1.utf8.count }
        let rare = try longest.first { try isRare(database, $0) }
        let all = try rare.map { try lookedUp(database, $0) } ?? goneThrough(database)
        return (Array(all.prefix(MessageSearch.most)), all.count > MessageSearch.most)
    }

    private func isRare(_ database: Reader, _ word: String) throws -> Bool {
        // The joins' order wants message_word_by_word for each of the person's conversations: the other way round, the words
        // of everybody are read.
        try !database.exists(
            """
            SELECT 1 FROM conversation_member AS own CROSS JOIN message_word
            WHERE own.account_id = \(member) AND message_word.conversation_id = own.conversation_id
              AND \(MessageWords.begins(with: word))
            LIMIT 1 OFFSET \(MessageSearch.maxOfRare)
            """)
    }

    private func lookedUp(_ database: Reader, _ word: String) throws -> [FoundMessage] {
        // The joins' order wants message_word_by_word, and then each message by its number: the other way round, all messages
        // are read.
        try database.all(
            """
            SELECT \(MessageSearch.columns)
            FROM (SELECT DISTINCT message_word.conversation_id AS conversation_id, message_word.number AS number
              FROM conversation_member AS own CROSS JOIN message_word
              WHERE own.account_id = \(member) AND own.conversation_id IN \(places.map { $0.conversation })
                AND message_word.conversation_id = own.conversation_id AND message_word.number > own.cleared_number
                AND \(MessageWords.begins(with: word))) AS near
            CROSS JOIN message
            WHERE message.conversation_id = near.conversation_id AND message.number = near.number
              AND \(MessageWords.hasAll(words))
            ORDER BY message.created_at DESC, message.id DESC LIMIT \(MessageSearch.most + 1)
            """, message)
    }

    private func goneThrough(_ database: Reader) throws -> [FoundMessage] {
        var all: [FoundMessage] = []
        var left = Int64(MessageSearch.maxOfAll)
        for place in places where left > 0 {
            // What this conversation and those after it have is older than all that is shown.
            if all.count > MessageSearch.most, all[MessageSearch.most].createdAt >= place.lastAt { break }
            let first = max(
                place.clearedNumber, place.lastNumber - min(left, Int64(MessageSearch.maxOfOne)))
            left -= place.lastNumber - first
            all += try database.all(
                """
                SELECT \(MessageSearch.columns) FROM message
                WHERE message.conversation_id = \(place.conversation) AND message.number > \(first)
                  AND \(MessageWords.hasAll(words))
                ORDER BY message.number DESC LIMIT \(MessageSearch.most + 1)
                """, message)
            all.sort { ($0.createdAt, $0.number) > ($1.createdAt, $1.number) }
        }
        return all
    }

    private static let columns: SQL = """
        message.conversation_id AS conversation_id, message.number AS number, message.sender_id AS sender_id,
        message.text AS text, message.created_at AS created_at
        """

    private func message(_ row: Row) throws -> FoundMessage {
        let sender: ID<Account> = try row["sender_id"]
        return FoundMessage(
            conversation: try row["conversation_id"], number: try row["number"], isOwn: sender == member,
            text: try row["text"], createdAt: try row["created_at"])
    }
}
