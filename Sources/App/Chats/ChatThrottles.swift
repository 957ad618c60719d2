import Safeguards

extension Throttle {
    /// Messages to people who are no friends and have not answered yet, by account.
    static let messageRequest = Throttle(
        "message-request", label: "Messages to people who are no friends", attempts: 10, window: day)
    /// How often an account says that it is writing in a chat: a page every four seconds, on a few devices.
    static let writing = Throttle(
        "writing", label: "Signs that somebody is writing", attempts: 60, window: minute)
}

extension Chats {
    var throttles: [Throttle] { [.messageRequest, .writing] }
}
