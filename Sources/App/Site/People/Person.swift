import Database

/// What others see of a person.
struct Person: Sendable, Equatable {
    let id: ID<Account>
    let username: String
    /// The name of their picture.
    var picture: String?
    /// Whether they deleted their account and have no page and no name.
    var isDeleted = false

    /// The name shown for deleted accounts. Usernames have no spaces, so nobody can take it.
    static let deletedName = "someone who left"
}

extension Person {
    /// The columns of a person joined as `person`: id, username, picture, is_deleted.
    static let columns: SQL = """
        person.id AS id, person.username AS username, person.picture AS picture, person.is_deleted AS is_deleted
        """

    /// Reads a person from a row with ``columns``.
    init(_ row: Row) throws {
        self.init(
            id: try row["id"], username: try row["username"], picture: try row["picture"],
            isDeleted: try row["is_deleted"])
    }
}
