import Database
import Proximity

/// All SQL on notices that leave the site: a row for each, by channel.
enum NoticeChannelQueries {
    /// Seconds within which a notice that was taken back and told again is carried once.
    private static let takenRest = 3_600.0

    /// Adds a row that waits; renews an earlier one with `isAgain`, or if its notice was taken back. False if there is one
    /// already that is not renewed, or was carried within `rest`, within the hour if it was taken back: who asks, takes
    /// it back and asks again sends one mail. A time ahead of now is from a clock that was wrong and does not count.
    static func upsert(
        _ database: Writer, _ channel: NoticeChannel, kind: String, subject: Int64, to account: ID<Account>,
        isAgain: Bool, rest: Double, at now: Timestamp
    ) throws -> Bool {
        let rest = isAgain ? rest : takenRest
        return try database.execute(
            """
            INSERT INTO notice_errand (account_id, channel, kind, subject, raised_at, state)
            VALUES (\(account), \(channel.rawValue), \(kind), \(subject), \(now), 'waiting')
            ON CONFLICT (account_id, kind, subject, channel) DO UPDATE
            SET raised_at = excluded.raised_at, state = 'waiting'
            WHERE (\(isAgain) OR notice_errand.state = 'taken') AND (notice_errand.sent_at IS NULL
              OR notice_errand.sent_at <= \(now - rest) OR notice_errand.sent_at > \(now))
            """) > 0
    }

    /// Whether a notice is carried by a channel already, as it was told at a time or since.
    static func isRaised(
        _ database: Reader, _ channel: NoticeChannel, kind: String, subject: Int64, to account: ID<Account>,
        at time: Timestamp
    ) throws -> Bool {
        try database.exists(
            """
            SELECT 1 FROM notice_errand WHERE account_id = \(account) AND kind = \(kind) AND subject = \(subject)
              AND channel = \(channel.rawValue) AND raised_at >= \(time)
            """)
    }

    /// The notice of a row that still waits; nil if it was done, taken back or read meanwhile. A notice that is not
    /// on the page has no row and no id of its own.
    static func waiting(
        _ database: Reader, _ channel: NoticeChannel, kind: String, subject: Int64, for account: ID<Account>
    ) throws -> Notice? {
        try database.first(
            """
            SELECT notice.id AS id, notice_errand.raised_at AS raised_at
            FROM notice_errand LEFT JOIN notice ON notice.account_id = notice_errand.account_id
              AND notice.kind = notice_errand.kind AND notice.subject = notice_errand.subject
            WHERE notice_errand.account_id = \(account) AND notice_errand.kind = \(kind)
              AND notice_errand.subject = \(subject) AND channel = \(channel.rawValue) AND state = 'waiting'
              AND (notice.read_at IS NULL OR notice.read_at < notice_errand.raised_at)
            """
        ) { row in
            let id: ID<Notice>? = try row["id"]
            return Notice(
                id: id ?? ID(rawValue: 0), kind: kind, subject: subject, raisedAt: try row["raised_at"], isRead: false)
        }
    }

    /// Ends a delivery: it was carried at `time`, or not at all. One with `hasMore` targets still waits for them; what was
    /// not carried and told again since waits for its newer job.
    static func end(
        _ database: Writer, _ channel: NoticeChannel, delivery: NoticeDelivery, sentAt time: Timestamp?, hasMore: Bool
    ) throws {
        try database.execute(
            """
            UPDATE notice_errand SET state = CASE WHEN state = 'waiting' AND NOT \(hasMore) THEN 'done' ELSE state END,
              sent_at = coalesce(\(time), sent_at)
            WHERE account_id = \(delivery.account) AND kind = \(delivery.kind) AND subject = \(delivery.subject)
              AND channel = \(channel.rawValue) AND (\(time != nil) OR raised_at = \(delivery.raisedAt))
            """)
    }

    /// Ends what waits of a notice: its person has seen it, or it `isTaken` back.
    static func endAll(
        _ database: Writer, _ kind: String, subject: Int64, of account: ID<Account>, isTaken: Bool
    ) throws {
        let state = isTaken ? "taken" : "done"
        try database.execute(
            """
            UPDATE notice_errand SET state = \(state)
            WHERE account_id = \(account) AND kind = \(kind) AND subject = \(subject) AND state <> 'taken'
            """)
    }

    /// Ends what waits of notices that are taken back.
    static func endAll(
        _ database: Writer, _ kinds: [String], of account: ID<Account>, about subjects: SQL
    ) throws {
        try database.execute(
            """
            UPDATE notice_errand SET state = 'taken'
            WHERE account_id = \(account) AND kind IN \(kinds) AND subject IN (\(subjects)) AND state <> 'taken'
            """)
    }

    static func delete(_ database: Writer, before time: Timestamp) throws {
        try database.execute("DELETE FROM notice_errand WHERE raised_at < \(time)")
    }

    /// What a person was told of by a notice of a kind that another channel carried, newest first.
    static func subjects(
        _ database: Reader, _ kind: String, of account: ID<Account>, limit: Int
    ) throws -> [Int64] {
        try database.all(
            """
            SELECT subject FROM notice_errand
            WHERE account_id = \(account) AND kind = \(kind) AND state <> 'taken'
            ORDER BY raised_at DESC LIMIT \(limit)
            """
        ) { try $0["subject"] }
    }

    /// Whether the page of notices has this notice.
    static func isOnPage(_ database: Reader, _ kind: String, subject: Int64, of account: ID<Account>) throws -> Bool {
        try database.exists(
            "SELECT 1 FROM notice WHERE account_id = \(account) AND kind = \(kind) AND subject = \(subject)")
    }
}
