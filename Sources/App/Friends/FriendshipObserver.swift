import Database
import Proximity

/// A feature that reacts to the end of a friendship or to a block.
protocol FriendshipObserver: Feature {
    /// Runs in the transaction that ends the friendship.
    func friendshipEnded(_ database: Writer, _ one: ID<Account>, and other: ID<Account>, at now: Timestamp) throws
    /// The consequences, in words.
    var friendshipEnd: FriendshipEnd { get }
}

/// The consequences of ending a friendship, in sentences for the person who ends it.
struct FriendshipEnd: Sendable {
    /// Before the end: "Notes that wait between you are withdrawn."
    var before = ""
    /// After it, while it can be undone: "Notes that waited between you are withdrawn and stay so."
    var after = ""
    /// After undoing it: "Notes that were withdrawn stay so."
    var undone = ""
}

extension Friends {
    private var observers: [any FriendshipObserver] {
        site.features.conforming(to: (any FriendshipObserver).self)
    }

    /// The consequences of all features.
    var end: FriendshipEnd {
        let ends = observers.map { $0.friendshipEnd }
        return FriendshipEnd(
            before: WordList.sentences(ends.map { $0.before }), after: WordList.sentences(ends.map { $0.after }),
            undone: WordList.sentences(ends.map { $0.undone }))
    }

    /// Notifies the features that a friendship ended.
    func notifyOfEnd(_ database: Writer, _ one: ID<Account>, and other: ID<Account>, at now: Timestamp) throws {
        for observer in observers {
            try observer.friendshipEnded(database, one, and: other, at: now)
        }
    }
}
