import Database
import Proximity

/// What an export and a deletion need.
extension GroupMemberQueries {
    /// A group in an export: of one that the person was not let into nothing but that they asked, of one that they left nothing
    /// that came later.
    struct Exported: Encodable, Sendable {
        let name: String?
        let joined: String
        let left: String?
        let ended: String?
        let phone: String
    }

    private static let exportedAtOnce = 200

    static func count(_ database: Reader, of account: ID<Account>) throws -> Int {
        try database.value("SELECT count(*) FROM friend_group_member WHERE account_id = \(account)") ?? 0
    }

    /// Some of the groups that a person was in, newest first.
    static func own(
        _ database: Reader, of account: ID<Account>, after cursor: Cursor?
    ) throws -> ExportWriter.Page<Exported> {
        let rows: [(Cursor, Exported)] = try database.all(
            """
            SELECT member.group_id AS group_id, member.joined_at AS joined_at, member.left_at AS left_at,
              member.phone AS phone, CASE WHEN member.admitted_at IS NOT NULL THEN friend_group.name END AS name,
              CASE WHEN member.admitted_at IS NOT NULL AND member.left_at IS NULL THEN friend_group.ended_at END AS ended_at
            FROM friend_group_member AS member JOIN friend_group ON friend_group.id = member.group_id
            WHERE member.account_id = \(account) AND member.group_id < \((cursor ?? .newest).id)
            ORDER BY member.group_id DESC LIMIT \(exportedAtOnce + 1)
            """
        ) { row in
            let (id, joined): (ID<FriendGroup>, Timestamp) = (try row["group_id"], try row["joined_at"])
            let (left, ended): (Timestamp?, Timestamp?) = (try row["left_at"], try row["ended_at"])
            return (
                Cursor(time: joined, id: id.rawValue),
                Exported(
                    name: try row["name"], joined: RelativeTimeFormatter.machine(joined),
                    left: left.map { RelativeTimeFormatter.machine($0) },
                    ended: ended.map { RelativeTimeFormatter.machine($0) }, phone: try row["phone"])
            )
        }
        let (page, next) = Cursor.page(rows, size: exportedAtOnce) { $0.0 }
        return (page.map { $0.1 }, next)
    }

    /// Deletes that somebody was in groups, and the groups in which nobody else was.
    static func delete(_ database: Writer, of account: ID<Account>) throws {
        try database.execute(
            """
            DELETE FROM friend_group WHERE ended_at IS NOT NULL
              AND id IN (SELECT group_id FROM friend_group_member WHERE account_id = \(account))
              AND NOT EXISTS (SELECT 1 FROM friend_group_member AS other
                WHERE other.group_id = friend_group.id AND other.account_id <> \(account))
            """)
        try database.execute("DELETE FROM friend_group_member WHERE account_id = \(account)")
    }
}
