import Database

/// The ways to a new note from the pages of people and circles.
extension Notes: PersonActionSource {
    /// Notes are for friends.
    func personAction(for person: Person, isFriend: Bool) -> PersonAction? {
        guard isFriend else { return nil }
        return PersonAction(
            words: "Leave a note", hint: "Leave them a note", icon: "send", path: NotePaths.new(to: person.username),
            isMain: true)
    }

    func circleAction(for circle: ID<Circle>) -> PersonAction? {
        PersonAction(
            words: "Leave a note", hint: "Leave them a note", icon: "send", path: NotePaths.new(for: circle))
    }
}
