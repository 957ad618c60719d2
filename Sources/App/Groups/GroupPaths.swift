import Database

/// The addresses of the feature.
enum GroupPaths {
    static let groups = "/groups"
    /// The form that makes one.
    static let new = "/groups/new"
    static let join = "/groups/join"
    /// The open page with a field for a code.
    static let code = "/join"
    /// The open page that says that a group is over, for a browser that was in it.
    static let over = "/groups/over"
    /// The form that makes one, shown again with what was typed.
    static let preview = "/groups/preview"

    static func group(_ id: ID<FriendGroup>) -> String { "\(groups)/\(id)" }
    /// The map and the list of members alone, for scripts.
    static func live(_ id: ID<FriendGroup>) -> String { "\(group(id))/live" }
    /// Who sees whom, what happened, and what can be changed.
    static func settings(_ id: ID<FriendGroup>) -> String { "\(group(id))/settings" }
    static func messages(_ id: ID<FriendGroup>) -> String { "\(group(id))/messages" }
    /// The chat with a message that begins with a member's name.
    static func messages(_ id: ID<FriendGroup>, to member: ID<GroupMember>) -> String { "\(messages(id))?to=\(member)" }
    /// The messages alone, for scripts.
    static func liveMessages(_ id: ID<FriendGroup>) -> String { "\(messages(id))/live" }
    static func headingHome(_ id: ID<FriendGroup>) -> String { "\(group(id))/heading-home" }
    static func home(_ id: ID<FriendGroup>) -> String { "\(group(id))/home" }
    static func help(_ id: ID<FriendGroup>) -> String { "\(group(id))/help" }
    static func cancelHelp(_ id: ID<FriendGroup>) -> String { "\(help(id))/cancel" }
    static func seen(_ id: ID<FriendGroup>) -> String { "\(group(id))/seen" }
    static func answer(_ id: ID<FriendGroup>) -> String { "\(group(id))/answer" }
    static func extend(_ id: ID<FriendGroup>) -> String { "\(group(id))/extend" }
    static func invite(_ id: ID<FriendGroup>) -> String { "\(group(id))/invite" }
    static func pause(_ id: ID<FriendGroup>) -> String { "\(group(id))/pause" }
    static func device(_ id: ID<FriendGroup>) -> String { "\(group(id))/device" }
    /// The form that reports what it is called.
    static func report(_ id: ID<FriendGroup>) -> String { "\(group(id))/report" }
    /// The addresses of its messages.
    static func chat(_ id: ID<FriendGroup>) -> ConversationPaths {
        ConversationPaths(page: messages(id), messages: messages(id))
    }
    static func leave(_ id: ID<FriendGroup>) -> String { "\(group(id))/leave" }
    static func end(_ id: ID<FriendGroup>) -> String { "\(group(id))/end" }
    /// The map centred on a member.
    static func member(_ id: ID<FriendGroup>, _ member: ID<GroupMember>) -> String { "\(group(id))/members/\(member)" }
    static func ask(_ id: ID<FriendGroup>, _ member: ID<GroupMember>) -> String { "\(self.member(id, member))/ask" }
    static func admit(_ id: ID<FriendGroup>, _ member: ID<GroupMember>) -> String { "\(self.member(id, member))/admit" }
    static func remove(_ id: ID<FriendGroup>, _ member: ID<GroupMember>) -> String {
        "\(self.member(id, member))/remove"
    }
    /// Where a link or a code leads: opening it joins nothing.
    static func invitation(_ word: String) -> String { "/join/\(word)" }
}
