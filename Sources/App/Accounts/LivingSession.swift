import Database
import Proximity

/// A live session, as its owner sees it.
struct LivingSession: Sendable {
    let id: ID<Session>
    let agent: String
    let createdAt: Timestamp
    let usedAt: Timestamp
}
