import Database

/// `GET /friends`
struct FriendsPage {
    let frame: Frame
    let search: String
    let isSearching: Bool
    let errors: ValidationErrors
    let found: FoundList
    let incoming: [RequestPart]
    let outgoing: [RequestPart]
    let friends: [FriendPart]
    let suggestions: [SuggestionPart]
    /// Those who were removed a moment ago.
    let removed: [PersonPart]
    /// What ends with a friendship.
    let end: FriendshipEnd
    /// An invitation that the visitor came by.
    let invitation: InvitationPart?

    var isAlone: Bool { friends.isEmpty && incoming.isEmpty && outgoing.isEmpty }
}

/// A friend in the list.
struct FriendPart {
    let person: PersonPart
    let actions: [PersonAction]
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

/// People who were found, several of whom can be asked at once.
struct FoundList {
    let people: [FoundPart]
    init(_ found: [FriendQueries.Found], ticked: [String]) {
        let strangers = found.filter { $0.standing == .stranger }
        let chosen = Set(ticked.map { Username.fold($0) })
        let isOne = strangers.count == 1
        people = found.map {
            FoundPart($0, isTicked: chosen.contains(Username.fold($0.person.username)), isOnlyOne: isOne)
        }
    }

    /// Whether there are several to be ticked, and a button for all of them.
    var canTick: Bool { people.contains { $0.standing.isStranger && !$0.isOnlyOne } }
}

/// A person who was found.
struct FoundPart {
    let person: PersonPart
    let standing: StandingPart
    let isTicked: Bool
    /// Whether nobody else on the list can be asked: a button is enough then.
    let isOnlyOne: Bool

    init(_ found: FriendQueries.Found, isTicked: Bool, isOnlyOne: Bool = false) {
        person = PersonPart(found.person)
        standing = StandingPart(found.standing)
        self.isTicked = isTicked
        self.isOnlyOne = isOnlyOne
    }
}

/// How the viewer stands with somebody.
struct StandingPart {
    let isStranger: Bool
    let isFriend: Bool
    /// The viewer's own request to them.
    let asked: ID<FriendRequest>?
    /// Their request to the viewer.
    let asking: ID<FriendRequest>?

    init(_ standing: FriendQueries.Standing) {
        isStranger = standing == .stranger
        isFriend = standing == .friend
        asked = if case .asked(let id) = standing { id } else { nil }
        asking = if case .asking(let id) = standing { id } else { nil }
    }

    /// "" for a stranger.
    var words: String {
        if isFriend { return "Your friend" }
        if asked != nil { return "Asked" }
        return asking != nil ? "Has asked you" : ""
    }
}

/// A person who may be known.
struct SuggestionPart {
    let person: PersonPart
    /// "2 friends in common".
    let words: String

    init(_ suggestion: FriendQueries.Suggestion) {
        person = PersonPart(suggestion.person)
        words = suggestion.mutualCount == 1 ? "1 friend in common" : "\(suggestion.mutualCount) friends in common"
    }
}

/// `GET /friends/order`
struct OrderPage {
    let frame: Frame
    let friends: [PersonPart]
    let errors: ValidationErrors
}

/// `GET /friends/contacts`
struct ContactsPage {
    let frame: Frame
    let errors: ValidationErrors
    /// Whether an address book was just looked through.
    let hasSearched: Bool
    let found: FoundList
    let isFindable: Bool
    /// Whether there is a confirmed address to be found by.
    let hasAddress: Bool
}
