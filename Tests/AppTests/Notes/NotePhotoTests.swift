import Foundation
import HTTP
import Media
import Proximity
import TestTools
import Testing

@testable import App

/// The photo of a note, from the form to its deletion.
struct NotePhotoTests {
    private static let place = DemoCast.Place.university.coordinate

    /// Sends the compose form of the current page with a file.
    private func send(
        _ visitor: Visitor, to action: String, file: [UInt8]?, fields: [(String, String)] = []
    ) throws {
        let form = try #require(visitor.page.forms.first { $0.action == "/notes" })
        let typed = fields.map { $0.0 }
        let all = form.fields.filter { !typed.contains($0.name) && $0.name != "photo" } + fields.map { ($0.0, $0.1) }
        let ordered = all.sorted { first, _ in first.name == "csrf" }
        if let file {
            try visitor.upload(action, field: "photo", file: file, named: "p.jpg", fields: ordered)
        } else {
            try visitor.post(action, ordered)
        }
    }

    private var written: [(String, String)] {
        [
            ("text", "Third window."), ("to", "mikko"), ("lat", "\(NotePhotoTests.place.latitude)"),
            ("lon", "\(NotePhotoTests.place.longitude)"),
        ]
    }

    /// The path of the photo on the current page.
    private func shown(_ visitor: Visitor, _ size: String = "medium") -> String? {
        visitor.page.text.firstMatch(of: try! Regex("/media/[a-z2-7]{26}/\(size)")).map { String($0.0) }
    }

    private func drafts(_ site: TestSite) throws -> Int? {
        try site.app.site.database.read { try $0.value("SELECT count(*) FROM media_draft") }
    }

    @Test func `the author sees a photo at once, and a friend after finding the note`() throws {
        let site = try TestSite.demo()
        let (aino, mikko, noor) = (try site.member("aino_k"), try site.member("mikko"), try site.member("noor_h"))
        try aino.get("/notes/new")
        try send(aino, to: "/notes", file: PictureTests.icon, fields: written)
        try aino.hasLeftANote()
        let small = try #require(shown(aino, "small"))
        let base = String(small.dropLast("/small".count))
        #expect(try drafts(site) == 0)
        for path in [small, base, base + "/large"] {
            #expect(try aino.fetch(path).status == .ok)
            #expect(try mikko.fetch(path).status == .notFound)
            #expect(try noor.fetch(path).status == .notFound)
        }
        try mikko.stand(at: NotePhotoTests.place).sees("note.found")
        #expect(try mikko.fetch(small).status == .ok)
        #expect(try noor.fetch(small).status == .notFound)
        // Unopened: the list does not show the content.
        try mikko.get("/archive")
        #expect(shown(mikko, "small") == nil)
        let note = try #require(mikko.page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" })
        try mikko.get(note).sees("Third window.")
        #expect(mikko.page.text.contains("alt=\"Photo by aino_k\"") && shown(mikko) != nil)
        try mikko.get("/archive")
        #expect(shown(mikko, "small") == small)
    }

    @Test func `a photo is deleted when nobody keeps the note any more`() throws {
        let site = try TestSite.demo()
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        try aino.get("/notes/new")
        try send(aino, to: "/notes", file: PictureTests.icon, fields: written)
        try aino.hasLeftANote()
        let small = try #require(shown(aino, "small"))
        try mikko.stand(at: NotePhotoTests.place)
        let note = try #require(
            mikko.get("/archive").page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" })
        try aino.get(note).submit("\(note)/delete")
        #expect(try aino.fetch(small).status == .notFound)
        #expect(try mikko.fetch(small).status == .ok)
        try mikko.get(note).submit("/archive/\(note.dropFirst("/notes/".count))/delete")
        #expect(try mikko.fetch(small).status == .notFound)
        site.wait(seconds: Flash.keepTime)
        for _ in 0..<2 { site.app.runJobs() }
        #expect(site.storedNames.isEmpty)
    }

