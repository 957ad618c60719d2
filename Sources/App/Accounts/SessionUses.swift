import Database
import Proximity
import Synchronization

/// Last uses of sessions, buffered in memory: reading a page never waits for a write, and a session in use does not
/// expire while the disk is full.
final class SessionUses: Sendable {
    private struct State {
        var waiting: [ID<Session>: Timestamp] = [:]
        /// When to retry after a failed write.
        var nextTry = Timestamp(seconds: 0)
    }

    private let state = Mutex(State())

    /// Seconds to wait after a failed write.
    private static let pause = 60.0
    /// Rows updated in one transaction.
    private static let batch = 500

    /// Records that a session was used.
    func record(_ session: ID<Session>, _ now: Timestamp) { state.withLock { $0.waiting[session] = now } }

    /// The last use that is not written to its row yet.
    func last(of session: ID<Session>) -> Timestamp? { state.withLock { $0.waiting[session] } }

    /// Writes the buffered uses; does nothing for a while after a failed write.
    ///
    /// - Throws: `DatabaseError`; the uses stay buffered.
    func storeWhenDue(in database: Database, _ now: Timestamp) throws {
        guard state.withLock({ $0.nextTry <= now }) else { return }
        do { try store(in: database) } catch {
            state.withLock { $0.nextTry = now + SessionUses.pause }
            throw error
        }
    }

    /// Writes the buffered uses.
    ///
    /// - Throws: `DatabaseError`; the uses stay buffered.
    func store(in database: Database) throws {
        while true {
            let uses = state.withLock { $0.waiting.prefix(SessionUses.batch) }
            guard !uses.isEmpty else { return }
            try database.write { database in
                for (session, time) in uses { try AccountQueries.recordUse(database, of: session, time) }
            }
            state.withLock { state in
                // A session used again meanwhile stays buffered.
                for (session, time) in uses where state.waiting[session] == time { state.waiting[session] = nil }
            }
        }
    }
}
