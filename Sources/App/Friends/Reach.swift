import Proximity

/// How others come to a person.
struct Reach: Sendable {
    let friendCount: Int
    let blockedCount: Int
    /// Whether who has their e-mail address finds them by it.
    let isFindable: Bool
    /// When their invite link ends; nil while there is none that works.
    let inviteEndsAt: Timestamp?
}
