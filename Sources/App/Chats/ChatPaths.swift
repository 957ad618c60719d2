import Database

/// The addresses of the feature.
enum ChatPaths {
    static let chats = "/chats"
    /// Chooses whom to write to.
    static let new = "/chats/new"
    static let requests = "/chats?requests=all"
    static let settings = "/settings/chats"

    /// A chat. The chat with somebody who left is at `Chat.name`.
    static func chat(_ name: String) -> String { "/chats/\(PathText.component(name))" }
    /// The messages before a number.
    static func earlier(_ name: String, before number: Int64) -> String { "\(chat(name))?before=\(number)" }
    /// The page of a chat with a message in its middle.
    static func message(_ name: String, _ number: Int64) -> String {
        "\(earlier(name, before: number + Int64(Message.pageSize / 2)))#message-\(number)"
    }
    /// Messages as a part of the page.
    static func messages(_ name: String) -> String { "\(chat(name))/messages" }
    /// The messages from a number on, which somebody looks at.
    static func messages(_ name: String, from number: Int64) -> String { "\(messages(name))?from=\(number)" }
    /// Says that one is writing.
    static func writing(_ name: String) -> String { "\(chat(name))/writing" }
    static func accept(_ name: String) -> String { "\(chat(name))/accept" }
    static func decline(_ name: String) -> String { "\(chat(name))/decline" }
    /// Clears the chat for oneself.
    static func clear(_ name: String) -> String { "\(chat(name))/clear" }
    /// Takes back the last clearing.
    static func restore(_ name: String) -> String { "\(chat(name))/restore" }
    static func delete(_ name: String, _ message: ID<Message>) -> String { "\(chat(name))/messages/\(message)/delete" }
    static func report(_ name: String, _ message: ID<Message>) -> String { "\(chat(name))/messages/\(message)/report" }
    /// Chooses whom to send a card.
    static let sharing = "/chats/to"
    static func share(_ card: String) -> String { "\(sharing)?card=\(PathText.component(card))" }
    /// A chat's form with a card in it.
    static func chat(_ name: String, card: String) -> String { "\(chat(name))?card=\(PathText.component(card))" }
}

extension Frame.Section {
    static let chats = Frame.Section(path: ChatPaths.chats)
}
