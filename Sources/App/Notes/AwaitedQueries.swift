import Database
import Proximity

/// The people for whom an author's notes wait.
extension NoteQueries {
    /// The names of people for whom notes of an author wait, each once. Limited to what the author may know: a note
    /// found without a receipt still counts as waiting.
    static func awaited(_ database: Reader, by author: ID<Account>, _ now: Timestamp) throws -> [String] {
        let people: [(username: String, name: String)] = try database.all(
            """
            SELECT DISTINCT recipient.username AS username, \(Person.name("recipient")) AS name FROM note
            JOIN delivery ON delivery.note_id = note.id AND delivery.withdrawn_at IS NULL AND NOT \(isTold(now))
            JOIN \(Person.everyone) AS recipient ON recipient.id = delivery.recipient_id
            WHERE note.author_id = \(author) AND note.deleted_at IS NULL AND \(isNotClosed(now))
            """
        ) { (try $0["username"], try $0["name"]) }
        return people.sorted { Username.fold($0.username) < Username.fold($1.username) }.map { $0.name }
    }
}
