import Database

/// Whom a person's notes wait for.
extension NoteQueries {
    /// The names of those for whom notes of a person wait to be found, each once.
    static func awaited(_ database: Reader, by author: ID<Account>) throws -> [String] {
        let names: [String] = try database.all(
            """
            SELECT DISTINCT recipient.username AS username FROM note
            JOIN delivery ON delivery.note_id = note.id AND delivery.found_at IS NULL AND delivery.withdrawn_at IS NULL
            JOIN \(AccountQueries.person) AS recipient ON recipient.id = delivery.recipient_id
            WHERE note.author_id = \(author)
            """
        ) { try $0["username"] }
        return names.sorted { Username.fold($0) < Username.fold($1) }
    }
}
