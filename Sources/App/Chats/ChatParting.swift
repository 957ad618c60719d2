import Database
import Proximity

extension Chats: FriendshipObserver {
    var friendshipEnd: FriendshipEnd {
        let words = "You both keep your chat. Writing again sends a request."
        return FriendshipEnd(before: words, after: words)
    }

    /// What was written while both wanted it stays as it is. A request that nobody has answered stays one: who asked
    /// must not learn of a block by it.
    func friendshipEnded(_ database: Writer, _ one: ID<Account>, and other: ID<Account>, at now: Timestamp) throws {
        guard let stored = try ChatQueries.stored(database, one, and: other), stored.requestFrom == nil,
            let membership = try ConversationQueries.membership(database, stored.conversation, of: one)
        else { return }
        try ChatQueries.settle(database, stored.conversation, through: membership.lastNumber)
    }
}
