import Database

/// Examples of the friends page.
enum FriendExamples {
    static let all: [GalleryExample] = [
        .page("alone") { page($0, friends: 0) },
        .page("one") { page($0, friends: 1) },
        .page("many") { page($0, friends: 40, requests: 3, suggestions: 10, removed: 2) },
        .page("invited") { page($0, friends: 0, isInvited: true) },
        .page("nobody found") { page($0, search: "zzz", friends: 2) },
        .page("found") { page($0, search: "ma", friends: 2, found: found($0)) },
        .page("one found") { page($0, search: "maij", friends: 2, found: Array(found($0).prefix(1))) },
        .page("wrong") {
            page(
                $0, search: "?", friends: 0, errors: ValidationErrors("q", Friends.shortSearch))
        },
        .part("stranger") { FoundPart(found($0)[0], isTicked: false) },
        .part("ticked") { FoundPart(found($0)[1], isTicked: true) },
        .part("friend") { FoundPart(found($0)[2], isTicked: false) },
        .part("the only one") { FoundPart(found($0)[0], isTicked: false, isOnlyOne: true) },
        .part("usual") { friend(PersonPart($0.person("leena", called: "Leena")), $0.frame("").csrf) },
        .part("incoming") { request($0, 3, isIncoming: true, csrf: $0.frame("").csrf) },
        .part("outgoing") { request($0, 3, isIncoming: false, csrf: $0.frame("").csrf) },
        .part("usual") { suggestion($0, 3, mutual: 2, csrf: $0.frame("").csrf) },
        .page("some") {
            OrderPage(frame: $0.frame("Reorder friends", .friends), friends: parts($0, 8), errors: ValidationErrors())
        },
        .page("none") {
            OrderPage(frame: $0.frame("Reorder friends", .friends), friends: [], errors: ValidationErrors())
        },
        .page("before") { contacts($0) },
        .page("found") { contacts($0, found: found($0)) },
        .page("nobody") { contacts($0, found: []) },
        .page("wrong") { contacts($0, errors: ValidationErrors("contacts", "The file is larger than 2 MB.")) },
    ]

    private static let names = ["elias", "jonas", "leena", GalleryContext.longName, "noor_h", "sofia"]

    static let end = FriendshipEnd(
        before: "Notes that wait between you are withdrawn.",
        after: "Notes that waited between you are withdrawn and stay so.")

    /// What another feature adds.
    static func note(to name: String) -> PersonAction {
        PersonAction(
            words: "Leave a note", hint: "Leave them a note", icon: "send", path: "/notes/new?to=\(name)")
    }

    static func people(_ gallery: GalleryContext, _ count: Int) -> [Person] {
        (0..<count).map {
            let called = [1: GalleryContext.arabicName, 3: GalleryContext.longDisplayName, 4: "Noor"][$0]
            return gallery.person(names[$0 % 6] + ($0 < 6 ? "" : "\($0)"), called: called)
        }
    }

    private static func parts(_ gallery: GalleryContext, _ count: Int) -> [PersonPart] {
        people(gallery, count).map { PersonPart($0) }
    }

    private static func found(_ gallery: GalleryContext) -> [FriendQueries.Found] {
        [
            .init(person: gallery.person("maija"), relation: .stranger),
            .init(person: gallery.person("marja", called: "Matti"), relation: .stranger),
            .init(person: gallery.person(GalleryContext.longName), relation: .friend),
            .init(person: gallery.person("matti.k"), relation: .asked(ID(rawValue: 1))),
        ]
    }

    private static func page(
        _ gallery: GalleryContext, search: String = "", friends: Int, requests: Int = 0,
        found: [FriendQueries.Found] = [],
        suggestions: Int = 0, removed: Int = 0, isInvited: Bool = false, errors: ValidationErrors = ValidationErrors()
    ) -> FriendsPage {
        let frame = gallery.frame("Friends", .friends)
        return FriendsPage(
            frame: frame, search: search,
            isSearching: !search.isEmpty && errors["q"].isEmpty, errors: errors,
            found: FoundList(found, ticked: []),
            incoming: (0..<requests).map { request(gallery, $0, isIncoming: true, csrf: frame.csrf) },
            outgoing: (0..<requests).map { request(gallery, $0, isIncoming: false, csrf: frame.csrf) },
            friends: parts(gallery, friends).map { friend($0, frame.csrf) },
            suggestions: (0..<suggestions).map { suggestion(gallery, $0, mutual: suggestions - $0, csrf: frame.csrf) },
            removed: parts(gallery, removed),
            end: end,
            invitation: isInvited
                ? InvitationPart(person: PersonPart(gallery.person("mikko")), path: "/friends") : nil)
    }

    private static func friend(_ person: PersonPart, _ csrf: TokenField) -> FriendPart {
        FriendPart(person: person, actions: [note(to: person.name)], end: end, csrf: csrf)
    }

    private static func request(
        _ gallery: GalleryContext, _ number: Int, isIncoming: Bool, csrf: TokenField
    ) -> RequestPart {
        RequestPart(
            (ID(rawValue: Int64(number) + 1), gallery.person(names[number % 6])), isIncoming: isIncoming, csrf)
    }

    private static func suggestion(
        _ gallery: GalleryContext, _ number: Int, mutual: Int, csrf: TokenField
    ) -> SuggestionPart {
        SuggestionPart(.init(person: gallery.person(names[number % 6]), mutualCount: mutual), csrf)
    }

    private static func contacts(
        _ gallery: GalleryContext, found: [FriendQueries.Found]? = nil, errors: ValidationErrors = ValidationErrors()
    ) -> ContactsPage {
        ContactsPage(
            frame: gallery.frame("Find friends from contacts", .friends), errors: errors, hasSearched: found != nil,
            found: FoundList(found ?? [], ticked: []), isFindable: found != nil, hasAddress: found != nil)
    }
}
