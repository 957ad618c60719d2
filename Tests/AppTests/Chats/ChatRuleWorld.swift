import Database
import Foundation
import HTTP
import Proximity
import Testing

@testable import App

/// Chats by the functions that handlers use.
extension TestSite {
    /// Sends a message; its key is new.
    @discardableResult
    func say(
        _ text: String, from sender: String, to other: String, card: String? = nil, reply: ID<Message>? = nil
    ) throws -> SentMessage {
        let message = NewMessage(
            content: Message.Content(text: text, card: card), reply: reply, formKey: UUID().uuidString)
        let id = try account(sender)
        return try app.site.database.write { try app.chats.send($0, message, to: other, from: id, at: now) }
    }

    /// A chat as somebody sees it; nil if they do not.
    func chat(of viewer: String, with name: String) throws -> Chat? {
        let id = try account(viewer)
        return try app.site.database.read { try ChatQueries.chat($0, with: name, for: id) }
    }

    /// What somebody reads in a chat; nil for a deleted message.
    func read(_ viewer: String, with name: String) throws -> [String?] {
        try messages(of: viewer, with: name).map { $0.content?.text }
    }

    func messages(of viewer: String, with name: String) throws -> [Message] {
        let id = try account(viewer)
        guard let membership = try chat(of: viewer, with: name)?.membership else { return [] }
        return try app.site.database.read {
            try ConversationQueries.messages($0, .last, of: membership, for: id).messages
        }
    }

    /// The name that the two have no more after a deletion.
    func leftName(_ id: ID<Account>) -> String { "~\(id)" }

    func setChats(of name: String, _ column: SQL, to value: Bool) throws {
        let id = try account(name)
        try app.site.database.write {
            try $0.execute(
                """
                INSERT INTO chat_setting (account_id, \(column)) VALUES (\(id), \(value))
                ON CONFLICT (account_id) DO UPDATE SET \(column) = excluded.\(column)
                """)
        }
    }

    func unfriend(_ one: String, _ other: String) throws {
        try member(one).get("/people/\(other)").submit("/friends/\(other)/remove")
    }

    func block(_ one: String, _ other: String) throws {
        try member(one).get("/people/\(other)").submit("/people/\(other)/block")
    }

    func unblock(_ one: String, _ other: String) throws {
        try member(one).get("/friends/blocked").submit("/people/\(other)/unblock")
    }

    func rows(_ table: String) throws -> [String] { try everythingStored()[table] ?? [] }
}

extension Visitor {
    /// Sends a message by a form, without following the redirect's page.
    @discardableResult
    func write(_ text: String, to name: String, key: String = UUID().uuidString, _ more: [(String, String)] = [])
        throws -> Response
    {
        if token.isEmpty { try get("/settings") }
        let form = [("text", text), ("key", key)] + more
        return try ask(.post, path: "/chats/\(name)", form: form)
    }

    /// Presses a button of a chat.
    @discardableResult
    func press(_ verb: String, name: String, more: [(String, String)] = []) throws -> Response {
        if token.isEmpty { try get("/settings") }
        return try ask(.post, path: "/chats/\(name)/\(verb)", form: more)
    }
}
