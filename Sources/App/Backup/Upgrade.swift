import Database
import Foundation
import Media
import Proximity

/// Brings the database of a site up to date, and copies it before.
struct Upgrade {
    let site: Site
    let dataFolder: String
    /// The bytes that are free at a path.
    var freeBytes: (_ path: String) -> Int = { MediaStore.freeBytes(at: $0) }

    /// Applies the steps of the schema that are missing. Waits for another process that does so.
    ///
    /// - Parameter isCopied: whether a database with accounts is copied before it is changed. Media are not: no step
    ///   changes one.
    /// - Throws: `DatabaseError`; `UpgradeFailure`. Then nothing was changed, or the steps that were done are whole and the
    ///   next start goes on.
    func run(_ schema: [Migration], isCopied: Bool = true) throws {
        try refuseNewer(than: schema)
        guard try !missing(schema).isEmpty else {
            try site.database.migrate(schema)
            return copies.end()
        }
        _ = try UpgradeCopies.locked(dataFolder) {
            if try isCopied && !missing(schema).isEmpty && site.database.read(Accounts.isInUse) { try copy() }
            try site.database.migrate(schema)
            copies.forgetBegun()
        }
    }

    private var copies: UpgradeCopies { UpgradeCopies(dataFolder: dataFolder) }

    private func missing(_ schema: [Migration]) throws -> Set<String> {
        Set(schema.map { $0.id }).subtracting(try site.database.appliedMigrations())
    }

    private func refuseNewer(than schema: [Migration]) throws {
        do { try site.database.refuseNewer(than: schema) } catch let error as DatabaseError {
            guard error.kind == .migration, !copies.names.isEmpty else { throw error }
            throw UpgradeFailure(
                words:
                    "\(error.message). Install that one again, or run “cairn rollback”: it puts back the database of "
                    + "before the upgrade")
        }
    }

    /// A supervisor begins again and again what fails, so one upgrade keeps one copy: of before its first step, and made
    /// anew only if something was written since.
    private func copy() throws {
        let steps = try site.database.appliedMigrations().count
        let database = DataFolder.database(dataFolder)
        if let begun = copies.begun, begun.steps < steps || copies.isUpToDate(begun.name, with: database) { return }
        let log = (try? DataFolder.byteCount(database + "-wal")) ?? 0
        let bytes = try DataFolder.byteCount(database) + log
        copies.deletePartial()
        guard freeBytes(dataFolder) > bytes + UpgradeCopies.reserve else {
            throw UpgradeFailure(
                words: "the database is copied before it is brought up to date: for that the disk needs "
                    + "\(ByteFormatter.text(bytes + UpgradeCopies.reserve)) free")
        }
        let name = UpgradeCopies.name(site.now)
        site.log.notice("copying the database before it is brought up to date", metadata: ["bytes": "\(bytes)"])
        try copies.add(name, steps: steps, site.now) { try site.database.backup(to: $0) }
        site.log.notice("the database was copied", metadata: ["file": "\(copies.path)/\(name)"])
    }
}

/// Why a database cannot be brought up to date, or back.
public struct UpgradeFailure: Error, CustomStringConvertible {
    /// One line, for the host.
    let words: String

    /// The words alone.
    public var description: String { words }
}
