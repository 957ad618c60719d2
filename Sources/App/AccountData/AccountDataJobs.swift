import Database
import Export
import Foundation
import Proximity

/// The jobs that make exports and erase deleted accounts.
extension AccountData: AccountEraser {
    static let making = "export.make"
    static let erasing = "account.erase"
    /// Rows deleted in one transaction of an erasure. Small, because every other writer waits for it.
    private static let batch = 500
    /// Runs of an export before it is given up.
    private static let maxAttempts = 3
    /// Seconds after which a request that ran during the account's deletion has certainly ended.
    private static let stragglers = 600.0

    var jobKinds: [JobKind] {
        [
            JobKind(name: AccountData.making, lease: 900, lane: .long) { try make($0) },
            JobKind(name: AccountData.erasing, lease: 3_600, lane: .bulk, isPromised: true) { job in
                if let account = ID<Account>(job.payload) { try erase(account, job.now) }
            },
            JobKind(name: "exports.sweep", interval: 3_600, lane: .bulk) { try sweep($0.now) },
        ]
    }

    /// Enqueues the erasure in the caller's transaction, and a second one for rows that a concurrent request inserts.
    func requestErasure(_ database: Writer, _ account: ID<Account>, _ now: Timestamp) throws {
        let payload = "\(account)"
        try Job.enqueue(
            database, kind: AccountData.erasing, key: "\(AccountData.erasing) \(account)", payload: payload, at: now)
        try Job.enqueue(
            database, kind: AccountData.erasing, key: "\(AccountData.erasing) \(account) again", payload: payload,
            at: now + AccountData.stragglers)
    }

    /// The export was cancelled.
    private struct Unwanted: Error {}

    /// Makes an archive from scratch and ignores what an earlier run wrote.
    private func make(_ job: Job) throws {
        guard let export = try site.database.read({ try ExportQueries.export($0, file: job.payload) }),
            export.isUnderWay
        else { return }
        let part = partialPath(export.file, attempt: job.attempt)
        unlink(part)
        // Only its own file: another run may have finished first.
        defer { unlink(part) }
        do {
            try write(export, to: part, job.now)
            removeParts(export.file)
        } catch is Unwanted {
        } catch ZipError.content(is Unwanted) {
        } catch {
            let isFull = AccountData.cause(error) as? Failure == .noSpace
            guard isFull || job.attempt >= AccountData.maxAttempts else { throw error }
            site.log.error("an export failed", metadata: ["error": "\(error)"])
            try site.database.write { try ExportQueries.setFailed($0, file: export.file, job.now) }
        }
    }

    /// Unwraps the archive's error, so that a full disk is the same failure wherever it occurred.
    private static func cause(_ error: any Error) -> any Error {
        switch error {
        case ZipError.content(let inner): cause(inner)
        case ZipError.output(ENOSPC): Failure.noSpace
        default: error
        }
    }

    private func write(_ export: ExportQueries.Stored, to part: String, _ now: Timestamp) throws {
        let account = export.account
        let total = try all.reduce(1) { sum, part in sum + (try site.database.read { try part.count($0, account) }) }
        var (done, percent) = (0, 0)
        let zone = try site.database.read { try AccountQueries.timeZone($0, of: account) }
        let writer = try ExportWriter(path: part, database: site.database, timeZone: zone, now: now) { count in
            done += count
            let reached = min(99, 100 * done / total)
            guard reached > percent else { return }
            percent = reached
            guard hasRoom(1 << 20) else { throw Failure.noSpace }
            let isWanted = try site.database.write {
                try ExportQueries.setPercent($0, file: export.file, reached)
            }
            if !isWanted { throw Unwanted() }
        }
        try writer.text("README.txt", ExportWords.readme(site.settings.baseURL, all.flatMap { $0.files }, now))
        for feature in all { try feature.export(writer, account) }
        try writer.finish()
        var status = stat()
        guard stat(part, &status) == 0 else { throw CocoaError(.fileReadUnknown) }
        let bytes = Int(status.st_size)
        let isWanted = try site.database.write { database in
            guard try ExportQueries.setFinished(database, file: export.file, bytes: bytes, now) else { return false }
            try notices.announce(
                database, AccountData.readyNotice, subject: account.rawValue, to: account, isAgain: true, now)
            // Renamed inside the transaction, so that the row and the file come from the same run.
            guard rename(part, path(export.file)) == 0 else { throw CocoaError(.fileWriteUnknown) }
            return true
        }
        if !isWanted { throw Unwanted() }
    }

    /// Deletes the data of a deleted account in small steps, then its row unless other rows refer to it.
    func erase(_ account: ID<Account>, _ now: Timestamp) throws {
        guard try site.database.read({ try accounts.isDeleted($0, account) }) else { return }
        // Of a guest nothing is deleted yet. The upper features first, as in every deletion.
        for part in all.reversed() { try site.database.write { try part.delete($0, account, now) } }
        for part in all {
            while try site.database.write({ try part.erase($0, account, AccountData.batch, now) }) > 0 {}
        }
        try site.database.write { try forget($0, account) }
    }

    private func forget(_ database: Writer, _ account: ID<Account>) throws {
        guard try !all.contains(where: { try $0.isHeld(database, account) }) else { return }
        try accounts.forget(database, account)
    }

    /// Deletes old archives, files without a row, and rows of deleted accounts that nothing refers to.
    func sweep(_ now: Timestamp) throws {
        try site.database.write { database in
            try ExportQueries.delete(database, before: now - AccountData.life)
            try accounts.releaseNames(database, now)
        }
        for name in try FolderEntries.names(in: folder) {
            let file = String(name.prefix { $0 != "." })
            let known = try site.database.read { try ExportQueries.export($0, file: file) }
            if known == nil { removeFiles(file) }
        }
        // Only accounts deleted long ago: the others still have their own job.
        let gone = try site.database.read {
            try accounts.deleted($0, before: now - 2 * AccountData.stragglers)
        }
        for account in gone { try site.database.write { try forget($0, account) } }
    }
}
