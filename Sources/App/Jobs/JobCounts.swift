import Database
import Proximity

extension Jobs {
    /// How many jobs of a kind need somebody to look.
    struct KindCount: Sendable {
        /// Due for longer than `Jobs.overdueAfter`, never failed, and taken by nobody: their lane has too much to do.
        var overdue = 0
        /// Failed at their last run, and tried again.
        var failing = 0
        /// Given up in the last seven days.
        var givenUp = 0

        static func += (sum: inout KindCount, more: KindCount) {
            sum.overdue += more.overdue
            sum.failing += more.failing
            sum.givenUp += more.givenUp
        }
    }

    /// Seconds. Nothing shorter is told: the job of a moment would tell what somebody does in it.
    static let overdueAfter = 60.0

    /// The jobs by kind; kinds without such jobs are missing.
    static func counts(_ database: Reader, _ now: Timestamp) throws -> [String: KindCount] {
        let overdue = try database.all(
            """
            SELECT kind, count(*) AS overdue FROM job
            WHERE failed_at IS NULL AND run_at + set_back <= \(now - overdueAfter) AND failing_since IS NULL
              AND (lease_until IS NULL OR lease_until <= \(now))
            GROUP BY kind
            """
        ) { (try $0["kind"] as String, KindCount(overdue: try $0["overdue"])) }
        let failing = try database.all(
            """
            SELECT kind, count(*) FILTER (WHERE failed_at IS NULL) AS failing,
              count(*) FILTER (WHERE failed_at > \(now - toldOf)) AS given_up
            FROM job WHERE failing_since > 0 GROUP BY kind
            """
        ) { (try $0["kind"] as String, KindCount(failing: try $0["failing"], givenUp: try $0["given_up"])) }
        return (overdue + failing).reduce(into: [:]) { $0[$1.0, default: KindCount()] += $1.1 }
    }
}