    @Test func `a click on the map keeps the photo, another upload replaces it, a button removes it`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/notes/new")
        try send(aino, to: "/notes/new", file: PictureTests.icon, fields: written)
        let first = try #require(shown(aino))
        aino.gets(200).sees("Remove the photo", "Third window.")
        #expect(try aino.fetch(first).status == .ok)
        #expect(try site.member("mikko").fetch(first).status == .notFound)
        try send(aino, to: "/notes/new", file: nil, fields: [("pick.x", "100"), ("pick.y", "120")])
        #expect(shown(aino) == first)
        try send(aino, to: "/notes/new", file: PictureTests.icon)
        let second = try #require(shown(aino))
        #expect(first != second)
        #expect(try aino.fetch(first).status == .notFound)
        try send(aino, to: "/notes/new", file: nil, fields: [("photo_remove", "1")])
        #expect(shown(aino) == nil)
        site.app.runJobs()
        #expect(try drafts(site) == 0 && site.storedNames.isEmpty)
    }

    @Test func `a chosen photo stays when the form is refused and is used when it is corrected`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/notes/new")
        try send(aino, to: "/notes", file: PictureTests.icon, fields: written.filter { $0.0 != "text" })
        aino.gets(422).sees("Write a few words.", "Remove the photo")
        let kept = try #require(shown(aino))
        try send(aino, to: "/notes", file: nil, fields: [("text", "Now with words")])
        try aino.hasLeftANote().sees("Now with words")
        #expect(shown(aino, "small") == kept.replacing("medium", with: "small"))
    }

    @Test func `a refused file keeps the rest of the form and the earlier photo`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/notes/new")
        try send(aino, to: "/notes/new", file: PictureTests.icon, fields: written)
        let kept = try #require(shown(aino))
        for action in ["/notes/new", "/notes"] {
            try send(aino, to: action, file: Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8))
            aino.gets(415).sees("JPEG, PNG, WebP, GIF, AVIF, HEIC, BMP and TIFF", "Third window.")
            #expect(shown(aino) == kept)
        }
        try send(aino, to: "/notes", file: Array(PictureTests.icon.prefix(900)), fields: [("text", "")])
        aino.gets(422).sees("damaged", "Write a few words.")
        #expect(site.storedNames.count == 1)
    }

    @Test func `place and time of a photo are suggested, applied by a button, and never stored`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/notes/new")
        try send(aino, to: "/notes/new", file: FixtureFile.bytes("phone.jpg"), fields: [("text", "Ciao")])
        aino.gets(200).sees(
            "Taken 12 June 2024, 15:04", "Only you see this.", "Leave the note there", "Add the date to your words")
        let form = { try #require(aino.page.forms.first { $0.action == "/notes" }).fields }
        let origin = try #require(try form().first { $0.name == "photo_origin" }).value
        let place = try #require(PhotoOrigin(origin).place)
        let time = try #require(PhotoOrigin(origin).time)
        let traces = [Data(origin.utf8), bytes(place.latitude), bytes(place.longitude), bytes(time)]
        for trace in traces { #expect(!isStored(trace, site)) }
        // Nothing is filled in without a click on a suggestion.
        #expect(try form().allSatisfy { $0.name != "lat" || !$0.value.hasPrefix("41.") })
        try send(aino, to: "/notes/new", file: nil, fields: [("use", "place")])
        #expect(try form().contains { $0 == ("lat", CoordinateFormatter.degrees(place.latitude)) })
        #expect(try form().contains { $0 == ("lon", CoordinateFormatter.degrees(place.longitude)) })
        try send(aino, to: "/notes/new", file: nil, fields: [("use", "time")])
        #expect(
            aino.page.text.contains("Ciao\n12 June 2024, 15:04")
                && !aino.page.text.contains("Add the date to your words"))
        try send(aino, to: "/notes", file: nil, fields: [("to", "mikko")])
        try aino.hasLeftANote()
        // The place is now the note's and visible to its readers.
        #expect(traces.map { isStored($0, site) } == [false, true, true, false])
    }

    /// The number as SQLite stores it, without the last bits.
    private func bytes(_ degrees: Double) -> Data {
        withUnsafeBytes(of: degrees.bitPattern.bigEndian) { Data($0.prefix(6)) }
    }

    private func bytes(_ time: Timestamp) -> Data {
        withUnsafeBytes(of: time.milliseconds.bigEndian) { Data($0.suffix(6)) }
    }

    private func isStored(_ trace: Data, _ site: TestSite) -> Bool {
        ["cairn.sqlite", "cairn.sqlite-wal"].contains { name in
            FileManager.default.contents(atPath: "\(site.folder)/\(name)")?.range(of: trace) != nil
        }
    }

    @Test(
        arguments: [
            ("", false, false), ("x", false, false), ("1 2 3", false, false), ("91 0 1718193600000 utc", false, true),
            ("60 24 -1718193600000 utc", true, false), ("60 24 99999999999999 utc", true, false),
            ("60  24 1718193600000 utc", false, false),
            ("nan nan nan nan", false, false), ("60 24 1718193600000 local", true, true), ("60 24 5 utc", true, false),
        ])
    func `only the valid parts of a damaged photo origin are suggested`(text: String, hasPlace: Bool, hasTime: Bool) {
        let origin = PhotoOrigin(text)
        #expect((origin.place != nil) == hasPlace && (origin.time != nil) == hasTime)
        #expect(PhotoOrigin(origin.text) == origin)
    }

    @Test func `the time without a zone is the camera's, the time with a zone the viewer's`() {
        let helsinki = TimeZone(identifier: "Europe/Helsinki") ?? .gmt
        let noon = 1_718_193_600_000
        #expect(
            PhotoOrigin("  \(noon) local").timeWords(helsinki, now: TestSite.noon) == "12 June 2024, 12:00")
        #expect(PhotoOrigin("  \(noon) utc").timeWords(helsinki, now: TestSite.noon) == "12 June 2024, 15:00")
        #expect(PhotoOrigin("60 24  utc").timeWords(helsinki, now: TestSite.noon).isEmpty)
    }

    @Test func `drafts of others and missing drafts are not used`() throws {
        let site = try TestSite.demo()
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        try mikko.get("/notes/new")
        try send(mikko, to: "/notes/new", file: PictureTests.icon)
        let name = try #require(shown(mikko)?.split(separator: "/")[1])
        try aino.get("/notes/new")
        try send(aino, to: "/notes", file: nil, fields: written + [("photo_kept", String(name))])
        try aino.hasLeftANote()
        #expect(shown(aino, "small") == nil)
        try aino.get("/notes/new")
        try send(aino, to: "/notes/new", file: nil, fields: [("photo_kept", String(name)), ("photo_remove", "1")])
        #expect(try mikko.fetch("/media/\(name)").status == .ok)
    }

    @Test func `a draft is released after a day`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/notes/new")
        try send(aino, to: "/notes/new", file: PictureTests.icon)
        site.wait(seconds: MediaDraft.life - 60)
        site.sweep()
        #expect(site.storedNames.count == 1)
        site.wait(seconds: 120 + 300)
        site.sweep()
        site.app.runJobs()
        #expect(try drafts(site) == 0 && site.storedNames.isEmpty)
    }

    @Test func `a form sent twice creates one note with one photo`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/notes/new")
        let key = try #require(aino.page.forms.first { $0.action == "/notes" }?.fields.first { $0.name == "key" }).value
        for _ in 0..<2 {
            try send(aino, to: "/notes", file: PictureTests.icon, fields: written + [("key", key)])
            try aino.hasLeftANote()
            try aino.get("/notes/new")
        }
        #expect(site.storedNames.count == 1)
    }
}
