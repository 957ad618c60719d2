import Database
import Proximity

/// A feature with something that the viewer can do for a person or for a circle of friends.
protocol PersonActionSource: Feature {
    /// A link for the person's page and the list of friends; nil for none.
    func personAction(for person: Person, isFriend: Bool) -> PersonAction?
    /// A link for the list of circles; nil for none.
    func circleAction(for circle: ID<Circle>) -> PersonAction?
    /// Whether the viewer has done that for a person since a time, so that nobody has to suggest it.
    func hasActed(
        _ database: Reader, by viewer: ID<Account>, for person: ID<Account>, since time: Timestamp
    ) throws -> Bool
}

extension PersonActionSource {
    func hasActed(
        _ database: Reader, by viewer: ID<Account>, for person: ID<Account>, since time: Timestamp
    ) throws -> Bool { false }
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

    /// What to suggest for a new friend; nil once the viewer has done it.
    func nextAction(
        _ database: Reader, for friend: Person, to viewer: ID<Account>, since time: Timestamp
    ) throws -> PersonAction? {
        for source in site.features.conforming(to: (any PersonActionSource).self) {
            guard let action = source.personAction(for: friend, isFriend: true) else { continue }
            return try source.hasActed(database, by: viewer, for: friend.id, since: time) ? nil : action
        }
        return nil
    }

    /// What the viewer can do for a circle, of all features.
    func actions(for circle: ID<Circle>) -> [PersonAction] {
        site.features.conforming(to: (any PersonActionSource).self).compactMap { $0.circleAction(for: circle) }
    }
}
