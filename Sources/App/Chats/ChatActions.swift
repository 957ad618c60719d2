import Database

/// The ways into a chat from other pages.
extension Chats {
    static let shareTarget = ShareTarget(
        sharing: { ChatPaths.share($0) },
        writing: { username, path in
            path.map { ChatPaths.chat(username, card: $0) } ?? ChatPaths.chat(username)
        })
}

extension Chats: PersonActionSource {
    func personAction(for person: Person, isFriend: Bool) -> PersonAction? {
        PersonAction(
            words: "Write", hint: "Write to them", icon: "message-circle", path: ChatPaths.chat(person.username))
    }

    /// A chat is for two.
    func circleAction(for circle: ID<Circle>) -> PersonAction? { nil }
}
