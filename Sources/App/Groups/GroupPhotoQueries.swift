import Database
import Media
import Proximity

/// SQL on the photos of groups that are over.
enum GroupPhotoQueries {
    /// A photo of a night, and who sent it.
    struct Photo: Sendable {
        let name: MediaName
        let message: ID<Message>
        let sender: Person
    }

    static func insert(
        _ database: Writer, _ photo: TakenPhoto, of member: ID<GroupMember>, in group: ID<FriendGroup>,
        until: Timestamp
    ) throws {
        try database.execute(
            """
            INSERT INTO friend_group_photo (name, group_id, member_id, message_id, number, kept_until)
            VALUES (\(photo.name.text), \(group), \(member), \(photo.message), \(photo.number), \(until))
            """)
    }

    /// Those of a group, in their order, whose senders somebody sees.
    static func photos(
        _ database: Reader, of group: ID<FriendGroup>, for account: ID<Account>, _ now: Timestamp
    ) throws -> [Photo] {
        try database.all(
            """
            SELECT photo.name AS name, photo.message_id AS message_id, \(Person.columns)
            FROM friend_group_photo AS photo JOIN friend_group_member AS sender ON sender.id = photo.member_id
            JOIN \(Person.everyone) AS person ON person.id = sender.account_id
            WHERE photo.group_id = \(group) AND \(isShown(to: account, now)) ORDER BY photo.number
            """
        ) { row -> Photo? in
            let (name, message): (String, ID<Message>) = (try row["name"], try row["message_id"])
            let sender = try Person(row)
            return MediaName(name).map { Photo(name: $0, message: message, sender: sender) }
        }.compactMap { $0 }
    }

    /// Whether somebody was in the group of a photo until its end, and sees its sender.
    static func mayRead(
        _ database: Reader, _ name: MediaName, for account: ID<Account>, _ now: Timestamp
    ) throws -> Bool {
        try database.exists(
            """
            SELECT 1 FROM friend_group_photo AS photo
            JOIN friend_group_member AS sender ON sender.id = photo.member_id
            JOIN friend_group_member AS own ON own.group_id = photo.group_id AND own.account_id = \(account)
              AND own.left_at IS NULL AND own.admitted_at IS NOT NULL
            WHERE photo.name = \(name.text) AND \(isShown(to: account, now))
            """)
    }

    /// A condition: the morning is not over, also where it begins late by a clock that was ahead, and nobody is hidden.
    private static func isShown(to account: ID<Account>, _ now: Timestamp) -> SQL {
        """
        photo.kept_until > \(now) AND photo.kept_until <= \(now + GroupMorning.longest)
          AND NOT \(Person.blocked("sender.account_id", "\(account)"))
        """
    }

    /// A condition: somebody sent it.
    static func isSent(by account: ID<Account>) -> SQL {
        "member_id IN (SELECT id FROM friend_group_member WHERE account_id = \(account))"
    }

    /// A condition: a member sent it in a message.
    static func isOf(_ message: ID<Message>, by member: ID<GroupMember>) -> SQL {
        "message_id = \(message) AND member_id = \(member)"
    }

    /// A condition: some of those whose time is over, and of those that a clock which was ahead would keep for longer.
    static func areOver(_ now: Timestamp, limit: Int) -> SQL {
        "kept_until <= \(now) OR kept_until > \(now + GroupMorning.longest) LIMIT \(limit)"
    }

    /// Deletes photos with their files; returns how many.
    @discardableResult
    static func release(_ database: Writer, where condition: SQL, _ now: Timestamp) throws -> Int {
        let names: [String] = try database.all("SELECT name FROM friend_group_photo WHERE \(condition)") {
            try $0["name"]
        }
        try database.execute("DELETE FROM friend_group_photo WHERE name IN \(names)")
        for name in names.compactMap({ MediaName($0) }) { try Uploads.release(database, name, now) }
        return names.count
    }
}
