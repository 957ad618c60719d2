import Database
import Proximity

extension Daily: DailyCountSource {
    var counted: DailyCounted { DailyCounted(key: "moment", title: "Photos of the day") }

    func countsByDay(_ database: Reader, since: Timestamp, offset: Int) throws -> [(day: Int, count: Int)] {
        try database.all(
            """
            SELECT (posted_at + \(offset * 1_000)) / 86400000 AS day, count(*) AS number FROM moment
            WHERE posted_at >= \(since) GROUP BY day
            """
        ) { (try $0["day"], try $0["number"]) }
    }
}
