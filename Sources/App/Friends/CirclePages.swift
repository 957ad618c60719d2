import Database

/// `GET /friends/circles`
struct CirclesPage {
    let frame: Frame
    let circles: [CirclePart]
    let hasFriends: Bool

    var isFull: Bool { circles.count >= Circle.maxCount }
}

/// A circle in the list.
struct CirclePart {
    /// The page on which it is changed.
    let path: String
    let name: String
    /// The name as it stands in a label.
    let label: String
    /// "3 friends"
    let count: String
    /// The first few members.
    let faces: [AvatarPart]
    /// How many more there are.
    let moreCount: Int
    /// What the viewer can do for everybody in it.
    let actions: [PersonAction]

    /// More than these would be narrower than a finger's width on a phone.
    private static let maxFaces = 6

    init(_ circle: Circle, actions: [PersonAction]) {
        path = FriendPaths.circle(circle.id)
        name = circle.name
        label = DisplayName.isolated(circle.name)
        count = circle.members.isEmpty ? "Nobody in it now" : CountWords.starting(circle.members.count, "friend")
        // One face more takes no more room than "+1".
        let shown = circle.members.count == CirclePart.maxFaces + 1 ? circle.members.count : CirclePart.maxFaces
        faces = circle.members.prefix(shown).map { AvatarPart($0) }
        moreCount = circle.members.count - faces.count
        self.actions = actions
    }
}

/// `GET /friends/circles/new` and `GET /friends/circles/{id}`
struct CirclePage {
    let frame: Frame
    let title: String
    /// Where the form posts.
    let path: String
    /// Where *Delete* posts; nil for a new circle.
    let deletePath: String?
    let name: FieldPart
    let choices: [Choice]
    let errors: ValidationErrors

    /// A friend with a tick box.
    struct Choice {
        let person: PersonPart
        let isChosen: Bool
    }

    init(frame: Frame, id: ID<Circle>?, fields: CircleFields, friends: [Person], errors: ValidationErrors) {
        self.frame = frame
        title = CirclePage.title(id)
        path = id.map { FriendPaths.editCircle($0) } ?? FriendPaths.circles
        deletePath = id.map { FriendPaths.deleteCircle($0) }
        name = FieldPart(
            "name", label: "Name", value: fields.name, hint: "Only you see it.", autocomplete: "off",
            placeholder: "Rink crew",
            isRequired: true, lengths: (0, Circle.maxNameLength), errors: errors)
        choices = friends.map {
            Choice(person: PersonPart($0), isChosen: fields.members.contains(Username.fold($0.username)))
        }
        self.errors = errors
    }

    static func title(_ id: ID<Circle>?) -> String { id == nil ? "New circle" : "Edit circle" }

    /// Whether there are so many friends that one looks for a name.
    var isSearchable: Bool { choices.count >= 8 }
}
