import Database
import Foundation
import HTTP
import Media
import Proximity
import Testing

@testable import App

/// The form that leaves a relic: each wrong field, its file over mistakes, and what is stored of it.
struct RelicComposeTests {
    private static let place = DemoCast.Place.university.coordinate

    private func form(_ visitor: Visitor) throws -> [(name: String, value: String)] {
        try #require(visitor.page.forms.first { $0.action == "/relics" }).fields
    }

    private func values(_ visitor: Visitor, _ name: String) throws -> [String] {
        try form(visitor).filter { $0.name == name }.map { $0.value }
    }

    /// Sends the form of the current page, with a file as its last part.
    private func send(
        _ visitor: Visitor, to action: String = "/relics", file: [UInt8]? = nil, fields: [(String, String)] = []
    ) throws {
        let typed = fields.map { $0.0 } + ["media"]
        let all = try form(visitor).filter { !typed.contains($0.name) } + fields.map { (name: $0.0, value: $0.1) }
        let ordered = all.sorted { first, second in first.name == "csrf" && second.name != "csrf" }
        if let file {
            try visitor.upload(action, field: "media", file: file, named: "p.jpg", fields: ordered)
        } else {
            try visitor.post(action, ordered)
        }
    }

    private var written: [(String, String)] {
        [("lat", "\(RelicComposeTests.place.latitude)"), ("lon", "\(RelicComposeTests.place.longitude)")]
    }

    private func shown(_ visitor: Visitor) -> String? {
        visitor.page.text.firstMatch(of: #/media/[a-z2-7]{26}/medium/#).map { "/\($0.0)" }
    }

    /// A relic as it is stored.
    private struct Stored {
        let kind: String
        let description: String
        let radius: Double
        let lifetime: String
        let audience: String
        let password: String?
        let appearsIn: Double
    }

    private func stored(_ site: TestSite, of name: String = "aino_k") throws -> [Stored] {
        let maker = try site.account(name)
        return try site.app.site.database.read { database in
            try database.all("SELECT * FROM relic WHERE maker_id = \(maker) AND submission NOT LIKE 'demo%'") { row in
                let (created, appears): (Timestamp, Timestamp) = (try row["created_at"], try row["appears_at"])
                return Stored(
                    kind: try row["kind"], description: try row["description"], radius: try row["radius_m"],
                    lifetime: try row["lifetime"], audience: try row["audience"], password: try row["password"],
                    appearsIn: appears.seconds(since: created))
            }
        }
    }

    /// A site whose people have left nothing yet, with somebody at its empty form.
    private func begin() throws -> (TestSite, Visitor) {
        let site = try TestSite.empty()
        let aino = try site.newAccount("aino_k")
        return (site, try aino.get("/relics/new").gets(200))
    }

    @Test func `a file and a place are enough`() throws {
        let (site, aino) = try begin()
        try send(aino, file: PictureTests.icon, fields: written)
        let relic = try #require(try stored(site).first)
        #expect(relic.kind == "photo" && relic.radius == 50 && relic.lifetime == "1d" && relic.audience == "everyone")
        #expect(relic.password == nil && relic.description.isEmpty && relic.appearsIn == 0)
        #expect(aino.page.path.hasPrefix("/relics/"))
        let drafts: Int? = try site.app.site.database.read { try $0.value("SELECT count(*) FROM media_draft") }
        #expect(drafts == 0 && site.storedNames.count == 1)
    }

    @Test func `everything that is chosen is stored, the password as its hash`() throws {
        let (site, aino) = try begin()
        let fields = [
            ("description", " It froze\r\nlast night. "), ("radius_m", "150"), ("lifetime", "forever"),
            ("audience", "friends"), ("password", "icicle "), ("appears", "later"),
        ]
        try send(aino, file: PictureTests.icon, fields: written + fields)
        let relic = try #require(try stored(site).first)
        #expect(relic.description == "It froze\nlast night." && relic.radius == 150 && relic.lifetime == "forever")
        #expect(relic.audience == "friends" && (Relic.delay...Relic.delay + HalfHour.seconds).contains(relic.appearsIn))
        let hash = try #require(relic.password.flatMap { PasswordHash($0) })
        #expect(try hash.matches("icicle") && !hash.matches("icicle "))
        #expect(try !site.everythingStored().values.joined().contains { $0.contains("icicle") })
    }

    @Test(
        arguments: [
            ("radius_m", "4.9", "2 km"), ("radius_m", "2000.1", "2 km"), ("radius_m", "nan", "2 km"),
            ("description", String(repeating: "é", count: 2_001), "2,000"), ("lifetime", "2d", "how long"),
            ("audience", "nobody", "who may"), ("password", String(repeating: "ä", count: 101), "200"),
            ("lat", "91", "90"), ("lon", "x", "longitude"), ("key", String(repeating: "k", count: 65), "incomplete"),
        ])
    func `each wrong field is refused in words, and the file stays`(
        _ field: String, value: String, words: String
    ) throws {
        let (site, aino) = try begin()
        try send(aino, file: PictureTests.icon, fields: written.filter { $0.0 != field } + [(field, value)])
        aino.gets(422).sees(words)
        let kept = try #require(shown(aino))
        #expect(try aino.fetch(kept).status == .ok && stored(site).isEmpty)
        // Corrected, it takes the same file.
        try send(
            aino, file: nil, fields: written + ["radius_m", "description", "lifetime", "audience"].map { ($0, "") })
        let relic = try #require(try stored(site).first)
        #expect(relic.radius == 50 && relic.lifetime == "1d" && relic.audience == "everyone")
        #expect(site.storedNames.count == 1)
    }

    @Test func `without a file or a place nothing is left`() throws {
        let (site, aino) = try begin()
        try send(aino, file: nil, fields: written + [("password", "icicle")])
        aino.gets(422).sees("Choose a photo, a video or a sound.", "Type the password again")
        #expect(!aino.page.text.contains("icicle"))
        try send(aino, file: PictureTests.icon, fields: [("lat", ""), ("lon", "")])
        aino.gets(422).sees("Choose a place")
        try send(aino, file: Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), fields: written)
        aino.gets(415).sees("MP4, MOV", "FLAC")
        try send(aino, file: nil, fields: written + [("media_remove", "1")])
        aino.gets(422).sees("Choose a photo, a video or a sound.")
        #expect(try stored(site).isEmpty)
    }

