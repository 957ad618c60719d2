import Database
import Proximity

/// SQL on the members of groups.
enum GroupMemberQueries {
    private static let columns: SQL = """
        member.id AS member_id, member.group_id AS group_id, \(Person.columns), member.is_maker AS is_maker,
        member.phone AS phone, member.joined_at AS joined_at, member.admitted_at AS admitted_at,
        member.left_at AS left_at, member.device_id AS device_id, member.battery AS battery,
        member.paused_until AS own_pause, sharing.paused_until AS general_pause, member.muted_at AS muted_at,
        member.home_at AS home_at, member.help_at AS help_at, member.help_told_at AS help_told_at,
        member.own_state_since AS own_state_since,
        EXISTS (SELECT 1 FROM \(Account.guests) AS guest WHERE guest.account_id = member.account_id) AS is_guest
        """
    private static let tables: SQL = """
        friend_group_member AS member JOIN \(Person.everyone) AS person ON person.id = member.account_id
        JOIN \(Account.sharing) AS sharing ON sharing.id = member.account_id
        """

    private static func member(_ row: Row) throws -> GroupMember {
        let pauses: [Timestamp?] = [try row["own_pause"], try row["general_pause"]]
        let battery: Int64? = try row["battery"]
        return GroupMember(
            id: try row["member_id"], group: try row["group_id"], person: try Person(row), isGuest: try row["is_guest"],
            isMaker: try row["is_maker"], phone: try row["phone"], joinedAt: try row["joined_at"],
            admittedAt: try row["admitted_at"], leftAt: try row["left_at"], device: try row["device_id"],
            battery: battery.map { Int($0) }, pausedUntil: pauses.compactMap { $0 }.max(), mutedAt: try row["muted_at"],
            homeAt: try row["home_at"], helpAt: try row["help_at"], helpToldAt: try row["help_told_at"],
            ownStateSince: try row["own_state_since"])
    }

    /// Everybody who is in a group or waits for it, in the order in which they came.
    static func members(_ database: Reader, of group: ID<FriendGroup>) throws -> [GroupMember] {
        try database.all(
            """
            SELECT \(columns) FROM \(tables) WHERE member.group_id = \(group) AND member.left_at IS NULL
            ORDER BY member.joined_at, member.id
            """, member)
    }

    /// The same, with whether one of them and somebody do not see each other, because one has blocked the other. Of those who
    /// left only such ones are among them, because what happened there stays hidden too.
    static func members(
        _ database: Reader, of group: ID<FriendGroup>, for account: ID<Account>
    ) throws -> [(member: GroupMember, isHidden: Bool)] {
        try members(database, of: [group], for: account)
    }

    /// The same of several groups.
    static func members(
        _ database: Reader, of groups: [ID<FriendGroup>], for account: ID<Account>
    ) throws -> [(member: GroupMember, isHidden: Bool)] {
        let isHidden = Person.blocked("member.account_id", "\(account)")
        return try database.all(
            """
            SELECT \(columns), \(isHidden) AS is_hidden
            FROM \(tables) WHERE member.group_id IN \(groups) AND (member.left_at IS NULL OR \(isHidden))
            ORDER BY member.joined_at, member.id
            """
        ) { (try member($0), try $0["is_hidden"]) }
    }

    /// Those in a group, or waiting for it, whom somebody has blocked.
    static func members(
        _ database: Reader, of group: ID<FriendGroup>, blockedBy account: ID<Account>
    ) throws -> [GroupMember] {
        try database.all(
            """
            SELECT \(columns) FROM \(tables) WHERE member.group_id = \(group) AND member.left_at IS NULL
              AND \(Person.hasBlocked("\(account)", "member.account_id"))
            ORDER BY member.joined_at, member.id
            """, member)
    }

    /// Some members, also those who left.
    static func members(_ database: Reader, _ ids: [ID<GroupMember>]) throws -> [Int64: GroupMember] {
        let found = try database.all(
            "SELECT \(columns) FROM \(tables) WHERE member.id IN \(ids)", member)
        return Dictionary(found.map { ($0.id.rawValue, $0) }) { first, _ in first }
    }

    /// Somebody in a group, or waiting for it; nil for anybody else.
    static func member(
        _ database: Reader, of group: ID<FriendGroup>, _ account: ID<Account>
    ) throws -> GroupMember? {
        try database.first(
            """
            SELECT \(columns) FROM \(tables)
            WHERE member.group_id = \(group) AND member.account_id = \(account) AND member.left_at IS NULL
            """, member)
    }

    /// The accounts in a group that a person does not see, because one of the two has blocked the other.
    static func blocked(
        _ database: Reader, in group: ID<FriendGroup>, for account: ID<Account>
    ) throws -> Set<ID<Account>> {
        Set(
            try database.all(
                """
                SELECT member.account_id AS account_id FROM friend_group_member AS member
                WHERE member.group_id = \(group) AND \(Person.blocked("member.account_id", "\(account)"))
                """
            ) { try $0["account_id"] })
    }

    /// Adds a member, or one who had left again.
    static func insert(
        _ database: Writer, _ account: ID<Account>, in group: ID<FriendGroup>, phone: String, isMaker: Bool = false,
        isAdmitted: Bool, _ now: Timestamp
    ) throws -> ID<GroupMember> {
        let id = try database.newID(GroupMember.self)
        let admitted: Timestamp? = isAdmitted ? now : nil
        let known: ID<GroupMember>? = try database.value(
            """
            INSERT INTO friend_group_member (id, group_id, account_id, is_maker, phone, joined_at, admitted_at)
            VALUES (\(id), \(group), \(account), \(isMaker), \(phone), \(now), \(admitted))
            ON CONFLICT (group_id, account_id) DO UPDATE SET phone = excluded.phone, joined_at = excluded.joined_at,
              admitted_at = excluded.admitted_at, left_at = NULL
            RETURNING id
            """)
        return known ?? id
    }

