import Database
import HTTP
import Media
import Proximity

/// A feature that reacts to the end of a friendship or to a block.
protocol FriendshipObserver: Feature {
    /// Runs in the transaction that ends the friendship.
    func friendshipEnded(_ database: Writer, _ one: ID<Account>, _ other: ID<Account>, _ now: Timestamp) throws
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

/// A feature in whose things somebody whom one blocks may be, so that the same tap takes them out.
protocol BlockChoiceSource: Feature {
    /// What of the viewer's somebody can be removed from. Read-only.
    func blockChoices(
        _ database: Reader, of person: Person, for viewer: Viewer, _ now: Timestamp
    ) throws -> [BlockChoice]
    /// Removes somebody, who has just been blocked, from those choices that were ticked and still hold.
    ///
    /// - Returns: what came of it, in a sentence; "" for nothing.
    func blocked(
        _ database: Writer, _ person: Person, _ form: FormFields, by viewer: Viewer, _ now: Timestamp
    ) throws -> String
}

/// A box in the form that blocks somebody.
struct BlockChoice: Sendable {
    /// The field, which may occur more than once, and what it sends.
    let name, value: String
    /// "And remove mikko from Friday"
    let words: String
    /// The consequences.
    let hint: String
}

/// A feature that shows something on a person's page.
protocol PersonPageSource: Feature {
    /// The part for a person's page, limited to what the viewer may see; nil for none. Read-only.
    func personPart(
        _ database: Reader, of person: Person, for viewer: Viewer, _ now: Timestamp
    ) throws -> DeferredPart?
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
    func tellOfEnd(_ database: Writer, _ one: ID<Account>, _ other: ID<Account>, _ now: Timestamp) throws {
        for observer in observers {
            try observer.friendshipEnded(database, one, other, now)
        }
    }
}

extension Friends: AccountObserver {
    /// A findable person is found by the address they confirmed last.
    func addressChanged(_ database: Writer, of account: ID<Account>, to folded: String?) throws {
        try FriendQueries.setCode(database, of: account, folded.map { code(ofAddress: $0) })
    }
}

extension Friends: FirstPageSource {
    /// Without friends there is nothing to do here yet.
    var firstPage: String { FriendPaths.friends }
}

extension Friends: MediaAccess {
    /// A profile picture is for everybody to whom its owner is visible.
    func mayRead(_ database: Reader, _ name: MediaName, _ viewer: Viewer) throws -> Bool {
        guard let owner = try accounts.owner(database, ofPicture: name) else { return false }
        return try isVisible(database, owner, to: viewer.id)
    }
}
