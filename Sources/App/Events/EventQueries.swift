import Database
import Proximity

/// An event as its row holds it.
struct StoredEvent {
    let sequence: Int64
    let name: String
    let subject: Int64
}

/// All SQL on events.
enum EventQueries {
    /// Adds an event after all others of a person.
    static func insert(
        _ database: Writer, _ name: String, subject: Int64, to account: ID<Account>, at now: Timestamp
    ) throws {
        let sequence: Int64? = try database.value(
            """
            INSERT INTO event_sequence (account_id, last) VALUES (\(account), 1)
            ON CONFLICT (account_id) DO UPDATE SET last = event_sequence.last + 1 RETURNING last
            """)
        try database.execute(
            """
            INSERT INTO event (account_id, sequence, name, subject, created_at)
            VALUES (\(account), \(sequence), \(name), \(subject), \(now))
            """)
    }

    /// The highest number of a person's events, 0 before the first.
    static func last(_ database: Reader, of account: ID<Account>) throws -> Int64 {
        try database.value("SELECT last FROM event_sequence WHERE account_id = \(account)") ?? 0
    }

    /// The highest number of the events of each session's person, 0 before the first. Sessions that have ended are
    /// left out.
    static func last(
        _ database: Reader, ofLiving sessions: [ID<Session>], _ now: Timestamp
    ) throws -> [ID<Session>: Int64] {
        let rows: [(ID<Session>, Int64?)] = try database.all(
            """
            SELECT session.id AS id, last FROM \(Session.living(now)) AS session
            LEFT JOIN event_sequence ON event_sequence.account_id = session.account_id
            WHERE session.id IN \(sessions)
            """
        ) { (try $0["id"], try $0["last"]) }
        return Dictionary(rows.map { ($0, $1 ?? 0) }) { first, _ in first }
    }

    /// The events of a person after a number, in order.
    static func events(
        _ database: Reader, of account: ID<Account>, after sequence: Int64, limit: Int
    ) throws -> [StoredEvent] {
        try database.all(
            """
            SELECT sequence, name, subject FROM event WHERE account_id = \(account) AND sequence > \(sequence)
            ORDER BY sequence LIMIT \(limit)
            """
        ) { StoredEvent(sequence: try $0["sequence"], name: try $0["name"], subject: try $0["subject"]) }
    }

    /// Deletes the events before a time.
    static func delete(_ database: Writer, before time: Timestamp) throws {
        try database.execute("DELETE FROM event WHERE created_at < \(time)")
    }

    static func delete(_ database: Writer, of account: ID<Account>) throws {
        try database.execute("DELETE FROM event WHERE account_id = \(account)")
        try database.execute("DELETE FROM event_sequence WHERE account_id = \(account)")
    }
}