    static func admit(_ database: Writer, _ member: ID<GroupMember>, _ now: Timestamp) throws {
        try database.execute(
            "UPDATE friend_group_member SET admitted_at = \(now) WHERE id = \(member) AND admitted_at IS NULL")
    }

    /// Somebody leaves: what the group knew of them is cleared.
    static func leave(_ database: Writer, _ member: ID<GroupMember>, _ now: Timestamp) throws {
        try database.execute(
            """
            UPDATE friend_group_member SET left_at = \(now), is_maker = 0, phone = '', device_id = NULL, carried = NULL,
              battery = NULL, paused_until = NULL, muted_at = NULL, home_at = NULL, help_at = NULL, help_told_at = NULL,
              own_state = NULL, own_state_since = NULL
            WHERE id = \(member)
            """)
    }

    static func setMaker(_ database: Writer, _ member: ID<GroupMember>) throws {
        try database.execute("UPDATE friend_group_member SET is_maker = 1 WHERE id = \(member)")
    }

    static func setPause(_ database: Writer, _ member: ID<GroupMember>, until: Timestamp?) throws {
        try database.execute("UPDATE friend_group_member SET paused_until = \(until) WHERE id = \(member)")
    }

    /// On the way home since a time, or not.
    static func setMuted(_ database: Writer, _ member: ID<GroupMember>, since: Timestamp?) throws {
        try database.execute(
            "UPDATE friend_group_member SET muted_at = \(since), home_at = NULL WHERE id = \(member)")
    }

    static func setHome(_ database: Writer, _ member: ID<GroupMember>, at time: Timestamp) throws {
        try database.execute("UPDATE friend_group_member SET home_at = \(time) WHERE id = \(member)")
    }

    /// Somebody asks for help since a time, and the others know it since a time.
    static func setHelp(_ database: Writer, _ member: ID<GroupMember>, since: Timestamp?, told: Timestamp?) throws {
        try database.execute(
            "UPDATE friend_group_member SET help_at = \(since), help_told_at = \(told) WHERE id = \(member)")
    }

    static func setDevice(
        _ database: Writer, _ member: ID<GroupMember>, _ device: ID<Device>?, _ carried: CarriedDevice
    ) throws {
        try database.execute(
            """
            UPDATE friend_group_member SET device_id = \(device), carried = \(carried)
            WHERE id = \(member)
            """)
    }

    static func setCarried(
        _ database: Writer, _ member: ID<GroupMember>, _ carried: CarriedDevice, battery: Int?
    ) throws {
        try database.execute(
            """
            UPDATE friend_group_member SET carried = \(carried), battery = \(battery) WHERE id = \(member)
            """)
    }

    /// Which of somebody's devices they carry.
    static func carried(_ database: Reader, _ member: ID<GroupMember>) throws -> CarriedDevice {
        let carried: CarriedDevice?? = try database.first(
            "SELECT carried FROM friend_group_member WHERE id = \(member)"
        ) { try $0["carried"] }
        return (carried ?? nil) ?? CarriedDevice()
    }

    /// The groups that a person is in, running or not.
    static func memberships(_ database: Reader, of account: ID<Account>) throws -> [ID<FriendGroup>] {
        try database.all(
            "SELECT group_id FROM friend_group_member WHERE account_id = \(account) AND left_at IS NULL"
        ) { try $0["group_id"] }
    }
}

extension GroupMemberQueries {
    /// The accounts of those who take part in a group and see somebody, who is one of them, taking part or not.
    static func accounts(
        _ database: Reader, in group: ID<FriendGroup>, seeing account: ID<Account>, among audience: GroupAudience
    ) throws -> [ID<Account>] {
        let found: [(account: ID<Account>, member: ID<GroupMember>, hasOwnState: Bool)] = try database.all(
            """
            SELECT member.account_id AS account_id, member.id AS id, member.own_state_since IS NOT NULL AS has_own_state
            FROM friend_group_member AS member
            WHERE member.group_id = \(group) AND member.left_at IS NULL AND (member.account_id = \(account)
              OR member.admitted_at IS NOT NULL AND NOT \(Person.blocked("member.account_id", "\(account)")))
            """
        ) { (try $0["account_id"], try $0["id"], try $0["has_own_state"]) }
        return found.filter { audience.contains($0.member, hasOwnState: $0.hasOwnState) }.map { $0.account }
    }

    /// The running groups in which two people are.
    static func shared(
        _ database: Reader, _ one: ID<Account>, _ other: ID<Account>, _ now: Timestamp
    ) throws -> [ID<FriendGroup>] {
        try database.all(
            """
            SELECT own.group_id AS group_id
            FROM friend_group_member AS own JOIN friend_group ON friend_group.id = own.group_id
            JOIN friend_group_member AS other ON other.group_id = own.group_id AND other.account_id = \(other)
            WHERE own.account_id = \(one) AND own.left_at IS NULL AND other.left_at IS NULL
              AND friend_group.ended_at IS NULL AND friend_group.ends_at > \(now)
            """
        ) { try $0["group_id"] }
    }
}
