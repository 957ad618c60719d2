import Database
import HTTP
import Proximity

/// What people are told while a page of theirs is open: events in order, kept for a day.
struct Events: Feature {
    let site: Site

    static let migrations = EventSchema.migrations
    /// Seconds for which an event can be received.
    static let kept = 86_400.0

    var routes: [Route] { [] }

    var jobKinds: [JobKind] {
        [
            .sweep("events.sweep") { [site] job in
                try site.database.write { try EventQueries.delete($0, before: job.now - Events.kept) }
            }
        ]
    }

    var personalData: PersonalData {
        PersonalData(
            leftOut: ["event": "deleted after a day", "event_sequence": "a number"],
            delete: { database, account, _ in try EventQueries.delete(database, of: account) })
    }

    /// Adds an event for a person. Their streams send it after the commit.
    func append(
        _ database: Writer, _ name: String, subject: Int64, to account: ID<Account>, _ now: Timestamp
    ) throws {
        try EventQueries.insert(database, name, subject: subject, to: account, now)
    }
}
