import Database
import Proximity

/// The words of opened notes, in which archives are searched: a word that is in few of a person's notes is found as fast
/// among a hundred thousand as among fifty. A search finds words by how they begin.
enum NoteWords {
    static let migrations = [
        Migration(
            46, id: "2026-11-28 words of opened notes",
            statements: [
                """
                CREATE TABLE note_word (
                  note_id BIGINT NOT NULL,
                  recipient_id BIGINT NOT NULL,
                  word TEXT NOT NULL CHECK (length(word) BETWEEN 1 AND 32),
                  PRIMARY KEY (note_id, recipient_id, word),
                  FOREIGN KEY (note_id, recipient_id) REFERENCES delivery (note_id, recipient_id) ON DELETE CASCADE)
                """,
                "CREATE INDEX note_word_by_word ON note_word (recipient_id, word, note_id)",
                // The archive of one author's notes.
                """
                CREATE INDEX delivery_from ON delivery (recipient_id, author_id, found_at, note_id)
                WHERE found_at IS NOT NULL AND removed_at IS NULL
                """,
            ], fill: fill)
    ]

    /// A search begins with the notes that have a word if these are at most this many. Of a word in more notes there
    /// are soon enough among the newest ones.
    private static let maxOfRare = 1_000

    /// Stores the words of a note that its finder opens.
    static func keep(_ database: Writer, _ note: ID<Note>, of finder: ID<Account>, text: String) throws {
        for word in SearchWords.words(text) {
            try database.execute(
                """
                INSERT INTO note_word (note_id, recipient_id, word) VALUES (\(note), \(finder), \(word))
                ON CONFLICT DO NOTHING
                """)
        }
    }

    /// Conditions on a `delivery` to a finder: each of these words begins a word of the note. Whether they lead to few
    /// notes: these are then to be sorted, and the archive not to be gone through.
    static func matching(
        _ database: Reader, _ words: [String], of finder: ID<Account>
    ) throws -> (conditions: SQL, isRare: Bool) {
        var conditions: SQL = ""
        for word in words {
            conditions =
                conditions + """
                     AND EXISTS (SELECT 1 FROM note_word WHERE note_word.note_id = delivery.note_id
                       AND note_word.recipient_id = \(finder) AND \(begins(with: word)))
                    """
        }
        // Of two words the longer one is likely in fewer notes.
        let longest = words.sorted { $0.utf8.count > $1.utf8.count }
        guard let rare = try longest.first(where: { try isRare(database, $0, of: finder) }) else {
            return (conditions, false)
        }
        let notes: SQL = """
             AND delivery.note_id IN
              (SELECT note_id FROM note_word WHERE recipient_id = \(finder) AND \(begins(with: rare)))
            """
        return (conditions + notes, true)
    }

    private static func isRare(_ database: Reader, _ word: String, of finder: ID<Account>) throws -> Bool {
        try !database.exists(
            """
            SELECT 1 FROM note_word WHERE recipient_id = \(finder) AND \(begins(with: word))
            LIMIT 1 OFFSET \(maxOfRare)
            """)
    }

    private static func begins(with word: String) -> SQL { "word BETWEEN \(word) AND \(word + "\u{10FFFF}")" }

    /// Fills in the words of notes that were opened before. Tables are called as they were then.
    @Sendable private static func fill(_ database: Writer) throws {
        var last: (note: ID<Note>, finder: ID<Account>)? = (ID(rawValue: 0), ID(rawValue: 0))
        while let after = last {
            let opened: [(note: ID<Note>, finder: ID<Account>, text: String)] = try database.all(
                """
                SELECT delivery.note_id AS note_id, recipient_id, coalesce(edition.text, note.text) AS text
                FROM delivery JOIN note ON note.id = delivery.note_id
                LEFT JOIN note_edition AS edition
                  ON edition.note_id = delivery.note_id AND edition.number = delivery.edition
                WHERE opened_at IS NOT NULL AND delivery.note_id >= \(after.note)
                  AND (delivery.note_id > \(after.note) OR recipient_id > \(after.finder))
                ORDER BY delivery.note_id, recipient_id LIMIT 1000
                """
            ) { (try $0["note_id"], try $0["recipient_id"], try $0["text"]) }
            for note in opened { try keep(database, note.note, of: note.finder, text: note.text) }
            last = opened.last.map { ($0.note, $0.finder) }
        }
    }
}
