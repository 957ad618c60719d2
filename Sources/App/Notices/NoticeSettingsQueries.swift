import Database
import Foundation
import Proximity

/// All SQL on settings of notices.
enum NoticeSettingsQueries {
    static func settings(_ database: Reader, of account: ID<Account>) throws -> NoticeSettings {
        let stored = try database.first(
            "SELECT digest, quiet_from, quiet_until, mails_instead FROM notice_setting WHERE account_id = \(account)"
        ) { row -> NoticeSettings in
            NoticeSettings(
                digest: NoticeDigest(rawValue: try row["digest"]) ?? .off, quiet: try quiet(row),
                mailsInstead: try row["mails_instead"])
        }
        var settings = stored ?? NoticeSettings()
        let choices = try database.all(
            "SELECT kind, channel, is_on FROM notice_choice WHERE account_id = \(account)", choice)
        settings.choices = Dictionary(choices.compactMap { $0 }) { first, _ in first }
        return settings
    }

    /// What a person chose for one kind.
    static func choices(
        _ database: Reader, of account: ID<Account>, _ kind: String
    ) throws -> [NoticeChannel: Bool] {
        let choices = try database.all(
            "SELECT kind, channel, is_on FROM notice_choice WHERE account_id = \(account) AND kind = \(kind)", choice)
        return Dictionary(choices.compactMap { $0.map { ($0.0.channel, $0.1) } }) { first, _ in first }
    }

    /// Whether a person wants mail of what no device of theirs gets.
    static func mailsInstead(_ database: Reader, of account: ID<Account>) throws -> Bool {
        try database.exists("SELECT 1 FROM notice_setting WHERE account_id = \(account) AND mails_instead = 1")
    }

    /// The end of the quiet hours of a person; nil if it is not quiet now.
    static func quietEnd(_ database: Reader, of account: ID<Account>, _ now: Timestamp) throws -> Timestamp? {
        let found = try database.first(
            """
            SELECT quiet_from, quiet_until, time_zone
            FROM notice_setting JOIN \(Account.sharing) AS person ON person.id = notice_setting.account_id
            WHERE notice_setting.account_id = \(account)
            """
        ) { (try quiet($0), zone: try zone($0)) }
        return found.flatMap { $0.0?.end(after: now, $0.zone) }
    }

    static func save(
        _ database: Writer, _ settings: NoticeSettings, zone: TimeZone, of account: ID<Account>, at now: Timestamp
    ) throws {
        try database.execute("DELETE FROM notice_choice WHERE account_id = \(account)")
        for (box, isOn) in settings.choices {
            try database.execute(
                """
                INSERT INTO notice_choice (account_id, kind, channel, is_on)
                VALUES (\(account), \(box.kind), \(box.channel.rawValue), \(isOn))
                """)
        }
        let next = settings.digest.next(after: now, zone, settings.quiet)
        // A digest that is already due stays so, and one that goes on leaves out nothing.
        try database.execute(
            """
            INSERT INTO notice_setting
              (account_id, digest, quiet_from, quiet_until, mails_instead, digest_at, digested_at)
            VALUES (\(account), \(settings.digest.rawValue), \(settings.quiet?.from), \(settings.quiet?.until),
              \(settings.mailsInstead), \(next), \(now))
            ON CONFLICT (account_id) DO UPDATE SET digest = excluded.digest, quiet_from = excluded.quiet_from,
              quiet_until = excluded.quiet_until, mails_instead = excluded.mails_instead,
              digest_at = CASE WHEN notice_setting.digest = excluded.digest AND notice_setting.digest_at <= \(now)
                THEN notice_setting.digest_at ELSE excluded.digest_at END,
              digested_at = CASE WHEN notice_setting.digest_at IS NULL
                THEN excluded.digested_at ELSE notice_setting.digested_at END
            """)
    }

    /// Whether a person gets nothing because they are suspended or have left.
    static func isSuspended(_ database: Reader, _ account: ID<Account>) throws -> Bool {
        try database.exists(
            "SELECT 1 FROM \(Person.suspensions) AS suspended WHERE suspended.account_id = \(account)")
    }

    static func delete(_ database: Writer, of account: ID<Account>) throws {
        try database.execute("DELETE FROM notice_setting WHERE account_id = \(account)")
        try database.execute("DELETE FROM notice_choice WHERE account_id = \(account)")
        try database.execute("DELETE FROM notice_errand WHERE account_id = \(account)")
    }

    static func quiet(_ row: Row) throws -> QuietHours? {
        let (from, until): (Int?, Int?) = (try row["quiet_from"], try row["quiet_until"])
        guard let from, let until else { return nil }
        return QuietHours(from: from, until: until)
    }

    static func zone(_ row: Row) throws -> TimeZone { TimeZone(identifier: try row["time_zone"]) ?? .gmt }

    /// A channel that this version does not know counts for nothing.
    private static func choice(_ row: Row) throws -> (NoticeBox, Bool)? {
        guard let channel = NoticeChannel(rawValue: try row["channel"]) else { return nil }
        return (NoticeBox(kind: try row["kind"], channel: channel), try row["is_on"])
    }
}
