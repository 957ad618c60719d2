import Database
import Proximity

/// All SQL on events.
enum EventQueries {
    /// Adds an event after all others of a person.
    static func insert(
        _ database: Writer, _ name: String, subject: Int64, to account: ID<Account>, _ now: Timestamp
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

    /// Deletes the events before a time.
    static func delete(_ database: Writer, before time: Timestamp) throws {
        try database.execute("DELETE FROM event WHERE created_at < \(time)")
    }

    static func delete(_ database: Writer, of account: ID<Account>) throws {
        try database.execute("DELETE FROM event WHERE account_id = \(account)")
        try database.execute("DELETE FROM event_sequence WHERE account_id = \(account)")
    }
}
