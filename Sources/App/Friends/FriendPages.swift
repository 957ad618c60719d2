import Database

/// `GET /friends`
struct FriendsPage {
    let frame: Frame
    let search: String
    let isSearching: Bool
    let problems: Problems
    let found: [FoundPart]
    let incoming: [RequestPart]
    let outgoing: [RequestPart]
    let friends: [PersonPart]

    var isAlone: Bool { friends.isEmpty && incoming.isEmpty && outgoing.isEmpty }
    /// Whether the search shows somebody who can be asked.
    var canAsk: Bool { found.contains { $0.canBeAsked } }
}

/// A person in a list.
struct PersonPart {
    let name: String
    let avatar: AvatarPart

    init(_ person: Person) {
        name = person.username
        avatar = AvatarPart(person)
    }
}

/// A request in a list, with who is on the other side.
struct RequestPart {
    let id: ID<FriendRequest>
    let person: PersonPart

    init(_ request: (ID<FriendRequest>, Person)) {
        id = request.0
        person = PersonPart(request.1)
    }
}

/// A person found by name.
struct FoundPart {
    let person: PersonPart
    let canBeAsked: Bool
    /// How the viewer stands with them, when they cannot be asked.
    let standing: String

    init(_ found: FriendQueries.Found) {
        person = PersonPart(found.person)
        canBeAsked = found.standing == .stranger
        switch found.standing {
        case .stranger: standing = ""
        case .friend: standing = "Your friend"
        case .asked: standing = "Asked"
        case .asking: standing = "Has asked you"
        }
    }
}
