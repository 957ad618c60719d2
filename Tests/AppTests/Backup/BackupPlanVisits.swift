import TestTools
import Testing

@testable import App

extension PlanTests {
    /// A backup that is made, and one that fails.
    func visitBackups(_ site: TestSite) throws {
        let (site, folder) = (try site.copy(), Folder())
        let keeper = try site.administrator()
        try keeper.get("/admin/backup").fill("is_on", "on").fill("folder", folder.path).submit("/admin/backup")
            .submit("/admin/backup/run")
        site.app.beginJobs()
        site.app.runJobs([.backup])
        let file = try #require(try site.app.site.database.read { try BackupQueries.files($0) }.first)
        try site.app.site.database.write { database in
            try BackupQueries.ended(database, startedAt: site.now, error: "It failed.")
            try BackupQueries.removeFile(database, file.name)
        }
        try keeper.get("/admin/backup").sees("It failed.")
        withExtendedLifetime(folder) {}
    }
}
