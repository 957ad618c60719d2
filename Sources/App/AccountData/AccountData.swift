import Database
import Foundation
import HTTP
import Proximity

/// Exports a person's data and deletes accounts. Each feature describes its data in `personalData`.
struct AccountData: Feature {
    let site: Site
    let accounts: Accounts
    let notices: Notices
    let admin: Admin
    /// The folder of finished and unfinished archives.
    let folder: String
    /// Whether this many bytes fit on the disk above the reserve.
    let hasRoom: @Sendable (Int) -> Bool
    static let migrations = AccountDataSchema.migrations

    /// How long an export is kept, in seconds: a week.
    static let life = 7 * 86_400.0

    var routes: [Route] {
        [
            .get("/settings/export", showExport), .post("/settings/export", startExport),
            .post("/settings/export/remove", removeExport), .get("/settings/export/{file}", download),
            .get("/settings/delete", showDelete), .post("/settings/delete", delete),
            .adminPost("/admin/people/{username}/delete", deleteByAdministrator),
        ]
    }

    /// An export does not contain earlier exports.
    var personalData: PersonalData {
        PersonalData(
            leftOut: ["export": "when an export was asked for says nothing that the export itself does not"],
            delete: { database, account, _ in try ExportQueries.delete(database, of: account) })
    }

    /// Backups do not contain exports.
    func restored(_ database: Writer) throws { try ExportQueries.deleteAll(database) }

    /// The personal data of all features, in their order.
    var all: [PersonalData] { site.features.all.map { $0.personalData } }

    var galleryExamples: [GalleryExample] { AccountDataExamples.all }

    var navigation: [NavigationEntry] {
        [
            NavigationEntry(
                slot: .settingsEnd, rank: 10, path: AccountDataPaths.export, icon: "download",
                words: "Export your data"),
            NavigationEntry(
                slot: .settingsEnd, rank: 20, path: AccountDataPaths.delete, icon: "trash-2",
                words: "Delete your account"),
        ]
    }

    /// - Throws: if the folder cannot be created.
    init(
        site: Site, accounts: Accounts, notices: Notices, admin: Admin, dataFolder: String,
        hasRoom: @escaping @Sendable (Int) -> Bool
    ) throws {
        self.site = site
        self.accounts = accounts
        self.notices = notices
        self.admin = admin
        self.hasRoom = hasRoom
        folder = dataFolder + "/exports"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// The path of a finished archive.
    func path(_ file: String) -> String { "\(folder)/\(file).zip" }

    /// The path that one run writes to. Each run has its own, because a run that outlived its lease may still be
    /// writing.
    func partialPath(_ file: String, attempt: Int) -> String { "\(folder)/\(file).\(attempt).part" }

    /// Deletes an archive and all partial files of it.
    func removeFiles(_ file: String) {
        unlink(path(file))
        removeParts(file)
    }

    /// Deletes the partial files of an archive. A run that is still writing finds at its end that the export was
    /// cancelled.
    func removeParts(_ file: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where name.hasPrefix("\(file).") && name.hasSuffix(".part") { unlink("\(folder)/\(name)") }
    }
}
