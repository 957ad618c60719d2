import Database
import Proximity

/// A feature whose new things are counted by day, for administrators.
protocol DailyCountSource: Feature {
    /// What is counted: "Notes".
    var counted: DailyCounted { get }
    /// How many were made on each day, by days since 1970.
    ///
    /// - Parameter offset: seconds by which the clock of the site's zone is ahead of UTC.
    func countsByDay(_ database: Reader, since: Timestamp, offset: Int) throws -> [(day: Int, count: Int)]
}

/// A kind of things that are counted by day.
struct DailyCounted: Sendable {
    /// In the table: "note".
    let key: String
    /// Above its chart: "Notes".
    let title: String
}
