import Database
import Export
import Foundation
import Media
import Proximity

/// The jobs that make recaps and sweep them.
extension Daily {
    static let makingRecap = "recap.make"
    /// Runs before it is given up.
    private static let maxRecapAttempts = 3

    var recapJobs: [JobKind] {
        [
            JobKind(name: Daily.makingRecap, lease: 900, lane: .long) { try makeRecap($0) },
            JobKind(name: "recaps.sweep", interval: 3_600, lane: .bulk) { try sweepRecaps($0.now) },
        ]
    }

    /// Nobody waits for it any more.
    private struct Unwanted: Error {}

    /// Makes a recap from scratch and ignores what an earlier run wrote.
    private func makeRecap(_ job: Job) throws {
        let words = job.payload.split(separator: " ")
        guard words.count == 2, let weekday = Int(words[1]),
            let recap = try site.database.read({ try RecapQueries.recap($0, file: String(words[0])) }), recap.isUnderWay
        else { return }
        try FileManager.default.createDirectory(
            atPath: recapFolder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let part = recapPath("\(recap.file).\(job.attempt).part")
        unlink(part)
        defer { unlink(part) }
        do {
            switch recap.kind {
            case .zip: try writeZip(recap, to: part)
            case .webp: try drawSheet(recap, firstWeekday: weekday, to: part)
            }
            try finish(recap, part, job.now)
        } catch is Unwanted {
        } catch {
            guard job.attempt >= Daily.maxRecapAttempts else { throw error }
            site.log.error("a recap failed", metadata: ["error": "\(error)"])
            try site.database.write { try RecapQueries.setFailed($0, file: recap.file, job.now) }
        }
    }

    private func finish(_ recap: Recap, _ part: String, _ now: Timestamp) throws {
        var status = stat()
        guard stat(part, &status) == 0, status.st_size > 0 else { throw CocoaError(.fileReadUnknown) }
        let bytes = Int(status.st_size)
        try site.database.write { database in
            guard try RecapQueries.setFinished(database, file: recap.file, bytes: bytes, now) else { return }
            // Inside the transaction, so that the row and the file come from the same run.
            guard chmod(part, 0o600) == 0, rename(part, recapPath(recap.file)) == 0 else {
                throw CocoaError(.fileWriteUnknown)
            }
        }
    }

    private func reached(_ recap: Recap, _ done: Int, of total: Int) throws {
        guard uploads.store.hasRoom(for: 1 << 20) else { throw Failure.noSpace }
        let percent = min(99, 100 * done / max(1, total))
        guard try site.database.write({ try RecapQueries.setPercent($0, file: recap.file, percent) }) else {
            throw Unwanted()
        }
    }

    /// The photos as they were sent, and their captions.
    private func writeZip(_ recap: Recap, to path: String) throws {
        let (photos, zone) = try site.database.read {
            (
                try RecapQueries.photos($0, of: recap.account, recap.month),
                try AccountQueries.timeZone($0, of: recap.account)
            )
        }
        let zip = try ZipWriter(path: path, timeZone: zone)
        for (number, photo) in photos.enumerated() {
            var files = [(Daily.name(photo.day, "", photo.backType), photo.back)]
            if let front = photo.front, let type = photo.frontType {
                files.append((Daily.name(photo.day, "-front", type), front))
            }
            for (name, media) in files {
                try zip.add(
                    name, file: uploads.store.path(media, .original), compression: .stored,
                    modified: photo.postedAt.milliseconds)
            }
            try reached(recap, number + 1, of: photos.count)
        }
        let modified = photos.last?.postedAt.milliseconds ?? 0
        let lines = photos.map { photo in
            let words = photo.caption.replacing("\n", with: " ")
            return MomentWords.day(photo.day) + (words.isEmpty ? "" : ": \(words)") + "\n"
        }
        let index = "Your photos of \(MomentWords.month(recap.month))\n\n" + lines.joined()
        try zip.add("index.txt", Array(index.utf8), modified: modified)
        let captions = Dictionary(photos.map { ($0.day.text, $0.caption) }) { first, _ in first }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        try zip.add("captions.json", Array(try encoder.encode(captions)), modified: modified)
        try zip.finish()
    }

    private static func name(_ day: CalendarDay, _ suffix: String, _ type: String) -> String {
        "\(day.text)\(suffix).\(type == "image/webp" ? "webp" : "jpg")"
    }

    private func drawSheet(_ recap: Recap, firstWeekday: Int, to path: String) throws {
        let photos = try site.database.read {
            try CalendarQueries.photos($0, of: recap.account, recap.month.range)
        }
        let names = (0..<7).map { String(MomentWords.weekdays[($0 + firstWeekday) % 7].prefix(3)) }
        let sheet = ContactSheet(
            title: MomentWords.month(recap.month), weekdays: names,
            lead: (recap.month.first.weekday - firstWeekday + 7) % 7, days: recap.month.days.count,
            photos: photos.map { .init(day: $0.day.date.day, name: $0.back) })
        guard let sheet else { throw Unwanted() }
        try uploads.processor.draw(sheet, from: uploads.store, to: path) { done in
            try reached(recap, done, of: photos.count)
        }
    }

    /// Deletes old recaps, and files without a row.
    func sweepRecaps(_ now: Timestamp) throws {
        try site.database.write { try RecapQueries.delete($0, before: now - Recap.life) }
        guard FileManager.default.fileExists(atPath: recapFolder) else { return }
        for name in try FolderEntries.names(in: recapFolder) {
            let file = String(name.prefix { $0 != "." })
            if try site.database.read({ try RecapQueries.recap($0, file: file) }) == nil { unlink(recapPath(name)) }
        }
    }

    /// Backups do not contain recaps; and others may have had the copy, with which they could read calendars.
    func restored(_ database: Writer) throws {
        try RecapQueries.deleteAll(database)
        try CalendarFeedQueries.deleteAll(database)
    }
}
