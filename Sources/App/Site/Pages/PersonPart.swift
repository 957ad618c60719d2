/// A person in a list.
struct PersonPart {
    /// The name that is shown: the display name, or else the username.
    let name: String
    /// What addresses and fields of forms hold.
    let username: String
    /// The username where the shown name is another one; otherwise "".
    let handle: String
    let avatar: AvatarPart
    /// Whether they deleted their account and have no page.
    let isDeleted: Bool
    var path: String { PersonPaths.person(username) }
    /// "Aino Korhonen (aino_k)" for labels by which one chooses among people.
    let fullName: String

    /// The shown name as a link, above the username and `detail` if there are any.
    func link(_ detail: String = "") -> PersonLinkPart { PersonLinkPart(self, detail) }

    init(_ person: Person) {
        name = person.name
        username = person.username
        handle = person.displayName == nil ? "" : person.username
        fullName = person.fullName
        isDeleted = person.isDeleted
        avatar = AvatarPart(person)
    }
}

/// A person's name in a row, leading to their page. The username stands below a display name, so that nobody passes as
/// somebody else.
struct PersonLinkPart {
    let name: String
    let path: String
    /// "aino_k · 2 friends in common"; "" for none.
    let detail: String

    init(_ person: PersonPart, _ detail: String) {
        name = person.name
        path = person.path
        self.detail = [person.handle, detail].filter { !$0.isEmpty }.joined(separator: " · ")
    }
}
