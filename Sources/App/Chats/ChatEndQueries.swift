import Database

/// SQL on the chats of somebody who leaves, and on all chats of a person.
extension ChatQueries {
    /// A chat of somebody who leaves, of which something goes.
    struct Ending: Sendable {
        let conversation: ID<Conversation>
        let other: ID<Account>
        /// Whether the other one must not see it (again): of two between whom a block is, or who has left before.
        let isHidden: Bool
        let requestCutoff: Int64
    }

    private static let pageSize = 100

    /// The chats of somebody who leaves that end with them, or that wait for an answer.
    static func ending(_ database: Reader, of account: ID<Account>) throws -> [Ending] {
        let isHidden: SQL = "(person.is_deleted OR \(Person.blocked("person.id", "\(account)")))"
        return try database.all(
            """
            SELECT own.conversation_id AS conversation_id, own.other_id AS other_id, own.request_cutoff AS request_cutoff,
              \(isHidden) AS is_hidden
            FROM \(chats(of: account)) AS own JOIN \(Person.everyone) AS person ON person.id = own.other_id
            WHERE \(isHidden) OR (own.request_from = \(account)
              AND NOT EXISTS (SELECT 1 FROM \(Person.friends(of: account)) AS friend WHERE friend.id = own.other_id))
            """
        ) {
            Ending(
                conversation: try $0["conversation_id"], other: try $0["other_id"], isHidden: try $0["is_hidden"],
                requestCutoff: try $0["request_cutoff"])
        }
    }

    /// What addresses call the people with whom somebody has a chat that they may read, in the order of the
    /// conversations' ids: some after one.
    static func names(
        of account: ID<Account>, _ database: Reader, after conversation: Int64
    ) throws -> [(conversation: ID<Conversation>, name: String)] {
        try database.all(
            """
            SELECT own.conversation_id AS conversation_id, own.other_id AS other_id, person.username AS username,
              person.is_deleted AS is_deleted
            FROM \(chats(of: account)) AS own JOIN \(Person.everyone) AS person ON person.id = own.other_id
            WHERE own.conversation_id > \(conversation) AND (person.is_deleted
              OR EXISTS (SELECT 1 FROM \(Person.visible(to: account)) AS seen WHERE seen.id = person.id))
            ORDER BY own.conversation_id LIMIT \(pageSize)
            """
        ) { row in
            let (other, isDeleted): (ID<Account>, Bool) = (try row["other_id"], try row["is_deleted"])
            return (try row["conversation_id"], isDeleted ? "~\(other)" : try row["username"])
        }
    }

    static func hasChat(_ database: Reader, _ account: ID<Account>) throws -> Bool {
        try database.exists("SELECT 1 FROM \(chats(of: account)) AS own")
    }

    static func delete(_ database: Writer, _ conversation: ID<Conversation>) throws {
        try database.execute("DELETE FROM chat WHERE conversation_id = \(conversation)")
    }

    static func deleteSettings(_ database: Writer, of account: ID<Account>) throws {
        try database.execute("DELETE FROM chat_setting WHERE account_id = \(account)")
    }

    /// The chats of a person: columns conversation_id, other_id, request_from, request_cutoff.
    private static func chats(of account: ID<Account>) -> SQL {
        """
        (SELECT conversation_id, high_id AS other_id, request_from, request_cutoff FROM chat WHERE low_id = \(account)
         UNION ALL
         SELECT conversation_id, low_id AS other_id, request_from, request_cutoff FROM chat WHERE high_id = \(account))
        """
    }
}
