import Database
import Foundation
import HTTP
import Media
import Proximity
import TestTools
import Testing

@testable import App

/// A zone's songs: brought by administrators, heard and voted for.
struct ZoneSongTests {
    private let site: TestSite
    private let keeper: Visitor
    private let zone: ID<Zone>
    private static let place = (60.1840, 24.9500)
    private static let files = ["song.flac", "song.m4a", "song.mp3", "song.ogg", "song.opus", "song.wav"]

    init() throws {
        site = try TestSite.empty()
        keeper = try site.administrator()
        zone = try site.makeZone("Kallio", ZoneSongTests.place.0, ZoneSongTests.place.1, radius: 300)
    }

    private var tracks: [ZoneTrack] {
        get throws {
            let id = try site.account("keeper")
            // As they are for others at the next half hour.
            return try site.app.site.database.read {
                try ZoneTrackQueries.tracks($0, of: zone, for: id, isByHand: true, site.now + HalfHour.seconds)
            }
        }
    }

    private func bring(_ files: [String]) throws { try keeper.bring(files, to: zone) }

    private func audio(_ visitor: Visitor, _ track: ZoneTrack, _ fields: [(String, String)] = []) throws
        -> Response
    {
        try visitor.fetch(ZonePaths.audio(track.id, in: zone), fields)
    }

    @Test func `several songs are brought at once, with their tags, and are listed`() throws {
        try bring(ZoneSongTests.files)
        keeper.sees("\(CountWords.starting(ZoneSongTests.files.count, "song")) added.")
        let tracks = try tracks
        #expect(tracks.map { $0.fileName } == ZoneSongTests.files)
        #expect(tracks.allSatisfy { $0.preview != nil && $0.seconds > 0 && ZoneTrack.gains.contains($0.gain) })
        let aino = try site.newAccount("aino_k")
        try aino.get("/zones/\(zone)").sees(tracks[0].title, "From here you hear the first 30 seconds")
        #expect(aino.page.text.contains(#"data-votes="0""#))
        try keeper.get(ZonePaths.tracks(zone)).upload(
            ZonePaths.tracks(zone), "audio", file: Array("no song".utf8), named: "notes.txt"
        )
        .gets(415).sees("notes.txt")
        // A song that is deleted leaves no row and no file.
        let first = tracks[0]
        try keeper.get(ZonePaths.tracks(zone)).submit(ZonePaths.deleteTrack(first.id, in: zone)).sees(
            "\(first.title) is deleted.")
        site.app.runJobs()
        #expect(!FileManager.default.fileExists(atPath: site.app.uploads.store.path(first.media, .original)))
        #expect(!(try aino.get("/zones/\(zone)").page.text.contains("track-\(first.id)")))
    }

    @Test func `titles are cut as the database counts them, and a song without a length is not heard outside`() throws {
        let track = NewTrack(
            nil, seconds: nil, fileName: "C:\\x/a" + String(repeating: "e\u{301}", count: 400) + ".mp3")
        #expect(track.fileName.unicodeScalars.count == 255 && track.title.unicodeScalars.count <= 200)
        #expect(NewTrack(nil, seconds: nil, fileName: "").title == "Song")
        let media = try #require(MediaName(String(repeating: "a", count: 26)))
        for (seconds, isHeard) in [(0.0, false), (29, true), (31, false)] {
            let track = ZoneTrack(
                id: ID(rawValue: 1), zone: zone, media: media, preview: nil, title: "", artist: "", album: "",
                fileName: "",
                seconds: seconds, gain: 0, votes: 0, isVoted: false)
            #expect((track.outside != nil) == isHeard)
        }
    }

    @Test func `outside one hears the preview, inside the song, by ranges`() throws {
        try bring([ZoneSongTests.files[0]])
        let track = try #require(try tracks.first)
        let aino = try site.newAccount("aino_k")
        let preview = try audio(aino, track)
        let cut = try #require(track.preview).text
        #expect(preview.status == .ok && preview.headers["etag"] == "\"\(cut)\"")
        #expect(preview.headers["accept-ranges"] == "bytes")
        _ = try aino.walk(ZoneSongTests.place.0, ZoneSongTests.place.1)
        let whole = try audio(aino, track)
        #expect(whole.status == .ok && whole.headers["etag"] == "\"\(track.media.text)\"")
        let part = try audio(aino, track, [("Range", "bytes=10-19")])
        #expect(part.status == .partialContent && part.headers["content-range"]?.hasPrefix("bytes 10-19/") == true)
        // A phone that falls silent there hears on for a while; one that says that it is elsewhere does not.
        site.wait(seconds: 300)
        #expect(try audio(aino, track).headers["etag"] == whole.headers["etag"])
        site.wait(seconds: 400)
        #expect(try audio(aino, track).headers["etag"] == preview.headers["etag"])
        _ = try aino.walk(ZoneSongTests.place.0, ZoneSongTests.place.1)
        site.wait(seconds: 100)
        _ = try aino.walk(ZoneSongTests.place.0 + 0.01, ZoneSongTests.place.1)
        #expect(try audio(aino, track).headers["etag"] == preview.headers["etag"])
        // Songs are read at their own address alone.
        try aino.get("/media/\(track.media.text)").gets(404)
        #expect(try Visitor(site).fetch(ZonePaths.audio(track.id, in: zone)).status == .seeOther)
    }