    @Test func `a form sent twice leaves one relic`() throws {
        let (site, aino) = try begin()
        let key = try #require(try values(aino, "key").first)
        try send(aino, file: PictureTests.icon, fields: written)
        let first = aino.page.path
        try aino.get("/relics/new")
        try send(aino, file: PictureTests.icon, fields: written + [("key", key)])
        #expect(aino.page.path == first)
        #expect(try stored(site).count == 1 && site.storedNames.count == 1)
    }

    @Test func `a preview keeps every field but the password, and leaves nothing`() throws {
        let (site, aino) = try begin()
        let fields = [
            ("description", "It froze."), ("radius_m", "150"), ("lifetime", "1w"), ("audience", "friends"),
            ("appears", "1"),
        ]
        try send(aino, to: "/relics/new", file: PictureTests.icon, fields: written + fields + [("password", "icicle")])
        aino.gets(200).sees("Type the password again", "Remove the file")
        for (name, value) in written + fields { #expect(try values(aino, name).contains(value), "\(name)") }
        #expect(try values(aino, "password") == [""])
        let kept = try #require(shown(aino))
        // Only its owner reads it, until it is left.
        #expect(try site.newAccount("mikko").fetch(kept).status == .notFound)
        try send(aino, to: "/relics/new", file: nil, fields: [("pick.x", "10"), ("pick.y", "10")])
        #expect(shown(aino) == kept)
        #expect(try values(aino, "lat") != ["\(RelicComposeTests.place.latitude)"])
        try send(aino, to: "/relics/new", file: nil, fields: [("place", "60.2, 24.9"), ("search", "1")])
        #expect(try values(aino, "lat") == ["60.2"])
        try send(aino, to: "/relics/new", file: nil, fields: [("media_remove", "1")])
        #expect(shown(aino) == nil)
        #expect(try stored(site).isEmpty)
    }

    @Test func `of several inputs with one name the one with a file counts`() throws {
        let (site, aino) = try begin()
        var fields = try form(aino).filter { !["media", "lat", "lon"].contains($0.name) }
        // An empty file after the last field, which `upload` writes as it is, before the one that counts.
        let empty = "\r\n--cut\r\nContent-Disposition: form-data; name=\"media\"; filename=\"empty.jpg\"\r\n\r\n"
        fields += [written[0], (written[1].0, written[1].1 + empty)].map { (name: $0.0, value: $0.1) }
        try aino.upload("/relics", field: "media", file: PictureTests.icon, named: "p.png", fields: fields)
        #expect(try stored(site).count == 1)
    }

    @Test func `an address names the place where the form begins`() throws {
        let (_, aino) = try begin()
        try aino.get("/relics/new?lat=60.2&lon=24.9").gets(200)
        #expect(try values(aino, "lat") == ["60.2"] && values(aino, "map_lat") == ["60.2"])
        for nonsense in ["?lat=91&lon=0", "?lat=x", "?lon=24"] {
            try aino.get("/relics/new\(nonsense)").gets(200)
            #expect(try values(aino, "lat") == [""])
        }
    }

    @Test func `both forms lead to each other, and every page offers them`() throws {
        let aino = try TestSite.demo().member("aino_k")
        for (path, other) in [("/notes/new", "/relics/new"), ("/relics/new", "/notes/new")] {
            try aino.get(path)
            #expect(aino.page.text.contains("href=\"\(path)\" aria-current=\"page\""))
            #expect(aino.page.links.contains(other))
        }
        try aino.get("/archive")
        #expect(aino.page.text.contains("data-drop-sheet"))
    }

    @Test func `the form says what others learn, and offers to appear later`() throws {
        let (_, aino) = try begin()
        aino.sees("Others see roughly how old it is", "Show it an hour later")
        #expect(aino.page.text.contains("capture=\"environment\""))
        #expect(aino.page.text.contains("data-record-for=\"media\""))
    }
}
