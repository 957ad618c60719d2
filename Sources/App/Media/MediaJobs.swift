import Database
import Foundation
import Media
import Proximity

/// The jobs on media.
extension MediaFeature {
    /// Seconds before an unreferenced file is deleted: an upload writes its files before its row.
    static let grace = 3_600.0
    private static let transcoding = "media.transcode"

    var jobKinds: [JobKind] {
        [
            JobKind(name: Uploads.removal, isPromised: true) { job in
                if let name = MediaName(job.payload) { uploads.store.remove(name) }
            },
            JobKind(name: MediaFeature.transcoding, lease: 3_600, lane: .transcoding) { try transcode($0) },
            .sweep("drafts.sweep") { try uploads.sweepDrafts($0.now) },
            JobKind(name: "media.sweep", interval: 3_600, lane: .bulk) { try sweep($0.now) },
        ]
    }

    /// Enqueues transcoding to a format that every browser plays, in the transaction that stores the file.
    static func requestTranscoding(
        _ database: Writer, _ name: MediaName, for account: ID<Account>, _ now: Timestamp
    ) throws {
        try Job.enqueue(
            database, kind: transcoding, key: "\(transcoding) \(name)", payload: name.text, for: account, at: now)
    }

    /// Lets a requested transcoding begin now; nothing where none is requested.
    static func hastenTranscoding(_ database: Writer, _ name: MediaName, _ now: Timestamp) throws {
        try Job.hasten(database, key: "\(transcoding) \(name)", at: now)
    }

    /// Transcodes a file. One that cannot be is not tried again: its page says so.
    private func transcode(_ job: Job) throws {
        guard let name = MediaName(job.payload) else { return }
        do { try transcode(name, job.now) } catch let refusal as MediaRefusal where !refusal.isPassing {
            try site.database.write { try MediaQueries.setInconvertible($0, name, job.now) }
            site.log.notice("cannot be transcoded", metadata: ["name": "\(name)", "refusal": "\(refusal)"])
        } catch {
            if job.attempt >= Jobs.maxAttempts {
                try site.database.write { try MediaQueries.setInconvertible($0, name, job.now) }
            }
            throw error
        }
    }

    /// Stores the result under a new name and replaces the old file. Deletes the result if the old file is gone or
    /// another process was faster.
    private func transcode(_ name: MediaName, _ now: Timestamp) throws {
        guard let stored = try site.database.read({ try MediaQueries.stored($0, name) }) else { return }
        guard uploads.store.hasRoom(for: 2 * uploads.store.byteCount(name)) else { throw Uploads.noSpace }
        let prepared: Prepared
        do { prepared = try uploads.processor.transcode(name, in: uploads.store, as: stored.use) } catch {
            guard try site.database.read({ try MediaQueries.stored($0, name) }) != nil else { return }
            throw error
        }
        let access = site.features.conforming(to: (any MediaAccess).self)
        do {
            try uploads.keep(prepared, of: stored.owner, now, isCounted: false) { database, new in
                let isShown = try access.contains { try $0.replace(database, name, with: new) }
                guard isShown else { throw Superseded() }
                try Uploads.release(database, name, now)
            }
        } catch is Superseded {
            site.log.info("transcoded for nobody", metadata: ["name": "\(name)"])
        }
    }

    /// Nothing shows the original any more.
    private struct Superseded: Error {}

    /// Deletes files without a row, and logs rows without a file.
    func sweep(_ now: Timestamp) throws {
        let oldest = now - MediaFeature.grace
        let orphans = try removeOrphans(before: oldest)
        let arrivals = try removeArrivals(before: oldest)
        if orphans + arrivals > 0 {
            site.log.notice(
                "files that nobody names are deleted", metadata: ["media": "\(orphans)", "arrivals": "\(arrivals)"])
        }
        let missing = try missingFiles(before: oldest)
        if !missing.isEmpty {
            site.log.error(
                "files are missing: restore them from a backup",
                metadata: ["number": "\(missing.count)", "first": "\(missing.prefix(10))"])
        }
    }

    private func removeOrphans(before oldest: Timestamp) throws -> Int {
        var names: [MediaName] = []
        var count = 0
        // With an emptied database all would be deleted.
        guard try site.database.read({ try MediaQueries.hasAny($0) }) else {
            var hasOld = false
            try uploads.store.forEachName { _, seconds in hasOld = hasOld || Timestamp(seconds: seconds) < oldest }
            if hasOld { site.log.error("there are media, and the database knows none: they are kept") }
            return 0
        }
        func settle() throws {
            let known = try site.database.read { try MediaQueries.known($0, names.map { $0.text }) }
            for name in names where !known.contains(name.text) {
                uploads.store.remove(name)
                count += 1
            }
            names = []
        }
        try uploads.store.forEachName { name, seconds in
            guard Timestamp(seconds: seconds) < oldest else { return }
            names.append(name)
            if names.count == 500 { try settle() }
        }
        try settle()
        return count
    }

    /// Deletes request bodies left by killed processes.
    private func removeArrivals(before oldest: Timestamp) throws -> Int {
        try FolderEntries.names(in: uploads.arrivals).count { name in
            let path = "\(uploads.arrivals)/\(name)"
            var status = stat()
            guard name.hasPrefix("upload-"), stat(path, &status) == 0,
                Timestamp(seconds: status.st_mtim.tv_sec) < oldest
            else { return false }
            return unlink(path) == 0
        }
    }

    /// Names and sizes that have a row but no file.
    func missingFiles(before oldest: Timestamp) throws -> [String] {
        var missing: [String] = []
        var last = ""
        while true {
            let page = try site.database.read {
                try MediaQueries.files($0, after: last, before: oldest, limit: 500)
            }
            guard let end = page.last?.name else { return missing }
            for (text, uploadID) in page {
                guard let name = MediaName(text), let size = MediaSize(rawValue: uploadID),
                    access(uploads.store.path(name, size), F_OK) == 0
                else {
                    missing.append("\(text)/\(uploadID)")
                    continue
                }
            }
            last = end
        }
    }
}
