import Database
import Proximity

extension Relics {
    /// Seconds between two looks for what has ended: files are gone from the disk within 75 seconds, also after a clock
    /// that jumped past the times of the jobs.
    private static let endingInterval = 20.0
    /// Seconds until another process does the work of one that died at it.
    private static let endingLease = 30.0

    var endJobs: [JobKind] {
        [
            JobKind(name: RelicQueries.ending, lease: Relics.endingLease, isPromised: true) { try end($0.now) },
            JobKind(name: "relics.sweep", lease: Relics.endingLease, interval: Relics.endingInterval) {
                try end($0.now)
            },
        ]
    }

    /// Removes what has ended, in short transactions.
    func end(_ now: Timestamp) throws {
        while true {
            let isDone = try site.database.write { database in
                let relics = try RelicQueries.ended(database, now)
                try forget(database, relics, at: now)
                return relics.count < RelicQueries.endedAtOnce
            }
            if isDone { return }
        }
    }

    /// Deletes relics with all that was told about them.
    func forget(_ database: Writer, _ relics: [ID<Relic>], at now: Timestamp) throws {
        guard !relics.isEmpty else { return }
        try takeBack(database, RelicQueries.told(database, of: relics))
        try RelicQueries.forget(database, relics, at: now)
    }

    /// Takes notices back whose reason goes.
    func takeBack(_ database: Writer, _ told: [RelicQueries.Told]) throws {
        for notice in told {
            try notices.takeBack(database, notice.kind, subject: notice.subject, of: notice.account)
        }
    }
}
