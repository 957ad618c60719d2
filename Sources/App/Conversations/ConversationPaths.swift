import Database

/// The addresses of a conversation's messages, below the page that shows them.
struct ConversationPaths: Sendable {
    let page: String
    /// Below which the forms about single messages are.
    let messages: String

    init(page: String, messages: String? = nil) {
        self.page = page
        self.messages = messages ?? "\(page)/messages"
    }

    /// The messages before a number.
    func before(_ number: Int64) -> String { "\(page)?before=\(number)" }
    /// A message on the page where it stands in the middle.
    func message(_ number: Int64) -> String { "\(before(number + Int64(Message.pageSize) / 2))\(here(number))" }
    /// A message on the present page.
    func here(_ number: Int64) -> String { "#message-\(number)" }
    /// The form that answers a message.
    func reply(to message: ID<Message>) -> String { "\(page)?reply_to=\(message)#write" }
    func delete(_ message: ID<Message>) -> String { "\(messages)/\(message)/delete" }
    func reactions(_ message: ID<Message>) -> String { "\(messages)/\(message)/reactions" }
    func report(_ message: ID<Message>) -> String { "\(messages)/\(message)/report" }
}
