import Database
import Proximity

/// The words of messages, in which conversations are searched. A search finds words by how they begin.
enum MessageWords {
    static let migrations = [
        Migration(
            53, id: "2026-11-30 words of messages",
            statements: [
                """
                CREATE TABLE message_word (
                  conversation_id BIGINT NOT NULL,
                  number BIGINT NOT NULL,
                  word TEXT NOT NULL CHECK (length(word) BETWEEN 1 AND 32),
                  PRIMARY KEY (conversation_id, number, word),
                  FOREIGN KEY (conversation_id, number) REFERENCES message (conversation_id, number) ON DELETE CASCADE)
                """,
                "CREATE INDEX message_word_by_word ON message_word (conversation_id, word, number)",
            ])
    ]

    /// Most words that are kept of a message; a search does not find what comes after them.
    private static let maxKept = 500

    /// Stores the words of a message, in the transaction that adds it.
    static func keep(
        _ database: Writer, _ text: String, of number: Int64, in conversation: ID<Conversation>
    ) throws {
        for word in SearchWords.words(text, most: maxKept) {
            try database.execute(
                """
                INSERT INTO message_word (conversation_id, number, word) VALUES (\(conversation), \(number), \(word))
                """)
        }
    }

    /// Deletes the words of a message, in the transaction that deletes what it said.
    static func forget(_ database: Writer, _ number: Int64, in conversation: ID<Conversation>) throws {
        try database.execute(
            "DELETE FROM message_word WHERE conversation_id = \(conversation) AND number = \(number)")
    }

    /// A condition on a `message`: each of these words begins one of its words.
    static func hasAll(_ words: [String]) -> SQL {
        words.reduce("message.deleted_at IS NULL") { conditions, word in
            conditions + """
                 AND EXISTS (SELECT 1 FROM message_word
                  WHERE message_word.conversation_id = message.conversation_id
                    AND message_word.number = message.number AND \(begins(with: word)))
                """
        }
    }

    /// A condition on a `message_word`.
    static func begins(with word: String) -> SQL {
        "message_word.word BETWEEN \(word) AND \(word + "\u{10FFFF}")"
    }
}
