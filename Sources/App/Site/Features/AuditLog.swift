import Database
import Proximity

/// What an administrator did, as the audit log keeps it: "aino changed the daily photo's settings".
struct AuditLine: Sendable {
    /// Up to 40 characters.
    let words: String
    let admin: Viewer
    /// Up to 500 characters, "" for none.
    let detail: String
}

/// The details of a line in the audit log.
enum AuditDetail {
    /// Characters.
    static let maxLength = 500

    /// As much of a text as a line holds. Counted in Unicode scalars, as the database does: a letter may be made of many.
    static func bounded(_ text: String) -> String {
        prefix(text, maxLength)
    }

    /// Characters of a value in a line on what changed.
    private static let maxValueLength = 90

    /// What differs between two states, a line for each: "name: Cairn → Kivikasa". Secrets are not for it.
    static func changes(_ values: [(name: String, old: String, new: String)]) -> [String] {
        values.filter { $0.old != $0.new }.map { "\($0.name): \(short($0.old)) → \(short($0.new))" }
    }

    private static func short(_ value: String) -> String {
        value.unicodeScalars.count > maxValueLength ? prefix(value, maxValueLength - 1) + "…" : value
    }

    private static func prefix(_ text: String, _ length: Int) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(length)))
    }
}

extension FeatureRegistry {
    /// Writes a line of the audit log, in the transaction of what was done.
    ///
    /// - Parameters:
    ///   - words: up to 40 characters.
    ///   - detail: up to 500 characters, "" for none.
    /// - Throws: `NotRunning`; nothing is done that is not recorded.
    func record(_ database: Writer, _ words: String, by admin: Viewer, detail: String, at now: Timestamp) throws {
        try requiredServices.record(database, AuditLine(words: words, admin: admin, detail: detail), now)
    }
}
