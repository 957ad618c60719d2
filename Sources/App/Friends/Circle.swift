import Database
import HTTP

/// A named list of a person's friends, to choose them together. Nobody else learns of it.
struct Circle: Sendable {
    let id: ID<Circle>
    let name: String
    /// Those who are visible friends now, in the order of the list of friends.
    let members: [Person]

    /// Most circles of one person.
    static let maxCount = 50
    /// Most friends in one: as many as a note can be for.
    static let maxMembers = 50
    /// Length of a name, in Unicode scalars.
    static let longestName = 60
}

/// The form of a circle as it was sent.
struct CircleFields: Sendable {
    /// As typed.
    var name = ""
    /// Folded usernames, each once.
    var members: [String] = []
}

extension CircleFields {
    init(_ form: FormFields) { self.init(name: form["name"] ?? "", members: Friends.distinct(form.all("member"))) }

    init(_ circle: Circle) {
        self.init(name: circle.name, members: circle.members.map { Username.fold($0.username) })
    }
}

/// A validated form of a circle.
struct CheckedCircle: Sendable {
    /// Trimmed, with single spaces.
    let name: String
    /// For comparison: one person's circles have different ones.
    let foldedName: String
    let members: [ID<Account>]

    /// - Parameter others: the person's other circles.
    /// - Throws: a problem for each invalid field.
    init(
        _ fields: CircleFields, among friends: [Person], besides others: [FriendQueries.NamedCircle]
    ) throws(ValidationErrors) {
        var errors = ValidationErrors()
        name = fields.name.precomposedStringWithCanonicalMapping.split { $0.isWhitespace }.joined(separator: " ")
        let folded = DisplayName.fold(name)
        foldedName = folded
        if let problem = CheckedCircle.problem(name) { errors.add("name", problem) }
        if others.count >= Circle.maxCount { errors.add("name", "You have 50 circles. Delete one first.") }
        if others.contains(where: { $0.foldedName == folded }) {
            errors.add("name", "You already have a circle with that name.")
        }
        let ids = friends.idsByName
        members = fields.members.compactMap { ids[$0] }
        if let stranger = fields.members.first(where: { ids[$0] == nil }) {
            errors.add("member", "\(stranger.prefix(32)) is not among your friends.")
        }
        if members.isEmpty { errors.add("member", "Choose at least one friend.") }
        if members.count > Circle.maxMembers { errors.add("member", "A circle has room for 50 friends.") }
        try errors.check()
    }

    /// What is wrong with a name; nil for nothing.
    private static func problem(_ name: String) -> String? {
        if name.isEmpty { return "Give it a name." }
        guard DisplayName.canBeShown(name), !DisplayName.fold(name).isEmpty else {
            return "That name has characters in it that can't be shown. Leave them out."
        }
        return name.unicodeScalars.count > Circle.longestName ? "That's too long: 60 characters at most." : nil
    }
}

extension [Person] {
    /// Their ids by folded username.
    var idsByName: [String: ID<Account>] {
        Dictionary(map { (Username.fold($0.username), $0.id) }) { first, _ in first }
    }
}
