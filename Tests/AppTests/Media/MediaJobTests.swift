import Database
import Foundation
import HTTP
import Logging
import Media
import Proximity
import Synchronization
import TestTools
import Testing

@testable import App

/// Jobs on media (deleting, sweeping, transcoding), and the place of an upload in the queue.
struct MediaJobTests {
    private func jobs(_ site: TestSite, _ door: MediaFeature) -> Jobs {
        Jobs(
            database: site.app.site.database, kinds: door.jobKinds,
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private func upload(_ site: TestSite, _ name: String, _ bytes: [UInt8]) throws -> UploadedFile {
        let path = "\(site.folder)/\(name)"
        try Data(bytes).write(to: URL(filePath: path))
        return UploadedFile(
            fieldName: "f", fileName: name, contentType: "x/y", file: TemporaryFile(path: path, byteCount: bytes.count))
    }

    /// Makes files old enough to be swept.
    private func age(_ site: TestSite, _ name: MediaName) {
        for size in MediaSize.allCases {
            let path = site.app.uploads.store.path(name, size)
            let time = timeval(tv_sec: Int(site.now.milliseconds / 1_000) - 3_700, tv_usec: 0)
            _ = utimes(path, [time, time])
        }
    }

    @Test func `files without a row are swept after an hour, others are not`() throws {
        let site = try TestSite.empty()
        _ = try site.newAccount("kaisa_l")
        let uploads = site.app.uploads
        let owner = try site.account("kaisa_l")
        // Left by a process killed between writing the files and the row.
        let orphan = try uploads.store.store(uploads.take(upload(site, "a.png", PictureTests.icon), asOneOf: [.photo]))
        let young = try uploads.store.store(uploads.take(upload(site, "b.png", PictureTests.icon), asOneOf: [.photo]))
        let kept = try uploads.keep(
            uploads.take(upload(site, "c.png", PictureTests.icon), asOneOf: [.photo]), of: owner, site.now
        ) { _, _ in }
        let now = timeval(tv_sec: Int(site.now.milliseconds / 1_000), tv_usec: 0)
        for size in MediaSize.allCases { _ = utimes(uploads.store.path(young, size), [now, now]) }
        age(site, orphan)
        age(site, kept)
        let media = MediaFeature(site: site.app.site, uploads: uploads)
        try media.sweep(site.now)
        #expect(Set(site.storedNames) == [young, kept])
    }

    @Test func `rows without files are logged`() throws {
        let site = try TestSite.empty()
        _ = try site.newAccount("kaisa_l")
        let uploads = site.app.uploads
        let kept = try uploads.keep(
            uploads.take(upload(site, "c.png", PictureTests.icon), asOneOf: [.photo]), of: site.account("kaisa_l"),
            site.now
        ) { _, _ in }
        let media = MediaFeature(site: site.app.site, uploads: uploads)
        site.wait(seconds: 3_700)
        #expect(try media.missingFiles(before: site.now) == [])
        unlink(uploads.store.path(kept, .small))
        #expect(try media.missingFiles(before: site.now) == ["\(kept)/small"])
    }

    @Test func `request bodies left by a killed process are swept`() throws {
        let site = try TestSite.empty()
        let uploads = site.app.uploads
        try FileManager.default.createDirectory(atPath: uploads.arrivals, withIntermediateDirectories: true)
        let path = uploads.arrivals + "/upload-x"
        for (seconds, isLeft) in [(0, true), (-3_700, false)] {
            try Data([1]).write(to: URL(filePath: path))
            let time = timeval(tv_sec: Int(site.now.milliseconds / 1_000) + seconds, tv_usec: 0)
            _ = utimes(path, [time, time])
            try MediaFeature(site: site.app.site, uploads: uploads).sweep(site.now)
            #expect(FileManager.default.fileExists(atPath: path) == isLeft)
        }
    }

    @Test func `a clip that not every browser plays is transcoded under a new name`() throws {
        let site = try TestSite.empty()
        _ = try site.newAccount("kaisa_l")
        let owner = try site.account("kaisa_l")
        let uploads = site.app.uploads
        let film = "\(site.folder)/film.mp4"
        try Tool.run(
            "/usr/bin/ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "testsrc=s=320x240:d=1", "-c:v", "mpeg4", film])
        let bytes = Array(try Data(contentsOf: URL(filePath: film)))
        let prepared = try uploads.take(upload(site, "film2.mp4", bytes), asOneOf: [.clip])
        #expect(prepared.needsTranscoding)
        let old = try uploads.keep(prepared, of: owner, site.now) { database, name in
            try MediaFeature.requestTranscoding(database, name, for: owner, site.now)
        }
        let shown = ShownFilm(old)
        site.app.site.features.register([shown])
        let media = MediaFeature(site: site.app.site, uploads: uploads)
        try jobs(site, media).run { site.now }
        let new = shown.name.withLock { $0 }
        #expect(new != old && site.storedNames == [new])
        let type = try site.app.site.database.read { try MediaQueries.contentType($0, new, .original) }
        #expect(type == "video/mp4")
        // If the thing that shows the clip is deleted meanwhile, nothing is left.
        try site.app.site.database.write { try MediaFeature.requestTranscoding($0, new, for: owner, site.now) }
        site.app.site.features.clear()
        try jobs(site, media).run { site.now }
        #expect(site.storedNames == [new])
    }

    @Test func `each refusal of an upload has its status, and a full queue a time to retry`() throws {
        let busy = Uploads.failure(.busy)
        #expect(busy.status == .serviceUnavailable && busy.retryAfter == 60)
        let answer = busy.answer(.html("form"))
        #expect(answer.status == .serviceUnavailable && answer.headers["Retry-After"] == "60")
        #expect(Uploads.failure(.notAccepted([.avatar])).status == .unsupportedMediaType)
        #expect(Uploads.failure(.undecodable(.clip)).status == .unsupportedMediaType)
        #expect(Uploads.failure(.tooLarge(.bytes(1_000_000))).status == .contentTooLarge)
        #expect(Uploads.failure(.tooLarge(.pixels(100))).status == .unprocessableContent)
        #expect(Uploads.failure(.tooHard(.photo)).status == .unprocessableContent)
    }

    @Test func `an upload can be looked up by its id while it is in progress`() throws {
        let site = try TestSite.empty()
        let kaisa = try site.newAccount("kaisa_l")
        let desk = site.app.uploads.uploadQueue
        desk.with("word", owner: "1") { ticket in
            #expect(desk["word"] === ticket)
            desk.with("word", owner: "1") { #expect($0 !== ticket) }
            #expect(desk["word"] === ticket)
        }
        #expect(desk["word"] == nil)
        try kaisa.get("/uploads/word", accept: "application/json").gets(200)
        #expect(kaisa.page.text == "{\"before\":null}")
    }

    @Test func `each process works in its own folder and deletes those of dead processes`() throws {
        let site = try TestSite.empty()
        let parent = "\(site.folder)/work"
        let living = try FileManager.default.contentsOfDirectory(atPath: parent)
        mkdir("\(parent)/dead", 0o700)
        try Data().write(to: URL(filePath: "\(parent)/dead.lock"))
        do { _ = try ProcessWorkDirectory(in: parent, randomBytes: site.app.site.environment.randomBytes) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: parent).sorted() == living.sorted())
    }
}

/// A feature that shows one clip to nobody.
private final class ShownFilm: MediaAccess {
    let name: Mutex<MediaName>

    init(_ name: MediaName) { self.name = Mutex(name) }

    let routes: [Route] = []

    func mayRead(_ database: Reader, _ name: MediaName, _ viewer: Viewer) throws -> Bool { false }

    func replace(_ database: Writer, _ old: MediaName, with new: MediaName) throws -> Bool {
        name.withLock { name in
            guard name == old else { return false }
            name = new
            return true
        }
    }
}
