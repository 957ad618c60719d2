import Database
import Foundation
import HTTP
import Media
import Proximity

extension Chats {
    /// Sends a message in a chat. To somebody who is not a friend the first is a request; writing to who has asked
    /// answers it.
    ///
    /// - Throws: `ValidationErrors`; `Failure.notFound` if the two do not see each other (any more).
    @discardableResult
    func send(
        _ database: Writer, _ message: NewMessage, to name: String, from sender: ID<Account>, at now: Timestamp
    ) throws -> SentMessage {
        if let earlier = try ConversationQueries.sent(database, by: sender, formKey: message.formKey) {
            return earlier
        }
        guard let chat = try ChatQueries.chat(database, with: name, for: sender) else { throw Failure.notFound }
        guard chat.mayWrite else { throw ValidationErrors("text", Chats.refusal(chat)) }
        let conversation = try chat.membership?.conversation ?? begin(database, sender, and: chat.other.id)
        switch chat.permission {
        case .new:
            try Throttles.attempt(database, [(.messageRequest, "\(sender)")], at: now)
            try ChatQueries.set(database, conversation, isOpen: false, requestFrom: sender)
        // Also among friends, one of whom had asked before they were.
        case .request, .open: try ChatQueries.answer(database, conversation)
        case .asked, .closed, .left: break
        }
        let sent = try conversations.send(database, message, in: conversation, from: sender, at: now)
        try notify(database, sent, in: conversation, from: sender, to: chat.other.id, at: now)
        return sent
    }

    private func begin(_ database: Writer, _ one: ID<Account>, and other: ID<Account>) throws -> ID<Conversation> {
        let conversation = try conversations.begin(database, [one, other])
        try ChatQueries.insert(database, conversation, one: one, and: other)
        return conversation
    }

    /// Tells the open pages of both, and the other one by a notice.
    private func notify(
        _ database: Writer, _ sent: SentMessage, in conversation: ID<Conversation>, from sender: ID<Account>,
        to other: ID<Account>, at now: Timestamp
    ) throws {
        for account in [other, sender] {
            try notices.events.append(database, Chats.event, subject: sent.id.rawValue, to: account, at: now)
        }
        try notify(database, conversation, to: other, from: sender, at: now)
    }

    /// The name of the events of messages.
    static let event = "chat"

    /// Why somebody cannot write.
    static func refusal(_ chat: Chat) -> String {
        switch chat.permission {
        case .asked: "You can write more once \(chat.other.name) answers."
        case .closed: "\(chat.other.name) takes messages from friends only."
        case .left: "They left this site."
        case .open, .new, .request: ""
        }
    }
}

extension Chats: EventSource {
    var eventName: String { Chats.event }

    func eventData(
        _ database: Reader, of subjects: [Int64], for account: ID<Account>, _ now: Timestamp
    ) throws -> [Int64: String] {
        let found = try ChatQueries.addresses(database, of: subjects.map { ID(rawValue: $0) }, for: account)
        return try found.mapValues { address in
            let event = Event(from: address.sender, url: ChatPaths.chat(address.other))
            return try SiteJSON.text(event)
        }
    }

    private struct Event: Encodable {
        let from: String
        let url: String
    }
}
