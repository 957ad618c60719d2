import Foundation
import TestTools
import Testing

@testable import App

/// Backups of the settled world: two in their folder, and a link to one.
struct SettledBackups {
    /// Where they lie; they go with it.
    let folder = Folder()
    private let link: String

    /// The administrator's.
    static let password = "long enough for me"
    private static let kept = "cairn-20261120T013000Z-abcdef.tar"
    private static let deleted = "cairn-20261119T013000Z-abcdef.tar"

    init(_ site: TestSite, _ keeper: Visitor) throws {
        for name in [SettledBackups.kept, SettledBackups.deleted] {
            try Data("a backup".utf8).write(to: URL(filePath: "\(folder.path)/\(name)"))
        }
        try keeper.get(BackupPaths.overview).fill("is_on", "on").fill("folder", folder.path)
            .submit(BackupPaths.overview)
        try site.app.site.database.write { [path = folder.path] database in
            _ = try BackupQueries.label(database, orNew: "abcdef")
            try BackupQueries.setFiles(database, BackupFolder(path, label: "abcdef").backups)
        }
        // Made by the form's answer; following it is a download.
        try keeper.post(
            BackupPaths.download(SettledBackups.kept),
            [("csrf", keeper.token), ("password", SettledBackups.password)])
        link = keeper.page.path
    }

    static func has(_ pattern: String) -> Bool { pattern.hasPrefix("/admin/backup/{") }

    func path(of pattern: String) -> String {
        if pattern == "/admin/backup/{name}" { return link }
        return pattern.replacing(
            "{name}", with: pattern.hasSuffix("/delete") ? SettledBackups.deleted : SettledBackups.kept)
    }
}
