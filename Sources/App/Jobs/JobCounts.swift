import Database
import Proximity

extension Jobs {
    /// Jobs of a kind, by what becomes of them.
    struct KindCount: Sendable {
        let kind: String
        /// Due, and run by nobody.
        let waiting: Int
        let running: Int
        /// Those whose last run failed.
        let failing: Int
    }

    /// The jobs by kind.
    static func counts(_ database: Reader, _ now: Timestamp) throws -> [KindCount] {
        try database.all(
            """
            SELECT kind,
              sum(failed_at IS NULL AND run_at <= \(now) AND (lease_until IS NULL OR lease_until <= \(now))) AS waiting,
              sum(failed_at IS NULL AND lease_until IS NOT NULL AND lease_until > \(now)) AS running,
              sum(failing_since IS NOT NULL) AS failing
            FROM job GROUP BY kind ORDER BY kind
            """
        ) {
            KindCount(
                kind: try $0["kind"], waiting: try $0["waiting"] ?? 0, running: try $0["running"] ?? 0,
                failing: try $0["failing"] ?? 0)
        }
    }
}
