import Database

/// What others see of a person.
struct Person: Sendable, Equatable {
    let id: ID<Account>
    let username: String
    /// What they want to be called; nil if they chose nothing.
    var displayName: String?
    /// The name of their picture.
    var picture: String?
    /// Whether they deleted their account and have no page and no name.
    var isDeleted = false

    /// The name shown for deleted accounts. Usernames have no spaces, so nobody can take it.
    static let deletedName = "someone who left"
    /// The username of every guest. It leads nowhere.
    static let guestName = "guest"

    /// Whether they have no account of their own. Nobody can take the name.
    var isGuest: Bool { username == Person.guestName }
    /// The name shown to others: the display name, or else the username. A guest chose a name that a member may have too, so theirs
    /// says everywhere what they are.
    var name: String { isGuest ? "\(bareName) (guest)" : bareName }
    /// The name without what marks a guest.
    var bareName: String { displayName.map { DisplayName.isolated($0) } ?? username }
    /// "Aino Korhonen (aino_k)" where one chooses among people, who may have the same display name.
    var fullName: String { displayName == nil ? username : "\(name) (\(username))" }
}

extension Person {
    /// The columns of a person joined as `person`: id, username, display_name, picture, is_deleted.
    static let columns: SQL = """
        person.id AS id, person.username AS username, person.display_name AS display_name, person.picture AS picture,
        person.is_deleted AS is_deleted
        """

    /// The shown name alone of a person joined under another name: `\(Person.name("author")) AS author`.
    static func name(_ table: SQL) -> SQL { "coalesce(\(table).display_name, \(table).username)" }

    /// Reads a person from a row with ``columns``.
    init(_ row: Row) throws {
        self.init(
            id: try row["id"], username: try row["username"], displayName: try row["display_name"],
            picture: try row["picture"], isDeleted: try row["is_deleted"])
    }
}
