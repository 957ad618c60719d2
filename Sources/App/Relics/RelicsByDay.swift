import Database
import Proximity

extension Relics: DailyCountSource {
    var counted: DailyCounted { DailyCounted(key: "relic", title: "Relics") }

    func countsByDay(_ database: Reader, since: Timestamp, offset: Int) throws -> [(day: Int, count: Int)] {
        try database.all(
            """
            SELECT (created_at + \(offset * 1_000)) / 86400000 AS day, count(*) AS number FROM relic
            WHERE created_at >= \(since) GROUP BY day
            """
        ) { (try $0["day"], try $0["number"]) }
    }
}
