import Database
import Proximity

extension Accounts: DailyCountSource {
    var counted: DailyCounted { DailyCounted(key: "member", title: "New members") }

    func countsByDay(_ database: Reader, since: Timestamp, offset: Int) throws -> [(day: Int, count: Int)] {
        try database.all(
            """
            SELECT (created_at + \(offset * 1_000)) / 86400000 AS day, count(*) AS number FROM account
            WHERE created_at >= \(since) AND is_guest = 0
            GROUP BY day
            """
        ) { (try $0["day"], try $0["number"]) }
    }
}
