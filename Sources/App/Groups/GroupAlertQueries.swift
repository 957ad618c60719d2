import Database
import Proximity

/// SQL on what happened in groups.
enum GroupAlertQueries {
    private static let columns: SQL = "id, group_id, kind, member_id, other_id, limit_m, viewer_id, created_at"

    private static func alert(_ row: Row) throws -> GroupAlert? {
        guard let kind = GroupAlert.Kind(rawValue: try row["kind"]) else { return nil }
        let limit: Int64? = try row["limit_m"]
        return GroupAlert(
            id: try row["id"], group: try row["group_id"], kind: kind, member: try row["member_id"],
            other: try row["other_id"], limit: limit.map { Metres(Double($0)) },
            viewer: try row["viewer_id"], createdAt: try row["created_at"])
    }

    static func insert(
        _ database: Writer, _ kind: GroupAlert.Kind, of member: ID<GroupMember>, and other: ID<GroupMember>? = nil,
        in group: FriendGroup, for viewer: ID<GroupMember>? = nil, _ now: Timestamp
    ) throws -> ID<GroupAlert> {
        let id = try database.newID(GroupAlert.self)
        let limit = [.strayed, .apart, .limited].contains(kind) ? Int64(group.limit.value) : nil
        try database.execute(
            """
            INSERT INTO friend_group_alert (id, group_id, kind, member_id, other_id, limit_m, viewer_id, created_at)
            VALUES (\(id), \(group.id), \(kind.rawValue), \(member), \(other), \(limit), \(viewer), \(now))
            """)
        return id
    }

    /// The newest of which a member may know, newest first.
    static func alerts(_ database: Reader, in view: GroupView, limit: Int = 100) throws -> [GroupAlert] {
        try database.all(
            """
            SELECT \(columns) FROM friend_group_alert WHERE group_id = \(view.group.id) AND \(isTold(to: view.own))
            ORDER BY id DESC LIMIT \(limit)
            """, alert
        ).compactMap { $0 }.filter { view.mayKnow($0) }
    }

    /// A condition: a member is among those who were told. `GroupView.mayKnow` says the same of one alert.
    static func isTold(to member: GroupMember) -> SQL {
        let judged = GroupAlert.Kind.allCases.filter { $0.isJudged }.map { $0.rawValue }
        return """
            (viewer_id = \(member.id) OR viewer_id IS NULL
              AND (created_at < coalesce(\(member.ownStateSince), created_at + 1) OR kind NOT IN \(judged)))
            """
    }

    /// All of a group, newest first.
    static func all(_ database: Reader, in group: ID<FriendGroup>) throws -> [GroupAlert] {
        try alerts(database, where: "group_id = \(group) ORDER BY id DESC")
    }

    static func alerts(_ database: Reader, _ ids: [ID<GroupAlert>]) throws -> [GroupAlert] {
        try alerts(database, where: "id IN \(ids)")
    }

    /// Those about silent phones, oldest first: of each member one for each of those who are told for themselves.
    static func silences(_ database: Reader, in groups: [ID<FriendGroup>]) throws -> [GroupAlert] {
        try alerts(
            database, where: "group_id IN \(groups) AND kind = \(GroupAlert.Kind.silent.rawValue) ORDER BY id")
    }

    static func alerts(_ database: Reader, where condition: SQL) throws -> [GroupAlert] {
        try database.all(
            "SELECT \(columns) FROM friend_group_alert WHERE \(condition)", alert
        ).compactMap { $0 }
    }

    /// The last alert of a kind about a member; nil if there was none.
    static func last(
        _ database: Reader, _ kind: GroupAlert.Kind, of member: ID<GroupMember>, by other: ID<GroupMember>
    ) throws -> Timestamp? {
        try database.first(
            """
            SELECT created_at FROM friend_group_alert
            WHERE member_id = \(member) AND kind = \(kind.rawValue) AND other_id = \(other) ORDER BY id DESC LIMIT 1
            """
        ) { try $0["created_at"] }
    }

    /// Forgets the last alert of a kind about a member.
    static func deleteLast(_ database: Writer, _ kind: GroupAlert.Kind, of member: ID<GroupMember>) throws {
        try database.execute(
            """
            DELETE FROM friend_group_alert WHERE id = (SELECT max(id) FROM friend_group_alert
              WHERE member_id = \(member) AND kind = \(kind.rawValue))
            """)
    }

    /// The last alert of a kind about a member, by whomever.
    ///
    /// - Parameter viewer: who alone was told of it; nil for all who see everybody.
    static func last(
        _ database: Reader, _ kind: GroupAlert.Kind, of member: ID<GroupMember>, for viewer: ID<GroupMember>? = nil
    ) throws -> Timestamp? {
        try database.first(
            """
            SELECT created_at FROM friend_group_alert WHERE member_id = \(member) AND kind = \(kind.rawValue)
              AND coalesce(viewer_id, 0) = \(viewer?.rawValue ?? 0)
            ORDER BY id DESC LIMIT 1
            """
        ) { try $0["created_at"] }
    }

    /// When the last alerts of a kind about a member were, newest first.
    static func times(
        _ database: Reader, _ kind: GroupAlert.Kind, of member: ID<GroupMember>, since time: Timestamp, limit: Int
    ) throws -> [Timestamp] {
        try database.all(
            """
            SELECT created_at FROM friend_group_alert
            WHERE member_id = \(member) AND kind = \(kind.rawValue) AND created_at > \(time)
            ORDER BY id DESC LIMIT \(limit)
            """
        ) { try $0["created_at"] }
    }
}
