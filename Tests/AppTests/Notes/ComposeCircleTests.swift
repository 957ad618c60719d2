import Database
import HTTP
import Proximity
import Testing

@testable import App

/// A note for circles of friends, and the form of a note that exists.
struct ComposeCircleTests {
    private func circle(_ site: TestSite, of owner: String, _ name: String, _ members: [String]) throws -> String {
        let visitor = try site.member(owner).get("/friends/circles/new")
        visitor.fill("name", name)
        for member in members { visitor.add("member", member) }
        try visitor.submit("/friends/circles")
        let account = try site.account(owner)
        let circles = try site.app.site.database.read { try site.app.friends.circles($0, of: account) }
        return "\(try #require(circles.first { $0.name == name }).id)"
    }

    private func chosen(_ visitor: Visitor, _ name: String) throws -> [String] {
        let form = try #require(visitor.page.forms.first { $0.action == "/notes" })
        return form.fields.filter { $0.name == name }.map { $0.value }.sorted()
    }

    @Test func `a circle's friends are ticked in the preview and added on sending`() throws {
        let site = try TestSite.demo()
        let id = try circle(site, of: "aino_k", "Choir", ["mikko", "sofia"])
        let aino = try site.member("aino_k").get("/notes/new")
        #expect(try chosen(aino, "to") == [])
        try aino.fill("circle", id).submit("/notes", to: "/notes/new")
        #expect(try chosen(aino, "to") == ["mikko", "sofia"] && chosen(aino, "circle") == [id])
        // Who is unticked after that stays so.
        try aino.fill("to", "sofia").fill("text", "x").fill("lat", "60.17").fill("lon", "24.94").submit("/notes")
            .sees("waiting for sofia.")
        try aino.get("/notes/new").fill("circle", id).fill("to", "leena").fill("text", "y").fill("lat", "60.17")
            .fill("lon", "24.94").submit("/notes").sees("waiting for leena, mikko and sofia.")
    }

    @Test func `a link ticks a circle; what is nobody's or somebody else's adds no one`() throws {
        let site = try TestSite.demo()
        let own = try circle(site, of: "aino_k", "Choir", ["mikko"])
        let foreign = try circle(site, of: "mikko", "Secret", ["aino_k"])
        let aino = try site.member("aino_k")
        try aino.get("/notes/new?circle=\(own)&to=sofia&lat=nan&radius_m=x")
        #expect(try chosen(aino, "to") == ["mikko", "sofia"] && chosen(aino, "circle") == [own])
        for wrong in [foreign, "", "x", "-1", "99999999999999999999"] {
            try aino.get("/notes/new?to=%F0%9F%8F%92&circle=\(wrong)&lat=nan").gets(200).seesNot("Secret")
            #expect(try chosen(aino, "to") == [] && chosen(aino, "circle") == [])
        }
        try aino.fill("circle", foreign).fill("text", "x").fill("lat", "60").fill("lon", "24").submit("/notes").gets(
            422
        )
        .sees("Choose at least one friend, or whoever gets the link.")
    }

    @Test func `a note is for 50 friends at most, circles included`() throws {
        var form = FormFields(values: [("text", "x"), ("lat", "60"), ("lon", "24"), ("key", "k")])
        form.values += (1...51).map { ("to", "friend_\($0)") }
        let errors = #expect(throws: ValidationErrors.self) {
            try NewNote(form, in: .gmt, Timestamp(milliseconds: 1_795_262_400_000))
        }
        #expect(errors?.messages == ["to": "A note can be for 50 friends at most."])
    }

    @Test func `the form of one's own note stays that through a preview`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k").get("/notes/new")
        try aino.fill("text", "Mine").fill("to", "mikko").fill("lat", "60.17").fill("lon", "24.94").submit("/notes")
        let id = try #require(
            try site.app.site.database.read { try $0.value("SELECT id FROM note WHERE text = 'Mine'") as ID<Note>? })
        let fields = [(name: "note", value: "\(id)"), (name: "text", value: "Changed"), (name: "move", value: "n")]
        try aino.get("/notes/new").post("/notes/new", [(name: "csrf", value: aino.token)] + fields).gets(200)
        let form = try #require(aino.page.forms.first { $0.action == "/notes/\(id)/edit" })
        #expect(form.fields.contains { $0.name == "note" && $0.value == "\(id)" })
        #expect(!form.fields.contains { ["to", "key", "photo", "circle"].contains($0.name) })
        aino.sees("Edit your note").sees("Changed").sees("stay the same")
        let mikko = try site.member("mikko").get("/notes/new")
        for other in ["\(id)", "0", "x", ""] {
            try mikko.post("/notes/new", [(name: "csrf", value: mikko.token), (name: "note", value: other)]).gets(200)
            #expect(mikko.page.forms.contains { $0.action == "/notes" })
        }
    }

    @Test func `the form of a stored note holds what it says`() throws {
        let place = DemoCast.Place.esplanadi.coordinate
        let now = Timestamp(milliseconds: 1_795_262_400_000)
        let contents = NoteContents(
            text: "Look up", coordinate: place, radius: Metres(750), hint: "Oak", opensAt: now + 3_600,
            closesAt: now + 7_200, isOnMap: true, reminds: false)
        let draft = Draft(editing: ID(rawValue: 12), contents, in: .gmt)
        #expect(draft.text == "Look up" && draft.hint == "Oak" && draft.isOnMap && draft.isQuiet)
        #expect(draft.opensAt == "2026-11-21T13:00" && draft.closesAt == "2026-11-21T14:00")
        #expect(draft.spot.reach == Metres(750) && draft.spot.picker.zoom < Picker.closeZoom)
    }
}
