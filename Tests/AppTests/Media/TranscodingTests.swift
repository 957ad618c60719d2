import Database
import Foundation
import HTTP
import Media
import Proximity
import TestTools
import Testing

@testable import App

/// What not every browser plays, from the draft of a form to the relic that shows it; and players that ask for parts.
struct TranscodingTests {
    private let site: TestSite
    private let kaisa: Visitor
    private let maker: ID<Account>

    init() throws {
        site = try TestSite.empty()
        kaisa = try site.newAccount("kaisa_l")
        maker = try site.account("kaisa_l")
    }

    /// Keeps a file that ffmpeg makes as the draft of a form.
    private func draft(_ name: String, _ options: String..., as use: MediaUse) throws -> MediaName {
        let path = "\(site.folder)/\(name)"
        try Tool.run("/usr/bin/ffmpeg", ["-v", "error", "-f", "lavfi", "-i"] + options + [path])
        let size = try Data(contentsOf: URL(filePath: path)).count
        let file = UploadedFile(
            fieldName: "media", fileName: name, contentType: "", file: TemporaryFile(path: path, byteCount: size))
        let prepared = try site.app.uploads.take(file, asOneOf: [use])
        return try site.app.uploads.keepDraft(prepared, of: maker, for: Relics.draftPurpose, site.now)
    }

    private func leave(_ media: MediaName) throws -> ID<Relic> {
        let place = try #require(Coordinate(latitude: 60.17, longitude: 24.94))
        return try site.app.relics.create(
            NewRelic(media: media, kind: .video, coordinate: place, submission: "\(media)"), from: maker, zone: .gmt,
            site.now)
    }

    private func media(_ relic: ID<Relic>) throws -> MediaName {
        let open = try site.app.site.database.read { try RelicQueries.open($0, relic, to: maker, site.now) }
        return try #require(open).media
    }

    /// Leaves of a stored file what a damaged disk may leave.
    private func damage(_ name: MediaName) throws {
        let path = URL(filePath: site.app.uploads.store.path(name, .original))
        try Data(contentsOf: path).prefix(64).write(to: path, options: .atomic)
    }

    private func type(_ name: MediaName) throws -> String? {
        try site.app.site.database.read { try MediaQueries.contentType($0, name, .original) }
    }

    @Test func `a video of a phone keeps its name in the form, is shown at once and soon plays everywhere`() throws {
        let film = try draft("film.mov", "testsrc=s=160x120:d=1", "-c:v", "mpeg4", as: .clip)
        // While the form is open nothing happens to it.
        site.wait(seconds: 3_600)
        site.app.runJobs(JobLane.allCases)
        #expect(try type(film) == "video/quicktime")
        let relic = try leave(film)
        #expect(try media(relic) == film)
        // The second time removes the files that the first has replaced.
        for _ in 1...2 { site.app.runJobs(JobLane.allCases) }
        let playable = try media(relic)
        #expect(try playable != film && type(playable) == "video/mp4" && type(film) == nil)
        #expect(site.storedNames == [playable])
    }

    @Test func `a video that cannot be transcoded says so on its page, and is not tried again`() throws {
        let film = try draft("film.mov", "testsrc=s=160x120:d=1", "-c:v", "mpeg4", as: .clip)
        let relic = try leave(film)
        let words = "This video could not be made ready for every browser. Download it to play it."
        try kaisa.get(RelicPaths.relic(relic)).gets(200).seesNot(words)
        try damage(film)
        site.app.runJobs([.transcoding])
        try kaisa.get(RelicPaths.relic(relic)).gets(200).sees(words)
        let jobs = try site.app.site.database.read {
            try $0.value("SELECT count(*) FROM job WHERE kind = 'media.transcode'", as: Int.self)
        }
        #expect(try jobs == 0 && media(relic) == film)
    }

    @Test func `a song that cannot be transcoded is marked among those of its zone`() throws {
        let keeper = try site.administrator()
        let zone = try site.makeZone("Kallio", 60.18, 24.95, radius: 300)
        let song = "\(site.folder)/song.m4a"
        try Tool.run("/usr/bin/ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=d=1", "-c:a", "alac", song])
        let bytes = Array(try Data(contentsOf: URL(filePath: song)))
        let path = ZonePaths.tracks(zone)
        let words = "could not be made ready for every browser"
        try keeper.get(path).upload(path, "audio", file: bytes, named: "song.m4a").gets(200).seesNot(words)
        try damage(try #require(site.storedNames.first))
        site.app.runJobs([.transcoding])
        try keeper.get(path).sees(words)
    }

    @Test func `a draft that nobody leaves is not transcoded`() throws {
        let film = try draft("film.mov", "testsrc=s=160x120:d=1", "-c:v", "mpeg4", as: .clip)
        site.wait(seconds: 86_401)
        site.app.runJobs(JobLane.allCases)
        #expect(site.storedNames == [film])
        try site.app.uploads.sweepDrafts(site.now)
        site.wait(seconds: 86_401)
        for _ in 1...2 { site.app.runJobs(JobLane.allCases) }
        #expect(site.storedNames.isEmpty)
    }

    @Test func `players get the parts that they ask for`() throws {
        let sound = try draft("sound.wav", "sine=d=1", as: .song)
        let bytes = Array(try Data(contentsOf: URL(filePath: site.app.uploads.store.path(sound, .original))))
        func ask(_ fields: (String, String)...) throws -> (Response, Range<Int>?) {
            let answer = try kaisa.fetch("/media/\(sound)", fields)
            guard case .file(_, let offset, let count) = answer.body else { return (answer, nil) }
            return (answer, offset..<offset + count)
        }
        let (whole, _) = try ask()
        #expect(whole.status == .ok && whole.headers["Accept-Ranges"] == "bytes")
        #expect(whole.headers["Content-Security-Policy"]?.contains("sandbox") == true)
        // Safari first asks for two bytes.
        let size = bytes.count
        let parts: [(String, Range<Int>)] = [
            ("0-1", 0..<2), ("0-", 0..<size), ("100-199", 100..<200), ("-44", size - 44..<size),
            ("\(size - 1)-\(size + 9)", size - 1..<size),
        ]
        for (asked, expected) in parts {
            let (answer, range) = try ask(("Range", "bytes=\(asked)"))
            #expect(answer.status == .partialContent && range == expected, "\(asked)")
            let said = "bytes \(expected.lowerBound)-\(expected.upperBound - 1)/\(size)"
            #expect(answer.headers["Content-Range"] == said && answer.headers["Content-Type"] == "audio/wav")
        }
        let (behind, _) = try ask(("Range", "bytes=\(size)-"))
        #expect(behind.status == .rangeNotSatisfiable && behind.headers["Content-Range"] == "bytes */\(size)")
        // Several parts at once are answered with the whole.
        #expect(try ask(("Range", "bytes=0-1,5-6")).0.status == .ok)
        let tag = try #require(whole.headers["ETag"])
        #expect(try ask(("Range", "bytes=0-1"), ("If-Range", tag)).0.status == .partialContent)
        #expect(try ask(("Range", "bytes=0-1"), ("If-Range", "\"other\"")).0.status == .ok)
        #expect(try ask(("If-None-Match", tag)).0.status == .notModified)
    }
}
