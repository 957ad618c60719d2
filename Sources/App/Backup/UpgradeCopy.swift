import Database
import Foundation
import Logging
import Media
import Proximity

/// The copy of the database that is made before a newer program brings it up to date.
enum UpgradeCopy {
    /// How many are kept.
    private static let kept = 2
    /// Bytes that stay free beside the copy.
    private static let reserve = 64 << 20

    static func folder(_ dataFolder: String) -> String { dataFolder + "/upgrades" }

    /// Copies the database if steps of its schema are missing. Media are not copied: a step changes none.
    ///
    /// What fails is begun again by every start, so one upgrade keeps one copy: after its first step that of before.
    ///
    /// - Throws: `NoRoom`; `DatabaseError`. Then nothing was changed.
    static func make(_ site: Site, _ migrations: [Migration], dataFolder: String) throws {
        guard try site.database.lacks(migrations), try site.database.read(Accounts.isInUse) else { return }
        let (folder, steps) = (folder(dataFolder), try site.database.stepCount())
        let begun = Begun(folder)
        if let begun, begun.steps < steps { return }
        let bytes = try DataFolder.byteCount(DataFolder.database(dataFolder))
        guard MediaStore.freeBytes(at: dataFolder) > bytes + reserve else { throw NoRoom(bytes: bytes + reserve) }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let name = BackupFileName(site.now).text.replacing(".tar", with: ".sqlite")
        let path = "\(folder)/\(name)"
        unlink(path)
        try site.database.backup(to: path)
        try Begun(copy: name, steps: steps).write(in: folder)
        if let begun, begun.copy != name { unlink("\(folder)/\(begun.copy)") }
        site.log.notice(
            "the database is copied before it is brought up to date", metadata: ["file": "upgrades/\(name)"])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".sqlite") }
        for old in names.sorted().dropLast(kept) { unlink("\(folder)/\(old)") }
    }

    /// Ends the upgrade that was begun, if any: the next one makes a copy of its own.
    static func finish(dataFolder: String) { unlink(Begun.path(folder(dataFolder))) }

    /// The upgrade that was begun and has not ended.
    private struct Begun {
        /// The name of its copy.
        let copy: String
        /// How many steps the database had gone through.
        let steps: Int

        static func path(_ folder: String) -> String { folder + "/begun" }

        init(copy: String, steps: Int) { (self.copy, self.steps) = (copy, steps) }

        /// nil if none was, or its copy is gone.
        init?(_ folder: String) {
            guard let text = try? String(contentsOfFile: Begun.path(folder), encoding: .utf8),
                let match = text.wholeMatch(of: #/(cairn-[0-9TZ]+\.sqlite) ([0-9]+)\n/#), let steps = Int(match.2),
                access("\(folder)/\(match.1)", F_OK) == 0
            else { return nil }
            self.init(copy: String(match.1), steps: steps)
        }

        func write(in folder: String) throws {
            try PrivateFile.write(Array("\(copy) \(steps)\n".utf8), to: Begun.path(folder))
        }
    }

    /// The disk is too full for the copy.
    struct NoRoom: Error, CustomStringConvertible {
        let bytes: Int

        var description: String {
            "the database is copied before it is brought up to date, and for that the disk needs "
                + "\(ByteFormatter.text(bytes)) free"
        }
    }
}
