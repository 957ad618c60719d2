import Proximity

/// How others can find a person.
struct Reach: Sendable {
    let friendCount: Int
    let blockedCount: Int
    /// Whether they can be found by e-mail address.
    let isFindable: Bool
    /// Expiry of their invite link; nil if there is none.
    let inviteEndsAt: Timestamp?
}
