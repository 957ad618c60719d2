import Database
import Foundation
import Proximity

extension Backup {
    /// Writes a backup of its own name into a folder, compares it with what was copied, and deletes those that the
    /// site's schedule does not keep.
    ///
    /// Of a site that makes none by itself it is told as the last good one: a timer of the system makes them.
    ///
    /// - Parameter isOnlyOne: whether the environment of the server names no folder either.
    /// - Returns: the path of the backup, and what it holds.
    /// - Throws: as `write(to:)`.
    public func write(
        into path: String, isOnlyOne: Bool = true, environment: Environment = .real
    ) throws -> (path: String, summary: BackupSummary) {
        let folder = BackupFolder(URL(fileURLWithPath: path).path)
        if let fault = folder.fault(dataFolder: dataFolder) { throw BackupFailure(.badArgument, fault) }
        let begun = environment.clock()
        let name = BackupFileName(begun)
        let summary = try write(to: folder.path(name), isCompared: true, environment: environment)
        let file = try ForeignFile(path: DataFolder.database(dataFolder), readers: 1)
        let (schedule, settings) = try file.read { database in
            (try BackupQueries.schedule(database), try SettingsQueries.settings(database))
        }
        let zone = settings.flatMap { TimeZone(identifier: $0.timeZone) } ?? .gmt
        folder.prune(schedule ?? BackupSchedule(), in: zone)
        if isOnlyOne, schedule?.isOn != true {
            let bytes = try DataFolder.byteCount(folder.path(name))
            // The backup is good, whether this can be written or not.
            try? tell(
                BackupQueries.Run(
                    startedAt: begun, endedAt: environment.clock(), file: name.text, bytes: bytes, error: nil),
                environment)
        }
        return (folder.path(name), summary)
    }

    /// Writes down that a backup was made, for the pages and figures of the site.
    private func tell(_ run: BackupQueries.Run, _ environment: Environment) throws {
        let database = try Database(
            path: DataFolder.database(dataFolder), clock: { environment.clock().milliseconds })
        defer { database.close() }
        try database.write { try BackupQueries.insert($0, run) }
    }
}
