import Foundation
import Proximity
import Testing

@testable import App

struct NoteTests {
    private let place = DemoCast.Place.university.coordinate

    private func fields(_ visitor: Visitor, _ change: [String: String?] = [:]) throws -> [(name: String, value: String)]
    {
        var fields: [String: String] = [
            "csrf": try visitor.get("/notes/new").token, "text": "hello", "to": "mikko", "lat": "60.17", "lon": "24.94",
            "key": UUID().uuidString,
        ]
        for (name, value) in change { fields[name] = value }
        return fields.map { (name: $0.key, value: $0.value) }
    }

    private func count(_ site: TestSite) throws -> Int? {
        try site.app.site.database.read { try $0.value("SELECT count(*) FROM note") }
    }

    @Test(
        arguments: [
            (["text": ""], "Write a few words."), (["text": " \n "], "Write a few words."),
            (["text": nil], "Write a few words."),
            (["text": String(repeating: "å", count: 2_001)], "2,000 characters at most"),
            (["to": nil], "at least one friend"),
            (["to": "ville"], "ville is not among your friends"),
            (["to": "no_such_one"], "no_such_one is not among your friends"),
            (["to": "aino_k"], "aino_k is not among your friends"), (["lat": "91"], "between −90 and 90"),
            (["lat": "north"], "That is no latitude"), (["lat": ""], "A latitude is needed"),
            (["lat": nil], "A latitude is needed"),
            (["lon": "-180.1"], "between −180 and 180"), (["lon": "nan"], "That is no longitude"),
            (["lon": "1e999"], "That is no longitude"), (["radius_m": "4"], "between 5 metres and 1 km"),
            (["radius_m": "x"], "between 5 metres and 1 km"), (["key": nil], "Reload the page"),
            (["key": String(repeating: "k", count: 65)], "Reload the page"),
        ] as [([String: String?], String)])
    func `an invalid form is refused with messages and stores nothing`(
        change: [String: String?], words: String
    ) throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let before = try count(site)
        try aino.post("/notes", try fields(aino, change)).gets(422).sees(words, "Leave a note")
        if change["text"] == nil { #expect(aino.page.text.contains(">hello</textarea>")) }
        #expect(try count(site) == before)
    }

    @Test func `a text of maximum length and a decimal comma are accepted`() throws {
        let aino = try TestSite.demo().member("aino_k")
        let text = String(repeating: "å", count: 2_000)
        try aino.post("/notes", try fields(aino, ["text": text, "lat": "60,17"])).hasLeftANote()
            .sees("Waiting")
    }

    @Test func `a form sent twice creates one note`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let before = try count(site) ?? 0
        let form = try fields(aino)
        for _ in 0..<3 { try aino.post("/notes", form).hasLeftANote() }
        #expect(try count(site) == before + 1)
    }

    @Test func `each recipient of a note finds it separately`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let jonas = try site.member("jonas")
        let park = DemoCast.Place.oldChurchPark.coordinate
        try jonas.stand(at: park).sees("note.found")
        try jonas.get(
            try #require(jonas.get("/archive").page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" }))
        site.wait(seconds: HalfHour.seconds)
        try aino.get("/notes").sees("jonas Opened this afternoon", "elias Waiting", "noor_h Waiting")
        // Only the day is machine-readable: the minute would tell when jonas was there.
        #expect(aino.page.text.contains("Opened <time datetime=\"2026-11-21\">"))
        try jonas.stand(at: park).sees(#""events":[]"#)
    }

    @Test func `without receipts the sender never learns that a note was found`() throws {
        let site = try TestSite.demo()
        let jonas = try site.member("jonas")
        try jonas.get("/settings")
        let form = try #require(jonas.page.forms.first { $0.action == "/settings/preferences" })
        let kept = form.fields.filter { $0.name != "receipts" }
        try jonas.post("/settings/preferences", kept).sees("Saved.")
        try jonas.stand(at: DemoCast.Place.oldChurchPark.coordinate).sees("note.found")
        try jonas.get(
            try #require(jonas.get("/archive").page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" }))
        site.wait(seconds: HalfHour.seconds)
        try site.member("aino_k").get("/notes").sees("jonas Waiting")
    }

    @Test func `other people's notes do not exist for a stranger`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let note = try #require(aino.get("/notes").page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" })
        let ville = try site.member("ville")
        let token = try ville.get("/friends").token
        try ville.get(note).gets(404)
        try ville.post("\(note)/delete", [("csrf", token)]).gets(404)
        try ville.post("/archive/\(note.dropFirst(7))/delete", [("csrf", token)]).gets(404)
        // A recipient who has not found it sees no more of it than a stranger.
        try site.member("noor_h").get(note).gets(404)
        for id in ["0", "x", "12x", "-3", "9223372036854775808"] { try aino.get("/notes/\(id)").gets(404) }
    }

    @Test func `deleting a note withdraws it from recipients who have not found it`() throws {
        let site = try TestSite.demo()
        let leena = try site.member("leena")
        let aino = try site.member("aino_k")
        let note = try #require(
            aino.get("/notes").page.links.last { $0.hasPrefix("/notes/") && $0 != "/notes/new" })
        try aino.get(note).sees("Rink opens", "mikko", "leena").submit("\(note)/delete").seesNot("Rink opens")
        try leena.stand(at: DemoCast.Place.railwaySquare.coordinate).sees(#""events":[]"#)
        try site.member("mikko").get("/archive").sees("Rink opens")
    }

    @Test(arguments: [
        ("pick.x=9999&pick.y=1", ""), ("pick.x=-1&pick.y=1", ""), ("pick.x=x&pick.y=1", ""), ("move=up", ""),
        ("map_lat=abc&map_z=99", ""), ("map_lat=91&map_lon=0&move=in", ""), ("map_z=-5&move=out", ""),
        ("move=n&map_lat=85&map_lon=0&map_z=0", ""),
    ])
    func `invalid clicks on the map change nothing and cause no error`(query: String, place: String) throws {
        let aino = try TestSite.demo().member("aino_k")
        var form = [(name: "csrf", value: try aino.get("/notes/new").token), (name: "text", value: "kept words")]
        form += query.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=")
            return (name: String(parts[0]), value: String(parts[1]))
        }
        try aino.post("/notes/new", form).gets(200).sees("kept words")
        #expect(aino.page.forms.first { $0.action == "/notes" }?.fields.first { $0.name == "lat" }?.value == place)
    }
}
