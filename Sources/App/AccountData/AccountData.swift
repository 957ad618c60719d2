import Database
import Foundation
import HTTP
import Proximity

/// Taking one's data along, and leaving for good. Front door of the feature: every other one says in its `PersonalData` what
/// it keeps of people.
struct AccountData: Feature {
    let site: Site
    let accounts: Accounts
    /// Where finished and half-made archives lie.
    let folder: String
    /// Whether so many bytes still fit onto the disk above its reserve.
    let hasRoom: @Sendable (Int) -> Bool
    static let migrations = ExportQueries.migrations

    /// How long an export is kept, in seconds: a week.
    static let life = 7 * 86_400.0

    var routes: [Route] {
        [
            .get("/settings/export", showExport), .post("/settings/export", startExport),
            .post("/settings/export/remove", removeExport), .get("/settings/export/{file}", download),
            .get("/settings/delete", showDelete), .post("/settings/delete", delete),
        ]
    }

    /// An archive of everything is nothing to take along in the next one.
    var personalData: PersonalData {
        PersonalData(
            leftOut: ["export": "when an export was asked for says nothing that the export itself does not"],
            delete: { database, account, _ in try ExportQueries.delete(database, of: account) })
    }

    /// Archives are not backed up.
    func restored(_ database: Writer) throws { try ExportQueries.deleteAll(database) }

    /// What all features store of people, in their order.
    var all: [PersonalData] { site.features.all.map { $0.personalData } }

    var galleryExamples: [GalleryExample] { AccountDataExamples.all }

    var navigation: [NavigationEntry] {
        [
            NavigationEntry(
                slot: .settingsEnd, rank: 10, path: AccountDataPaths.export, icon: "download",
                words: "Take your data along"),
            NavigationEntry(
                slot: .settingsEnd, rank: 20, path: AccountDataPaths.delete, icon: "trash-2",
                words: "Delete your account"),
        ]
    }

    /// - Throws: when the folder cannot be made.
    init(
        site: Site, accounts: Accounts, dataFolder: String, hasRoom: @escaping @Sendable (Int) -> Bool
    ) throws {
        self.site = site
        self.accounts = accounts
        self.hasRoom = hasRoom
        folder = dataFolder + "/exports"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Where a finished archive lies.
    func path(_ file: String) -> String { "\(folder)/\(file).zip" }

    /// Where one run makes it: a run that took too long may still be writing when the next begins.
    func partialPath(_ file: String, attempt: Int) -> String { "\(folder)/\(file).\(attempt).part" }

    /// Deletes an archive and whatever runs have left of it.
    func removeFiles(_ file: String) {
        unlink(path(file))
        removeParts(file)
    }

    /// Deletes what runs have left of an archive. One that is still writing notices at its end that nobody wants it.
    func removeParts(_ file: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where name.hasPrefix("\(file).") && name.hasSuffix(".part") { unlink("\(folder)/\(name)") }
    }
}
