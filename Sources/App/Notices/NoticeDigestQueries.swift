import Database
import Foundation
import Proximity

/// All SQL on digests.
enum NoticeDigestQueries {
    /// Somebody with a digest.
    struct Person: Sendable {
        let id: ID<Account>
        let digest: NoticeDigest
        let quiet: QuietHours?
        let zone: TimeZone

        func next(after time: Timestamp) -> Timestamp? { digest.next(after: time, zone, quiet) }
    }

    private static let people: SQL = """
        SELECT notice_setting.account_id AS account_id, digest, quiet_from, quiet_until, time_zone
        FROM notice_setting JOIN \(Account.sharing) AS person ON person.id = notice_setting.account_id
        """

    /// Those whose digest is due.
    static func due(_ database: Reader, _ now: Timestamp, limit: Int) throws -> [Person] {
        try database.all(
            "\(people) WHERE digest IN ('daily', 'weekly') AND digest_at <= \(now) LIMIT \(limit)", person)
    }

    /// Those whose digest is further ahead than a period. Hardly anybody has quiet hours or a change of the clock that
    /// explains it: the others' was set by a clock that was ahead and would be silent until then.
    static func farAhead(_ database: Reader, _ now: Timestamp) throws -> [Person] {
        try [NoticeDigest.daily, .weekly].flatMap { digest in
            let limit = now + digest.period
            return try database.all(
                "\(people) WHERE digest = \(digest.rawValue) AND digest_at > \(limit)", person)
        }
    }

    static func setNext(_ database: Writer, _ account: ID<Account>, time: Timestamp?) throws {
        try database.execute("UPDATE notice_setting SET digest_at = \(time) WHERE account_id = \(account)")
    }

    /// Brings a digest that is far ahead nearer.
    static func advance(_ database: Writer, _ person: Person, to time: Timestamp?) throws {
        try database.execute(
            """
            UPDATE notice_setting SET digest_at = \(time) WHERE account_id = \(person.id) AND digest_at > \(time)
            """)
    }

    /// The digest of a person; nil without one.
    static func person(_ database: Reader, _ account: ID<Account>) throws -> Person? {
        try database.first(
            "\(people) WHERE notice_setting.account_id = \(account) AND digest_at IS NOT NULL", person)
    }

    /// The time from which on notices are new to a person's digest; nil without a digest. A time ahead of now is from a
    /// clock that was wrong.
    static func beginning(_ database: Reader, of account: ID<Account>, _ now: Timestamp) throws -> Timestamp? {
        try database.first(
            """
            SELECT digest, coalesce(digested_at, 0) AS digested_at FROM notice_setting
            WHERE account_id = \(account) AND digest_at IS NOT NULL
            """
        ) { row in
            let (digest, time): (String, Timestamp) = (try row["digest"], try row["digested_at"])
            return time > now ? now - (NoticeDigest(rawValue: digest) ?? .daily).period : time
        }
    }

    /// The unread notices raised from a time on, newest first.
    static func unread(
        _ database: Reader, of account: ID<Account>, since time: Timestamp, _ limit: Int
    ) throws -> [Notice] {
        try database.all(
            """
            SELECT id, kind, subject, raised_at FROM notice
            WHERE account_id = \(account) AND read_at IS NULL AND raised_at >= \(time)
            ORDER BY raised_at DESC, id DESC LIMIT \(limit)
            """
        ) {
            Notice(
                id: try $0["id"], kind: try $0["kind"], subject: try $0["subject"], raisedAt: try $0["raised_at"],
                isRead: false)
        }
    }

    static func setDigested(_ database: Writer, _ account: ID<Account>, at now: Timestamp) throws {
        try database.execute("UPDATE notice_setting SET digested_at = \(now) WHERE account_id = \(account)")
    }

    private static func person(_ row: Row) throws -> Person {
        Person(
            id: try row["account_id"], digest: NoticeDigest(rawValue: try row["digest"]) ?? .off,
            quiet: try NoticeSettingsQueries.quiet(row), zone: try NoticeSettingsQueries.zone(row))
    }
}
