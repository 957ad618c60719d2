import Database
import Foundation
import Media
import Proximity
import TestTools
import Testing

@testable import App

/// Photos of zones, pictures of songs, and what a person heard last.
struct ZoneCoverTests {
    private let site: TestSite
    private let keeper: Visitor
    private let zone: ID<Zone>
    private static let place = (60.1840, 24.9500)

    init() throws {
        site = try TestSite.empty()
        keeper = try site.administrator()
        zone = try site.makeZone("Kallio", ZoneCoverTests.place.0, ZoneCoverTests.place.1, radius: 300)
    }

    private var stored: Zone {
        get throws { try #require(try site.app.site.database.read { try ZoneQueries.zone($0, zone) }) }
    }

    private var tracks: [ZoneTrack] {
        get throws {
            let id = try site.account("keeper")
            return try site.app.site.database.read { try ZoneTrackQueries.tracks($0, of: zone, for: id, site.now) }
        }
    }

    private func bring(_ files: [String]) throws {
        let path = ZonePaths.tracks(zone)
        let songs = try files.map {
            ("audio", $0, [UInt8](try Data(contentsOf: URL(filePath: FixtureFile.path($0)))))
        }
        try keeper.get(path).upload(path, songs, [("csrf", keeper.token)])
    }

    private func upload(_ bytes: [UInt8]) throws {
        try keeper.get(ZonePaths.edit(zone)).upload(
            ZonePaths.setCover(zone), "cover", file: bytes, named: "a.png", [("csrf", keeper.token)])
    }

    @Test func `a zone has one photo, which members see, and which goes with it`() throws {
        try upload(PictureTests.icon)
        keeper.sees("Saved.", "Another photo")
        let first = try #require(try stored.cover)
        let aino = try site.newAccount("aino_k")
        #expect(try aino.get("/zones/\(zone)").page.text.contains("/media/\(first.text)/large"))
        #expect(try aino.get("/zones").page.text.contains("/media/\(first.text)/small"))
        #expect(try aino.fetch("/media/\(first.text)/small").status == .ok)
        #expect(try Visitor(site).fetch("/media/\(first.text)/small").status == .seeOther)
        try upload(Array("no picture".utf8))
        keeper.gets(415).sees("JPEG, PNG")
        #expect(try stored.cover == first)
        try upload(PictureTests.icon)
        let second = try #require(try stored.cover)
        site.app.runJobs()
        #expect(second != first && site.storedNames == [second])
        // It belongs to the site, not to whoever brought it.
        let owner = try site.account("keeper")
        #expect(try site.app.site.database.read { try site.app.uploads.used($0, by: owner).count } == 0)
        try keeper.get(ZonePaths.edit(zone)).submit(ZonePaths.removeCover(zone)).sees("Photo removed.")
        site.app.runJobs()
        #expect(try stored.cover == nil && site.storedNames.isEmpty)
        try upload(PictureTests.icon)
        try keeper.get(ZonePaths.edit(zone)).submit(ZonePaths.delete(zone))
        site.app.runJobs()
        #expect(site.storedNames.isEmpty)
    }

    @Test func `a photo stays when whoever brought it leaves`() throws {
        _ = try site.administrator("other")
        try upload(PictureTests.icon)
        let cover = try #require(try stored.cover)
        try keeper.get("/settings/delete").fill("password", "long enough for me").submit("/settings/delete")
        site.app.runJobs([.prompt, .bulk])
        let aino = try site.newAccount("aino_k")
        #expect(try aino.fetch("/media/\(cover.text)/small").status == .ok)
        #expect(try aino.get("/zones/\(zone)").page.text.contains(cover.text))
    }

    @Test func `the picture in a song's file is shown with it`() throws {
        try bring(["song.mp3", "song.wav"])
        let tracks = try tracks
        #expect(tracks.map { $0.hasCover } == [true, false])
        let aino = try site.newAccount("aino_k")
        let cover = ZonePaths.cover(tracks[0].id, in: zone)
        #expect(try aino.get("/zones/\(zone)").page.text.contains(#"data-cover="\#(cover)/medium""#))
        for (path, status) in [
            ("\(cover)/small", 200), ("\(cover)/medium", 200), ("\(cover)/original", 404), ("\(cover)/huge", 404),
            ("\(ZonePaths.cover(tracks[1].id, in: zone))/small", 404),
        ] { #expect(try aino.fetch(path).status.rawValue == status) }
        #expect(try aino.fetch("\(cover)/small").headers["content-type"]?.hasPrefix("image/") == true)
    }

    @Test func `what somebody heard is in their own list, the newest first, and goes with them`() throws {
        try bring(["song.mp3", "song.wav"])
        let tracks = try tracks
        let (aino, mikko) = (try site.newAccount("aino_k"), try site.newAccount("mikko"))
        func played(_ track: ZoneTrack) throws {
            try aino.get("/zones/\(zone)").post(ZonePaths.played(track.id, in: zone), [("csrf", aino.token)])
                .isAt("/zones/\(zone)")
            site.wait(seconds: 60)
        }
        try played(tracks[0])
        try played(tracks[1])
        try played(tracks[0])
        func list(_ name: String) throws -> [ZoneTrack] {
            let id = try site.account(name)
            return try site.app.site.database.read { try ZoneTrackQueries.played($0, by: id, limit: 10, site.now) }
        }
        #expect(try list("aino_k").map { $0.id } == [tracks[0].id, tracks[1].id])
        try aino.get("/zones/favourites").sees("Recently played")
        try mikko.get("/zones/favourites").seesNot("Recently played")
        let other = try site.makeZone("Other", 61, 24, radius: 50)
        try aino.post(ZonePaths.played(tracks[0].id, in: other), [("csrf", aino.token)]).gets(404)
        let id = try site.account("aino_k")
        for number in 0..<(ZoneTrack.mostPlayed + 5) {
            try site.app.site.database.write { database in
                let media = try MediaName.unique(number)
                try database.execute(
                    """
                    INSERT INTO media (name, owner_id, purpose, kind, bytes, created_at)
                    VALUES (\(media), \(id), 'song', 'audio', 1, \(site.now))
                    """)
                let track = try database.newID(ZoneTrack.self)
                try database.execute(
                    """
                    INSERT INTO zone_track (id, zone_id, uploader_id, media, title, artist, album, file_name, seconds, position,
                      created_at) VALUES (\(track), \(zone), \(id), \(media), 'A', '', '', '', 1, 9, \(site.now))
                    """)
                try ZoneTrackQueries.markPlayed(database, track, by: id, site.now + Double(number))
            }
        }
        #expect(
            try site.app.site.database.read { try $0.value("SELECT count(*) FROM zone_play") } ?? -1
                == ZoneTrack.mostPlayed)
        try aino.get("/settings/delete").fill("password", "long enough for me").submit("/settings/delete")
        site.app.runJobs([.prompt, .bulk])
        #expect(try site.app.site.database.read { try $0.value("SELECT count(*) FROM zone_play") } ?? -1 == 0)
    }

    @Test func `who is in a zone sees it on the map's page`() throws {
        let aino = try site.newAccount("aino_k")
        try aino.get("/").seesNot("You are in Kallio")
        _ = try aino.walk(ZoneCoverTests.place.0, ZoneCoverTests.place.1)
        try aino.get("/").sees("You are in Kallio")
        site.wait(seconds: 3_600)
        try aino.get("/").seesNot("You are in Kallio")
    }
}

extension MediaName {
    /// A name like no other with this number.
    fileprivate static func unique(_ number: Int) throws -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        return String(repeating: "a", count: 24) + "\(letters[number / 26 % 26])\(letters[number % 26])"
    }
}
