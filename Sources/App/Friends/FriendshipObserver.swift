import Database
import Media
import Proximity

/// A feature that ends what two people have together when they are friends no longer or one blocks the other.
protocol FriendshipObserver: Feature {
    /// In the transaction that ends the friendship.
    func friendshipEnded(_ database: Writer, _ one: ID<Account>, _ other: ID<Account>, _ now: Timestamp) throws
    /// What that means, in words.
    var friendshipEnd: FriendshipEnd { get }
}

/// What ends with a friendship, in sentences for those who end it.
struct FriendshipEnd: Sendable {
    /// Before: "Notes that wait between you are withdrawn."
    var before = ""
    /// After it, while it can be undone: "Notes that waited between you are withdrawn and stay so."
    var after = ""
    /// After it was undone: "Notes that were withdrawn stay so."
    var undone = ""
}

/// A feature that shows something of a person on their page.
protocol PersonPageSource: Feature {
    /// A part for the page of somebody, as far as the viewer may know; nil for none. Only reads.
    func personPart(
        _ database: Reader, of person: Person, for viewer: Viewer, _ now: Timestamp
    ) throws -> DeferredPart?
}

extension Friends {
    private var observers: [any FriendshipObserver] {
        site.features.conforming(to: (any FriendshipObserver).self)
    }

    /// What ends with a friendship, of all features.
    var end: FriendshipEnd {
        let ends = observers.map { $0.friendshipEnd }
        return FriendshipEnd(
            before: WordList.sentences(ends.map { $0.before }), after: WordList.sentences(ends.map { $0.after }),
            undone: WordList.sentences(ends.map { $0.undone }))
    }

    /// Tells the features that a friendship ended.
    func tellOfEnd(_ database: Writer, _ one: ID<Account>, _ other: ID<Account>, _ now: Timestamp) throws {
        for observer in observers {
            try observer.friendshipEnded(database, one, other, now)
        }
    }
}

extension Friends: AccountObserver {
    /// Somebody can be found by the address that they confirmed last.
    func addressChanged(_ database: Writer, of account: ID<Account>, to folded: String?) throws {
        try FriendQueries.setCode(database, of: account, folded.map { code(ofAddress: $0) })
    }
}

extension Friends: FirstPageSource {
    /// Without friends there is nothing to do here yet.
    var firstPage: String { FriendPaths.friends }
}

extension Friends: MediaAccess {
    /// A picture is for those for whom its owner is there.
    func mayRead(_ database: Reader, _ name: MediaName, _ viewer: Viewer) throws -> Bool {
        guard let owner = try accounts.owner(database, ofPicture: name) else { return false }
        return try isVisible(database, owner, to: viewer.id)
    }
}
