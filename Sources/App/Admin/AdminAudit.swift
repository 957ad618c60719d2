import Database
import Proximity

extension Admin {
    /// Writes a line of the audit log, for features that do not know this one.
    func audit(_ database: Writer, _ line: AuditLine, at now: Timestamp) throws {
        try AdminQueries.record(
            database, line.words, by: (line.admin.id, line.admin.username), about: nil, detail: line.detail, at: now)
    }
}
