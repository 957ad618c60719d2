/// A person in a list.
struct PersonPart {
    let name: String
    let avatar: AvatarPart
    /// Whether they deleted their account and have no page.
    let isDeleted: Bool
    var path: String { PersonPaths.person(name) }

    init(_ person: Person) {
        name = person.username
        isDeleted = person.isDeleted
        avatar = AvatarPart(person)
    }
}
