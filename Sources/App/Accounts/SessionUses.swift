import Database
import Proximity
import Synchronization

/// When sessions were last used, until their rows say so: nobody who reads a page waits for a write, and a session that is
/// used does not expire while the disk is full.
final class SessionUses: Sendable {
    private struct State {
        var waiting: [ID<Session>: Timestamp] = [:]
        /// After a failure, when to try again.
        var nextTry = Timestamp(seconds: 0)
    }

    private let state = Mutex(State())

    /// Seconds from a write that failed to the next.
    private static let pause = 60.0
    /// Rows that one transaction changes.
    private static let batch = 500

    /// Notes that a session was used.
    func record(_ session: ID<Session>, _ now: Timestamp) { state.withLock { $0.waiting[session] = now } }

    /// The last use that its row does not know of yet.
    func last(of session: ID<Session>) -> Timestamp? { state.withLock { $0.waiting[session] } }

    /// Writes what was noted; without effect for a while after a write that failed.
    ///
    /// - Throws: `DatabaseError`; what was noted is kept for the next time.
    func storeWhenDue(in database: Database, _ now: Timestamp) throws {
        guard state.withLock({ $0.nextTry <= now }) else { return }
        do { try store(in: database) } catch {
            state.withLock { $0.nextTry = now + SessionUses.pause }
            throw error
        }
    }

    /// Writes what was noted.
    ///
    /// - Throws: `DatabaseError`; what was noted is kept for the next time.
    func store(in database: Database) throws {
        while true {
            let uses = state.withLock { $0.waiting.prefix(SessionUses.batch) }
            guard !uses.isEmpty else { return }
            try database.write { database in
                for (session, time) in uses { try AccountQueries.recordUse(database, of: session, time) }
            }
            state.withLock { state in
                // One that was used again meanwhile waits for the next time.
                for (session, time) in uses where state.waiting[session] == time { state.waiting[session] = nil }
            }
        }
    }
}