    @Test func `one votes inside, once, and takes it back from anywhere`() throws {
        try bring([ZoneSongTests.files[0]])
        let track = try #require(try tracks.first)
        let (vote, unvote) = (ZonePaths.vote(track.id, in: zone), ZonePaths.unvote(track.id, in: zone))
        let aino = try site.newAccount("aino_k")
        try aino.get("/zones/\(zone)").press(vote).gets(422).sees("You vote where you are")
        // A typed place is none to vote from.
        try aino.report(["lat": "\(ZoneSongTests.place.0)", "lon": "\(ZoneSongTests.place.1)"])
        site.wait(seconds: 30)
        try aino.press(vote).gets(422)
        _ = try aino.walk(ZoneSongTests.place.0, ZoneSongTests.place.1)
        for _ in 0..<2 { try aino.press(vote).isAt("/zones/\(zone)") }
        #expect(try tracks[0].votes == 1)
        #expect(aino.page.text.contains(#"data-votes="1""#))
        try aino.get("/zones/favourites").sees(track.title, "Top of the week")
        let other = try site.makeZone("Other", 61, 24, radius: 50)
        try aino.press(ZonePaths.vote(track.id, in: other)).gets(404)
        site.wait(seconds: 7_200)
        for _ in 0..<2 { try aino.get("/zones/\(zone)").press(unvote).isAt("/zones/\(zone)") }
        #expect(try tracks[0].votes == 0)
        try aino.get("/zones/favourites").sees("No favourites yet")
    }

