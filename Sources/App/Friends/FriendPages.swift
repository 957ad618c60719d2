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
    /// People removed a moment ago, who can be restored.
    let removed: [PersonPart]
    /// What ends with a friendship.
    let end: FriendshipEnd
    /// The invitation from a link that the visitor opened.
    let invitation: InvitationPart?

    var isAlone: Bool { friends.isEmpty && incoming.isEmpty && outgoing.isEmpty }
}

/// A friend in the list.
struct FriendPart {
    let person: PersonPart
    let actions: [PersonAction]
    let end: FriendshipEnd
    let csrf: TokenField
}

/// A request in a list, with who is on the other side.
struct RequestPart {
    let id: ID<FriendRequest>
    let person: PersonPart
    /// Whether it is the viewer who was asked.
    let isIncoming: Bool
    let csrf: TokenField

    init(_ request: (ID<FriendRequest>, Person), isIncoming: Bool, _ csrf: TokenField) {
        id = request.0
        person = PersonPart(request.1)
        (self.isIncoming, self.csrf) = (isIncoming, csrf)
    }
}

/// People found by a search or in an address book; several can be asked at once.
struct FoundList {
    let people: [FoundPart]
    init(_ found: [FriendQueries.Found], ticked: [String]) {
        let strangers = found.filter { $0.relation == .stranger }
        let chosen = Set(ticked.map { Username.fold($0) })
        let isOne = strangers.count == 1
        people = found.map {
            FoundPart($0, isTicked: chosen.contains(Username.fold($0.person.username)), isOnlyOne: isOne)
        }
    }

    /// Whether to show check boxes and one button for all.
    var canTick: Bool { people.contains { $0.relation.isStranger && !$0.isOnlyOne } }
}

struct FoundPart {
    let person: PersonPart
    let relation: RelationPart
    let isTicked: Bool
    /// Whether this is the only person who can be asked, so that a button is enough.
    let isOnlyOne: Bool

    init(_ found: FriendQueries.Found, isTicked: Bool, isOnlyOne: Bool = false) {
        person = PersonPart(found.person)
        relation = RelationPart(found.relation)
        self.isTicked = isTicked
        self.isOnlyOne = isOnlyOne
    }
}

/// The relation between the viewer and a person.
struct RelationPart {
    let isStranger: Bool
    let isFriend: Bool
    /// The viewer's request to them.
    let asked: ID<FriendRequest>?
    /// Their request to the viewer.
    let asking: ID<FriendRequest>?

    init(_ relation: FriendQueries.Relation) {
        isStranger = relation == .stranger
        isFriend = relation == .friend
        asked = if case .asked(let id) = relation { id } else { nil }
        asking = if case .asking(let id) = relation { id } else { nil }
    }

    /// "" for a stranger.
    var words: String {
        if isFriend { return "Your friend" }
        if asked != nil { return "Requested" }
        return asking != nil ? "Wants to be friends" : ""
    }
}

/// A suggested person.
struct SuggestionPart {
    let person: PersonPart
    /// "2 friends in common".
    let words: String
    let csrf: TokenField

    init(_ suggestion: FriendQueries.Suggestion, _ csrf: TokenField) {
        self.csrf = csrf
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
    /// Whether an address book has just been searched.
    let hasSearched: Bool
    let found: FoundList
    let isFindable: Bool
    /// Whether the viewer has a confirmed address.
    let hasAddress: Bool
}
