import Database
import Proximity

extension Jobs {
    /// How many jobs of a kind there are, each in one of these.
    struct KindCount: Sendable {
        /// "mail.reset"
        let kind: String
        /// Due, and taken by nobody.
        var waiting: Int
        var running: Int
        /// Not running, and failed at their last run: to be tried again, or given up.
        var failing: Int
    }

    /// The jobs by kind. Those that are not due yet are in no count.
    static func counts(_ database: Reader, _ now: Timestamp) throws -> [KindCount] {
        try database.all(
            """
            SELECT kind, count(*) FILTER (WHERE lease_until > \(now)) AS running,
              count(*) FILTER (WHERE failing_since IS NOT NULL AND coalesce(lease_until, 0) <= \(now)) AS failing,
              count(*) FILTER (WHERE failing_since IS NULL AND coalesce(lease_until, 0) <= \(now) AND run_at <= \(now))
                AS waiting
            FROM job GROUP BY kind ORDER BY kind
            """
        ) {
            KindCount(
                kind: try $0["kind"], waiting: try $0["waiting"], running: try $0["running"], failing: try $0["failing"]
            )
        }
    }
}
