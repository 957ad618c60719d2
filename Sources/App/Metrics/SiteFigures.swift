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

    /// - Parameter groups: the names under which jobs are counted together, by kind.
    static func read(_ database: Database, dataFolder: String, groups: [String: String], _ now: Timestamp) throws
        -> SiteFigures
    {
        let (accounts, media, jobs, backup) = try database.read { reader in
            (
                try AccountQueries.count(reader), try MediaQueries.total(reader), try Jobs.counts(reader, now),
                try BackupQueries.lastGood(reader)
            )
        }
        let path = DataFolder.database(dataFolder)
        return SiteFigures(
            accounts: accounts, mediaFiles: media.count, mediaBytes: media.bytes, jobs: together(jobs, groups),
            databaseBytes: (try? DataFolder.byteCount(path)) ?? 0,
            walBytes: (try? DataFolder.byteCount(path + "-wal")) ?? 0, freeBytes: MediaStore.freeBytes(at: dataFolder),
            cache: database.cacheFigures, lastBackup: backup)
    }

    private static func together(_ jobs: [Jobs.KindCount], _ groups: [String: String]) -> [Jobs.KindCount] {
        Dictionary(grouping: jobs) { groups[$0.kind] ?? $0.kind }.sorted { $0.key < $1.key }.map { kind, counts in
            Jobs.KindCount(
                kind: kind, waiting: counts.reduce(0) { $0 + $1.waiting },
                running: counts.reduce(0) { $0 + $1.running }, failing: counts.reduce(0) { $0 + $1.failing })
        }
    }
}
