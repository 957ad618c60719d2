import Database
import Media
import Proximity

/// A feature that ends what two people have together when they are friends no longer or one blocks the other.
protocol FriendshipObserver: Feature {
    /// In the transaction that ends the friendship.
    func friendshipEnded(_ database: Writer, _ one: ID<Account>, _ other: ID<Account>, _ now: Timestamp) throws
}

/// A feature that shows something of a person on their page.
protocol PersonPageSource: Feature {
    /// A part for the page of somebody, as far as the viewer may know; nil for none. Only reads.
    func personPart(
        _ database: Reader, of person: Person, for viewer: Viewer, _ now: Timestamp
    ) throws -> DeferredPart?
}

extension Friends {
    /// Tells the features that a friendship ended.
    func tellOfEnd(_ database: Writer, _ one: ID<Account>, _ other: ID<Account>, _ now: Timestamp) throws {
        for observer in site.features.conforming(to: (any FriendshipObserver).self) {
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

extension Friends: MediaAccess {
    /// A picture is for those for whom its owner is there.
    func mayRead(_ database: Reader, _ name: MediaName, _ viewer: Viewer) throws -> Bool {
        guard let owner = try accounts.owner(database, ofPicture: name) else { return false }
        return try isVisible(database, owner, to: viewer.id)
    }
}
