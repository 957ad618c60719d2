import Database

/// The rule of who may write to whom.
struct ChatPermission: Sendable, Equatable {
    let permission: Chat.Permission
    /// See `Chat.untrustedAfter`.
    let untrustedAfter: Int64?

    init(
        _ stored: ChatQueries.Stored?, and other: ID<Account>, areFriends: Bool, hasLeft: Bool, takesRequests: Bool
    ) {
        let isOpen = areFriends || stored?.isOpen == true
        if hasLeft {
            permission = .left
        } else if isOpen {
            permission = .open
        } else if let asker = stored?.requestFrom {
            permission = asker == other ? .request : .asked
        } else {
            permission = takesRequests ? .new : .closed
        }
        untrustedAfter = isOpen ? nil : stored?.requestCutoff
    }
}
