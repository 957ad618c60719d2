import Proximity

/// An account as an administrator sees it: no position, no note, nobody's friends.
struct AccountSummary: Sendable {
    let person: Person
    let createdAt: Timestamp
    let isAdministrator: Bool
    let isSuspended: Bool
    /// How many browsers are signed in.
    let sessionCount: Int
}
