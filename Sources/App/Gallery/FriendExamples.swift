import Database

/// The friends page.
enum FriendExamples {
    static let all: [GalleryEntry] = [
        .page("alone") { page($0, friends: 0) },
        .page("one") { page($0, friends: 1) },
        .page("many") { page($0, friends: 40, requests: 3) },
        .page("nobody found") { page($0, search: "zzz", friends: 2) },
        .page("found") { stage in
            page(
                stage, search: "ma", friends: 2,
                found: [
                    FoundPart(.init(person: stage.person("maija"), standing: .stranger)),
                    FoundPart(.init(person: stage.person(Stage.longName), standing: .friend)),
                    FoundPart(.init(person: stage.person("matti.k"), standing: .asked(ID(rawValue: 1)))),
                ])
        },
        .page("wrong") {
            page($0, search: "?", friends: 0, problems: Problems("q", "Names are letters, digits, or _ . -"))
        },
    ]

    private static func page(
        _ stage: Stage, search: String = "", friends: Int, requests: Int = 0, found: [FoundPart] = [],
        problems: Problems = Problems()
    ) -> FriendsPage {
        let names = ["elias", "jonas", "leena", Stage.longName, "noor_h", "sofia"]
        let people = (0..<friends).map { PersonPart(stage.person(names[$0 % 6] + ($0 < 6 ? "" : "\($0)"))) }
        let asking = (0..<requests).map { RequestPart((ID(rawValue: Int64($0) + 1), stage.person(names[$0 % 6]))) }
        return FriendsPage(
            frame: stage.frame("Friends", .friends), search: search, isSearching: !search.isEmpty, problems: problems,
            found: found, incoming: asking, outgoing: asking, friends: people)
    }
}
