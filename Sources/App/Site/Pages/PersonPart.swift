/// A person in a list.
struct PersonPart {
    let name: String
    let avatar: AvatarPart
    /// Whether they deleted their account: then nothing is at their path.
    let isDeleted: Bool
    var path: String { PersonPaths.person(name) }

    init(_ person: Person) {
        name = person.username
        isDeleted = person.isDeleted
        avatar = AvatarPart(person)
    }
}
