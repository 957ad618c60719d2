/// A feature with something that the viewer can do for a person.
protocol PersonActionSource: Feature {
    /// A link for the person's page and the list of friends; nil for none.
    func personAction(for person: Person, isFriend: Bool) -> PersonAction?
}

/// Something that the viewer can do for a person.
struct PersonAction: Sendable {
    /// "Leave a note"
    let words: String
    /// For a new friend: "Leave them a note"
    let hint: String
    let icon: String
    let path: String
}

extension Friends {
    /// What the viewer can do for a person, of all features.
    func actions(for person: Person, isFriend: Bool) -> [PersonAction] {
        site.features.conforming(to: (any PersonActionSource).self).compactMap {
            $0.personAction(for: person, isFriend: isFriend)
        }
    }
}
