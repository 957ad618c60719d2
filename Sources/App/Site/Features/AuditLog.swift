import Database
import Proximity

/// A feature that keeps what administrators did, for the features below it.
protocol AuditLog: Feature {
    /// Writes a line in the transaction of what was done: "aino changed the daily photo's settings".
    ///
    /// - Parameter words: up to 40 characters.
    /// - Parameter detail: up to 500 characters, "" for none.
    func record(_ database: Writer, _ words: String, by admin: Viewer, detail: String, _ now: Timestamp) throws
}

extension FeatureRegistry {
    /// Writes a line into every log, as `AuditLog.record`.
    func record(_ database: Writer, _ words: String, by admin: Viewer, detail: String, _ now: Timestamp) throws {
        for log in conforming(to: (any AuditLog).self) {
            try log.record(database, words, by: admin, detail: detail, now)
        }
    }
}
