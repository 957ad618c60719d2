import Database
import Proximity

/// The lists of people on the friends page, as the database has them.
struct FriendLists {
    /// Who was found by a name; empty without a search.
    let found: [FriendQueries.Found]
    let incoming: [(ID<FriendRequest>, Person)]
    let outgoing: [(ID<FriendRequest>, Person)]
    let friends: [Person]
    /// People who may be known; none beside the results of a search.
    let suggestions: [FriendQueries.Suggestion]
    /// Those who were removed a moment ago.
    let removed: [Person]

    init(_ database: Reader, of viewer: ID<Account>, search: String?, _ now: Timestamp) throws {
        found = try search.map { try FriendQueries.search(database, $0, viewer: viewer) } ?? []
        incoming = try FriendQueries.incoming(database, to: viewer)
        outgoing = try FriendQueries.outgoing(database, from: viewer)
        friends = try FriendQueries.friends(database, of: viewer)
        suggestions = search == nil ? try FriendQueries.suggestions(database, for: viewer) : []
        removed = try FriendQueries.removed(database, by: viewer, since: now - Friends.undoTime)
    }
}
