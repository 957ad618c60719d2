import Database

/// A feature with something that the viewer can do for a person or for a circle of friends.
protocol PersonActionSource: Feature {
    /// A link for the person's page and the list of friends; nil for none.
    func personAction(for person: Person, isFriend: Bool) -> PersonAction?
    /// A link for the list of circles; nil for none.
    func circleAction(for circle: ID<Circle>) -> PersonAction?
}

/// Something that the viewer can do for one or more people.
struct PersonAction: Sendable {
    /// "Leave a note"
    let words: String
    /// For a new friend: "Leave them a note"
    let hint: String
    let icon: String
    let path: String
    /// Whether it is what people most likely want: one of those on a person's page.
    var isMain = false
}

extension Friends {
    /// What the viewer can do for a person, of all features.
    func actions(for person: Person, isFriend: Bool) -> [PersonAction] {
        site.features.conforming(to: (any PersonActionSource).self).compactMap {
            $0.personAction(for: person, isFriend: isFriend)
        }
    }

    /// What the viewer can do for a circle, of all features.
    func actions(for circle: ID<Circle>) -> [PersonAction] {
        site.features.conforming(to: (any PersonActionSource).self).compactMap { $0.circleAction(for: circle) }
    }
}
