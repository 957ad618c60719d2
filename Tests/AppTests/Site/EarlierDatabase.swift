import Database
import Foundation

@testable import App

/// A database as it was before a step of the schema, with the accounts 1 and 2.
struct EarlierDatabase {
    let database: Database
    private let folder: String
    private let migrations: [Migration]

    init(before number: Int) throws {
        let site = try TestSite.empty()
        let all =
            Site.migrations + JobSchema.migrations + site.app.site.features.all.flatMap { type(of: $0).migrations }
        let folder = FileManager.default.temporaryDirectory.appending(path: "earlier-\(UUID().uuidString)").path
        self.folder = folder
        migrations = all
        database = try Database(
            path: "\(folder)/x.sqlite", migrations: all.filter { $0.number < number }, clock: { 1_795_262_400_000 })
        try database.write { database in
            for id: Int64 in [1, 2] {
                try database.execute(
                    """
                    INSERT INTO account
                      (id, username, username_folded, password, time_zone, units, theme, retention_h, receipts, created_at)
                    VALUES (\(id), \("anna\(id)"), \("anna\(id)"), 'a hash that is long enough', 'UTC', 'metric',
                      'system', 24, 1, 1)
                    """)
            }
        }
    }

    /// Runs all further steps.
    func migrate() throws { try database.migrate(migrations) }

    /// Closes it and deletes its folder.
    func close() {
        database.close()
        try? FileManager.default.removeItem(atPath: folder)
    }
}
