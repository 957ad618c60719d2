import Testing

@testable import App

/// Chats of the owner's: with a friend, and a request to them.
struct SettledChats {
    private let own: String
    private let received: String
    private let asker: String

    /// - Parameter asker: somebody who is no friend of the owner's.
    init(_ site: TestSite, asker: String) throws {
        received = "\(try site.say("Hello.", from: "mikko", to: "aino_k").id)"
        own = "\(try site.say("Hello to you.", from: "aino_k", to: "mikko").id)"
        try site.say("May I?", from: asker, to: "aino_k")
        self.asker = asker
    }

    /// The chat with who asks to write to the owner.
    var request: String { "/chats/\(asker)" }

    /// The path of a route with existing things.
    func path(of pattern: String) -> String {
        let isRequest = pattern.hasSuffix("/accept") || pattern.hasSuffix("/decline")
        // Nobody reports their own.
        return pattern.replacing("{username}", with: isRequest ? asker : "mikko")
            .replacing("{id}", with: pattern.hasSuffix("/report") ? received : own)
    }
}
