import Database
import Proximity

extension Notices {
    /// How many notices of a kind a person was told in the time before now, in seconds. One from a future that a wrong
    /// clock made does not count.
    func count(
        _ database: Reader, _ kind: String, to account: ID<Account>, within seconds: Double, at now: Timestamp
    ) throws -> Int {
        try NoticeQueries.count(database, kind, to: account, after: now - seconds, upTo: now)
    }
}

extension NoticeQueries {
    static func count(
        _ database: Reader, _ kind: String, to account: ID<Account>, after start: Timestamp, upTo end: Timestamp
    ) throws -> Int {
        try database.value(
            """
            SELECT count(*) FROM notice
            WHERE account_id = \(account) AND raised_at > \(start) AND raised_at <= \(end) AND kind = \(kind)
            """) ?? 0
    }
}
