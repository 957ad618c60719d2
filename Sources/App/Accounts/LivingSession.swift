import Database
import Proximity

/// A browser that is signed in, as its owner sees it.
struct LivingSession: Sendable {
    let id: ID<Session>
    let agent: String
    let createdAt: Timestamp
    let usedAt: Timestamp
}
