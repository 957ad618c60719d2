import Safeguards

extension Throttle {
    /// Searches in what one has: messages and found notes, by account.
    static let textSearch = Throttle(
        "text-search", label: "Searches in messages and notes", attempts: 60, window: minute)
    /// Messages in chats and groups, and comments, by account.
    static let message = Throttle("message", label: "Messages and comments", attempts: 60, window: minute)
}

extension Conversations {
    var throttles: [Throttle] { [.textSearch, .message] }
}
