import Database
import Foundation
import Media
import Proximity

/// How large the site is and what waits in it. Holds nothing of single people.
struct SiteFigures: Sendable {
    let accounts: Int
    let uploads: MediaQueries.Use
    /// By the label of their feature, else by kind; all that there may be, since one that came and went would tell something.
    let jobs: [String: Jobs.KindCount]
    /// When the last good backup was begun.
    let lastBackup: Timestamp?

    /// - Returns: nil while all connections that read are in use.
    static func read(_ site: Site, _ now: Timestamp) throws -> SiteFigures? {
        try site.database.readUnlessBusy { database in
            SiteFigures(
                accounts: try AccountQueries.count(database), uploads: try MediaQueries.ownedUse(database),
                jobs: together(try Jobs.counts(database, now), site.features.all),
                lastBackup: try BackupQueries.lastGood(database))
        }
    }

    private static func together(_ counts: [String: Jobs.KindCount], _ features: [any Feature])
        -> [String: Jobs.KindCount]
    {
        var labels: [String: String] = [:]
        for feature in features {
            for kind in feature.jobKinds { labels[kind.name] = feature.metricsLabel ?? kind.name }
        }
        // Of an older program a kind may be left that no feature has.
        var sums = ["unknown": Jobs.KindCount()]
        for label in labels.values { sums[label] = Jobs.KindCount() }
        for (kind, count) in counts { sums[labels[kind] ?? "unknown", default: Jobs.KindCount()] += count }
        return sums
    }
}
