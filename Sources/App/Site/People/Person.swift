import Database

/// What others may see of a person they know.
struct Person: Sendable, Equatable {
    let id: ID<Account>
    let username: String
    /// The name of their picture.
    var picture: String?
    /// Whether they deleted their account: then they have no page and no name.
    var isDeleted = false

    /// What stands in place of the name of those who left. Names that people choose have no spaces, so nobody else can be
    /// called this.
    static let deletedName = "someone who left"
}

extension Person {
    /// The columns of somebody who is joined as `person`: id, username, picture, is_deleted.
    static let columns: SQL = """
        person.id AS id, person.username AS username, person.picture AS picture, person.is_deleted AS is_deleted
        """

    /// The person in a row with ``columns``.
    init(_ row: Row) throws {
        self.init(
            id: try row["id"], username: try row["username"], picture: try row["picture"],
            isDeleted: try row["is_deleted"])
    }
}
