import Proximity

/// An account as administrators see it: no positions, notes or friends.
struct AccountSummary: Sendable {
    let person: Person
    let createdAt: Timestamp
    let isAdministrator: Bool
    let isSuspended: Bool
    /// Number of live sessions.
    let sessionCount: Int
}
