import Database
import Proximity

/// An alert that runs: it stands on every page of the other members until each has said that they have seen it, or until it ends.
struct RunningAlert: Sendable {
    enum Kind: String, Sendable { case help, strayed }

    let kind: Kind
    let alert: GroupAlert
    /// Who needs help, or is too far away.
    let member: GroupMember
    /// Of two who are apart the other one.
    let partner: GroupMember?
    /// What those whom the viewer sees did about it, the first ones first.
    let readings: [Reading]

    /// What a member did about an alert.
    struct Reading: Sendable {
        let alert: ID<GroupAlert>
        let member: ID<GroupMember>
        let seenAt: Timestamp?
        /// "I’m on my way"; "" without an answer.
        let answer: String
    }

    /// Longest answer, in characters.
    static let longestAnswer = 200

    func isSeen(by member: ID<GroupMember>) -> Bool { readings.contains { $0.member == member && $0.seenAt != nil } }
}

extension RunningAlert {
    /// The alerts of a group that run, as one of its members sees them: calls for help first.
    static func all(_ database: Reader, in view: GroupView, _ now: Timestamp) throws -> [RunningAlert] {
        let calling = view.active.filter { $0.asksForHelp }
        let away = view.active.filter { member in
            member.mutedAt == nil && !member.isPaused(now) && view.state.isAway(member.id.rawValue)
        }
        guard !calling.isEmpty || !away.isEmpty else { return [] }
        let newest = try GroupAlertQueries.newest(database, in: view).filter { view.mayKnow($0) }
        let readings = try GroupAlertQueries.readings(database, of: newest.map { $0.id })
        func running(_ kind: Kind, _ alert: GroupAlert, _ member: GroupMember) -> RunningAlert {
            let partner = alert.member == member.id ? alert.other : alert.member
            return RunningAlert(
                kind: kind, alert: alert, member: member,
                partner: alert.kind == .apart ? view.active.first { $0.id == partner } : nil,
                readings: readings.filter { reading in
                    reading.alert == alert.id && view.active.contains { $0.id == reading.member }
                })
        }
        let help = calling.compactMap { member in
            newest.last { $0.kind == .help && $0.member == member.id }.map { running(.help, $0, member) }
        }
        let strayed = away.compactMap { member in
            newest.last { [.strayed, .apart].contains($0.kind) && [$0.member, $0.other].contains(member.id) }
                .map { running(.strayed, $0, member) }
        }
        // Of two who are apart each reads of the other, and everybody of both at once.
        var known: Set<ID<GroupAlert>> = []
        return help
            + strayed.filter { $0.partner == nil || $0.member.id != view.own.id }
            .filter { known.insert($0.alert.id).inserted }
    }
}

/// SQL on who has seen alerts.
extension GroupAlertQueries {
    /// Of each member the last alert of each kind that may run and that the viewer was told of, oldest first.
    static func newest(_ database: Reader, in view: GroupView) throws -> [GroupAlert] {
        try alerts(
            database,
            where: """
                id IN (SELECT max(id) FROM friend_group_alert
                  WHERE group_id = \(view.group.id) AND kind IN ('help', 'strayed', 'apart') AND \(isTold(to: view.own))
                  GROUP BY member_id, other_id, kind)
                ORDER BY id
                """)
    }

    static func readings(
        _ database: Reader, of alerts: [ID<GroupAlert>]
    ) throws -> [RunningAlert.Reading] {
        try database.all(
            """
            SELECT alert_id, member_id, seen_at, answer FROM friend_group_alert_reading WHERE alert_id IN \(alerts)
            ORDER BY alert_id, coalesce(seen_at, 0), member_id
            """
        ) { row in
            RunningAlert.Reading(
                alert: try row["alert_id"], member: try row["member_id"], seenAt: try row["seen_at"],
                answer: try row["answer"])
        }
    }

    /// A member has seen an alert. The first time stays.
    static func setSeen(
        _ database: Writer, _ alert: ID<GroupAlert>, by member: ID<GroupMember>, _ now: Timestamp
    ) throws {
        try database.execute(
            """
            INSERT INTO friend_group_alert_reading (alert_id, member_id, seen_at, answer)
            VALUES (\(alert), \(member), \(now), '')
            ON CONFLICT (alert_id, member_id) DO UPDATE
            SET seen_at = coalesce(friend_group_alert_reading.seen_at, excluded.seen_at)
            """)
    }

    static func setAnswer(
        _ database: Writer, _ answer: String, to alert: ID<GroupAlert>, by member: ID<GroupMember>
    ) throws {
        try database.execute(
            """
            INSERT INTO friend_group_alert_reading (alert_id, member_id, seen_at, answer)
            VALUES (\(alert), \(member), NULL, \(answer))
            ON CONFLICT (alert_id, member_id) DO UPDATE SET answer = excluded.answer
            """)
    }
}
