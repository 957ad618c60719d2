import Database

/// Examples of circles of friends.
enum CircleExamples {
    static let all: [GalleryExample] = [
        .page("some") { list($0, [("Rink crew", 3), ("Family", 1), ("Nobody left", 0)]) },
        .page("many friends") { gallery in
            list(gallery, [(GalleryContext.longDisplayName, 7), (GalleryContext.arabicName, 40), ("🏒", 8)])
        },
        .page("full") { list($0, (1...Circle.maxCount).map { ("Circle \($0)", 2) }) },
        .page("none") { list($0, []) },
        .page("no friends") { list($0, [], hasFriends: false) },
        .page("new") { form($0, id: nil, CircleFields()) },
        .page("edited") {
            form($0, id: ID(rawValue: 1), CircleFields(name: "Rink crew", members: ["jonas", "sofia"]))
        },
        .page("searchable") { form($0, id: nil, CircleFields(name: GalleryContext.longDisplayName), friends: 40) },
        .page("wrong") { gallery in
            var errors = ValidationErrors("name", "You already have a circle with that name.")
            errors.add("member", "Choose at least one friend.")
            return form(gallery, id: nil, CircleFields(name: "Rink crew"), errors: errors)
        },
        .page("without friends") { form($0, id: ID(rawValue: 1), CircleFields(name: "Rink crew"), friends: 0) },
    ]

    private static func list(
        _ gallery: GalleryContext, _ circles: [(name: String, count: Int)], hasFriends: Bool = true
    ) -> CirclesPage {
        let action = FriendExamples.note(to: "mikko")
        let parts = circles.enumerated().map { place, circle in
            CirclePart(
                Circle(
                    id: ID(rawValue: Int64(place + 1)), name: circle.name,
                    members: FriendExamples.people(gallery, circle.count)),
                actions: circle.count == 0 ? [] : [action])
        }
        return CirclesPage(frame: gallery.frame("Circles", .friends), circles: parts, hasFriends: hasFriends)
    }

    private static func form(
        _ gallery: GalleryContext, id: ID<Circle>?, _ fields: CircleFields, friends: Int = 6,
        errors: ValidationErrors = ValidationErrors()
    ) -> CirclePage {
        CirclePage(
            frame: gallery.frame(CirclePage.title(id), .friends), id: id, fields: fields,
            friends: FriendExamples.people(gallery, friends), errors: errors)
    }
}
