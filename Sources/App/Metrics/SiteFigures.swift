import Database
import Foundation
import Media
import Proximity

/// How large the site is and what waits in it. Holds nothing of single people.
struct SiteFigures: Sendable {
    let accounts: Int
    let mediaFiles: Int
    let mediaBytes: Int
    let jobs: [Jobs.KindCount]
    /// Bytes of the database's files and of the room that the disk has.
    let databaseBytes: Int
    let walBytes: Int
    let freeBytes: Int
    let cache: PageCacheFigures
    /// When the last good backup was begun.
    let lastBackup: Timestamp?

    static func read(_ site: Site, dataFolder: String, _ now: Timestamp) throws -> SiteFigures {
        let (accounts, media, jobs, backup) = try site.database.read { database in
            (
                try AccountQueries.count(database), try MediaQueries.allUse(database), try Jobs.counts(database, now),
                try BackupQueries.lastGood(database)
            )
        }
        let path = DataFolder.database(dataFolder)
        return SiteFigures(
            accounts: accounts, mediaFiles: media.count, mediaBytes: media.bytes,
            jobs: together(jobs, site.features.all), databaseBytes: (try? DataFolder.byteCount(path)) ?? 0,
            walBytes: (try? DataFolder.byteCount(path + "-wal")) ?? 0, freeBytes: MediaStore.freeBytes(at: dataFolder),
            cache: site.database.cacheFigures, lastBackup: backup)
    }

    /// Adds up the jobs of each feature that may not be told apart.
    private static func together(_ jobs: [Jobs.KindCount], _ features: [any Feature]) -> [Jobs.KindCount] {
        let labels = features.flatMap { feature in feature.jobKinds.map { ($0.name, feature.metricsLabel ?? $0.name) } }
        let known = Dictionary(labels) { first, _ in first }
        // A kind of an older program has no feature any more.
        let kinds = Dictionary(grouping: jobs) { known[$0.kind] ?? "unknown" }
        return kinds.sorted { $0.key < $1.key }.map { kind, counts in
            Jobs.KindCount(
                kind: kind, waiting: counts.reduce(0) { $0 + $1.waiting },
                running: counts.reduce(0) { $0 + $1.running }, failing: counts.reduce(0) { $0 + $1.failing })
        }
    }
}