    @Test func `a vote counts for others from the next half hour on, wherever it shows`() throws {
        try bring([ZoneSongTests.files[0], ZoneSongTests.files[1]])
        let track = try #require(try tracks.last)
        // A moment after a half hour.
        site.wait(seconds: HalfHour.next(after: site.now).seconds(since: site.now) + 1)
        let (aino, mikko) = (try site.newAccount("aino_k"), try site.newAccount("mikko"))
        func pages() throws -> [String] {
            try ["/zones/\(zone)", "/zones/favourites"].map { path in
                try mikko.get(path).page.text.replacing(/value="[^"]*"/, with: "")
            } + [keeper.get(ZonePaths.tracks(zone)).page.text.replacing(/value="[^"]*"/, with: "")]
        }
        let before = try pages()
        _ = try aino.walk(ZoneSongTests.place.0, ZoneSongTests.place.1)
        try aino.get("/zones/\(zone)").press(ZonePaths.vote(track.id, in: zone)).isAt("/zones/\(zone)")
        #expect(aino.page.text.contains(#"data-votes="1""#))
        try aino.get("/zones/favourites").sees("Top of the week")
        #expect(try pages() == before)
        site.wait(seconds: 1_790)
        #expect(try pages() == before)
        site.wait(seconds: 10)
        #expect(try mikko.get("/zones/\(zone)").page.text.contains(#"data-votes="1""#))
        try mikko.get("/zones/favourites").sees("Top of the week")
        try keeper.get(ZonePaths.tracks(zone)).sees("one vote")
    }

    @Test func `the votes of two hundred at once are counted each`() throws {
        try bring([ZoneSongTests.files[0]])
        let path = ZonePaths.vote(try #require(try tracks.first).id, in: zone)
        try site.app.site.database.write { database in
            for number in 0..<200 {
                let account = try database.newID(Account.self)
                try database.execute(
                    """
                    INSERT INTO account (id, username, username_folded, password, time_zone, units, theme, retention_h,
                      receipts, created_at)
                    SELECT \(account), \("voter\(number)"), \("voter\(number)"), password, time_zone, units, theme, retention_h,
                      receipts, created_at FROM account LIMIT 1
                    """)
                let hash = TokenHash.of("voter\(number)")
                _ = try AccountQueries.insertSession(database, account, hash, agent: "", site.now)
            }
        }
        let cookie = site.app.site.cookies.session
        // Each person alone uses their visitor.
        nonisolated(unsafe) let voters = try (0..<200).map { number in
            let voter = try Visitor(site, cookies: [cookie: "voter\(number)"]).get("/zones/\(zone)")
            _ = try voter.walk(ZoneSongTests.place.0, ZoneSongTests.place.1)
            return voter
        }
        DispatchQueue.concurrentPerform(iterations: voters.count) { number in
            for _ in 0..<2 { _ = try? voters[number].post(path, [("csrf", voters[number].token)]) }
        }
        #expect(voters.allSatisfy { $0.page.status == 200 })
        #expect(try tracks[0].votes == 200)
    }

    @Test(.needsSharedData) func `real music is heard with its tags or refused in words, real playlists order it`()
        throws
    {
        let path = ZonePaths.tracks(zone)
        var kept: [String] = []
        for name in SharedData.files(below: "audio").sorted() {
            let file = String(name.split(separator: "/").last ?? "")
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: SharedData.path("audio/\(name)"))))
            site.wait(seconds: 60)
            guard !name.hasPrefix("playlists/") else {
                try keeper.get(path).upload(ZonePaths.order(zone), "list", file: bytes, named: file)
                // The .asx is none of the formats; others may be empty.
                #expect([200, 422].contains(keeper.page.status), "\(name): \(keeper.page.status)")
                continue
            }
            try keeper.get(path).upload(path, "audio", file: bytes, named: file)
            if keeper.page.status == 200 { kept.append(file) } else { keeper.sees(file.prefix(60).description) }
            #expect([200, 413, 415, 422].contains(keeper.page.status), "\(name): \(keeper.page.status)")
        }
        site.app.runJobs([.long, .transcoding])
        let tracks = try tracks
        #expect(Set(tracks.map { $0.fileName }) == Set(kept) && kept.count > 20)
        #expect(tracks.allSatisfy { $0.preview != nil && ZoneTrack.gains.contains($0.gain) && !$0.title.isEmpty })
        #expect(tracks.contains { $0.hasCover } && tracks.contains { !$0.artist.isEmpty && !$0.album.isEmpty })
        _ = try keeper.walk(ZoneSongTests.place.0, ZoneSongTests.place.1)
        for track in tracks {
            let part = try audio(keeper, track, [("Range", "bytes=0-1")])
            #expect(part.status == .partialContent, "\(track.fileName)")
        }
    }

    @Test func `songs are put in order by buttons and by a playlist, and renamed`() throws {
        try bring(ZoneSongTests.files)
        let path = ZonePaths.order(zone)
        let ids = try tracks.map { $0.id }
        try keeper.get(ZonePaths.tracks(zone)).post(path, [("csrf", keeper.token), ("down", "\(ids[0])")])
        #expect(try tracks.map { $0.id } == [ids[1], ids[0]] + ids.dropFirst(2))
        let list =
            "#EXTM3U\nhttp://127.0.0.1:9/x/\(ZoneSongTests.files[0])\n../\(ZoneSongTests.files[1].uppercased())\nmissing.mp3\n"
        try keeper.get(ZonePaths.tracks(zone)).upload(path, "list", file: Array(list.utf8), named: "a.m3u")
            .sees("The order is saved.", "missing.mp3")
        #expect(try tracks.map { $0.id } == ids)
        try keeper.get(ZonePaths.tracks(zone)).upload(path, "list", file: Array("#EXTM3U".utf8), named: "a.m3u")
            .gets(422).sees("The playlist names no file.")
        let edit = ZonePaths.editTrack(ids[0], in: zone)
        try keeper.get(ZonePaths.tracks(zone)).fill("title", " Winter  harbour ").fill("artist", "Aino").submit(edit)
            .sees("Winter harbour")
        try keeper.get(ZonePaths.tracks(zone)).fill("title", "").submit(edit).gets(422).sees("Give the song a title.")
        let aino = try site.newAccount("aino_k")
        try aino.get("/zones/\(zone)?q=harb").sees("Winter harbour")
        try aino.get("/zones/\(zone)?q=nothing").seesNot("Winter harbour").sees("No song here is called that.")
    }

    @Test func `who leaves takes their votes with them, and the songs stay`() throws {
        try bring([ZoneSongTests.files[0]])
        let track = try #require(try tracks.first)
        let aino = try site.newAccount("aino_k")
        _ = try aino.walk(ZoneSongTests.place.0, ZoneSongTests.place.1)
        try aino.get("/zones/\(zone)").press(ZonePaths.vote(track.id, in: zone))
        #expect(try tracks[0].votes == 1)
        try aino.get("/settings/delete").fill("password", "long enough for me").submit("/settings/delete")
        site.app.runJobs([.prompt, .bulk])
        #expect(try tracks[0].votes == 0)
    }
}
