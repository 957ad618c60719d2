import Database

/// The rule of who may write to whom.
struct ChatStanding: Sendable, Equatable {
    let standing: Chat.Standing
    /// See `Chat.heldBackAfter`.
    let heldBackAfter: Int64?

    init(
        _ stored: ChatQueries.Stored?, _ other: ID<Account>, areFriends: Bool, hasLeft: Bool, _ takesRequests: Bool
    ) {
        let isOpen = areFriends || stored?.isOpen == true
        if hasLeft {
            standing = .left
        } else if isOpen {
            standing = .open
        } else if let asker = stored?.requestFrom {
            standing = asker == other ? .request : .asked
        } else {
            standing = takesRequests ? .new : .closed
        }
        heldBackAfter = isOpen ? nil : stored?.settledNumber
    }
}
