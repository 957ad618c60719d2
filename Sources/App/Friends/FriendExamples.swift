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
                $0, search: "?", friends: 0, errors: ValidationErrors("q", "Type at least three characters of a name."))
        },
        .part("stranger") { FoundPart(found($0)[0], isTicked: false) },
        .part("ticked") { FoundPart(found($0)[1], isTicked: true) },
        .part("friend") { FoundPart(found($0)[2], isTicked: false) },
        .part("the only one") { FoundPart(found($0)[0], isTicked: false, isOnlyOne: true) },
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
            .init(person: gallery.person("maija"), standing: .stranger),
            .init(person: gallery.person("marja", called: "Matti"), standing: .stranger),
            .init(person: gallery.person(GalleryContext.longName), standing: .friend),
            .init(person: gallery.person("matti.k"), standing: .asked(ID(rawValue: 1))),
        ]
    }

    private static func page(
        _ gallery: GalleryContext, search: String = "", friends: Int, requests: Int = 0,
        found: [FriendQueries.Found] = [],
        suggestions: Int = 0, removed: Int = 0, isInvited: Bool = false, errors: ValidationErrors = ValidationErrors()
    ) -> FriendsPage {
        let asking = (0..<requests).map { RequestPart((ID(rawValue: Int64($0) + 1), gallery.person(names[$0 % 6]))) }
        return FriendsPage(
            frame: gallery.frame("Friends", .friends), search: search,
            isSearching: !search.isEmpty && errors["q"].isEmpty, errors: errors,
            found: FoundList(found, ticked: []), incoming: asking, outgoing: asking,
            friends: parts(gallery, friends).map { FriendPart(person: $0, actions: [note(to: $0.name)]) },
            suggestions: (0..<suggestions).map {
                SuggestionPart(.init(person: gallery.person(names[$0 % 6]), mutualCount: suggestions - $0))
            },
            removed: parts(gallery, removed),
            end: end,
            invitation: isInvited
                ? InvitationPart(person: PersonPart(gallery.person("mikko")), path: "/friends") : nil)
    }

    private static func contacts(
        _ gallery: GalleryContext, found: [FriendQueries.Found]? = nil, errors: ValidationErrors = ValidationErrors()
    ) -> ContactsPage {
        ContactsPage(
            frame: gallery.frame("Find friends from contacts", .friends), errors: errors, hasSearched: found != nil,
            found: FoundList(found ?? [], ticked: []), isFindable: found != nil, hasAddress: found != nil)
    }
}
