import Foundation
import HTTP
import Proximity
import TestTools

@testable import App

/// A new site that backs itself up to a folder of the test.
struct BackupSite {
    let site: TestSite
    let scratch = Folder()
    var folder: String { scratch.path }

    init(_ site: TestSite) { self.site = site }

    init() throws { self.init(try TestSite.empty()) }

    /// Switches backups on by the form, as a new administrator.
    @discardableResult
    func switchOn(_ changes: [(String, String)] = []) throws -> Visitor {
        let keeper = try site.administrator()
        try keeper.get("/admin/backup").fill("is_on", "on").fill("folder", folder).fill("time", "03:30")
        for (name, value) in changes { keeper.fill(name, value) }
        return try keeper.submit("/admin/backup")
    }

    /// As `switchOn`; the first backup is made.
    func begin(_ changes: [(String, String)] = []) throws -> Visitor {
        let keeper = try switchOn(changes)
        site.app.beginJobs()
        backUp()
        return keeper
    }

    /// Makes the backup that is due.
    func backUp() { site.app.runJobs([.backup]) }

    /// The names in the folder.
    var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() } }

    /// The times in the names of backups: "20261121T120000Z".
    var moments: [String] {
        get throws { try names.compactMap { BackupFileName($0) }.map { BackupFileName.moment($0.madeAt) } }
    }

    /// The label in the names of the site's backups.
    var label: String? { get throws { try site.app.site.database.read { try BackupQueries.label($0) } } }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
    }

    /// The site that a backup holds.
    @discardableResult
    static func restore(_ archive: String, to folder: String) throws -> BackupSummary {
        var options = AppOptions(dataFolder: folder, publicFolder: TestSite.publicFolder)
        options.passwordCost = .trifling
        return try Restore(options).run(from: archive, log: TestSite.quiet)
    }
}
