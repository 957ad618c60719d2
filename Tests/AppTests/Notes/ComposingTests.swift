import Proximity
import Testing

@testable import App

/// The form for a note: who it is for, where it lies, and what it says when it is refused.
struct ComposingTests {
    /// Makes new accounts friends of a person. Nobody signs in to them: their passwords are not worth a hash.
    private func befriend(_ site: TestSite, _ name: String, _ others: [String]) throws {
        let one = try site.account(name)
        for other in others {
            let account = NewAccount(username: try Username(other), timeZone: "UTC")
            let two = try site.app.site.database.write {
                try AccountQueries.insert($0, account, password: String(repeating: "x", count: 20), site.now)
            }
            try site.app.friends.ask(one, two, site.now)
            try site.app.friends.ask(two, one, site.now)
        }
    }

    private func form(_ visitor: Visitor) throws -> Page.Form {
        try #require(visitor.page.forms.first { $0.action == "/notes" })
    }

    private func values(_ visitor: Visitor, _ name: String) throws -> [String] {
        try form(visitor).fields.filter { $0.name == name }.map { $0.value }
    }

    /// Sends the form of the current page to the preview.
    private func step(_ visitor: Visitor, _ fields: [(String, String)]) throws {
        let kept = try form(visitor).fields.filter { field in !fields.contains { $0.0 == field.name } }
        try visitor.post("/notes/new", kept + fields.map { (name: $0.0, value: $0.1) }).gets(200)
    }

    @Test func `the only friend is chosen until the writer says otherwise`() throws {
        let site = try TestSite.empty()
        let anna = try site.newAccount("anna_s")
        try befriend(site, "anna_s", ["benny"])
        try anna.get("/notes/new")
        #expect(try values(anna, "to") == ["benny"])
        let kept = try form(anna).fields.filter { $0.name != "to" }
        try anna.post("/notes/new", kept).gets(200)
        #expect(try values(anna, "to") == [])
        try befriend(site, "anna_s", ["clara"])
        try anna.get("/notes/new")
        #expect(try values(anna, "to") == [])
        try anna.get("/notes/new?to=clara")
        #expect(try values(anna, "to") == ["clara"])
    }

    @Test func `from eight friends on one can look for a name`() throws {
        let site = try TestSite.empty()
        let anna = try site.newAccount("anna_s")
        try befriend(site, "anna_s", (1...7).map { "friend_\($0)" })
        #expect(try !anna.get("/notes/new").page.text.contains("data-friend-find"))
        try befriend(site, "anna_s", ["friend_8"])
        #expect(try anna.get("/notes/new").page.text.contains("data-friend-find"))
    }

    @Test func `the form begins where its writer is, with the live map at the same place`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/notes/new")
        #expect(try values(aino, "lat") == [""])
        let place = DemoCast.Place.esplanadi.coordinate
        try aino.stand(at: place).get("/notes/new").sees("Esplanadinpuisto, Helsinki")
        #expect(try values(aino, "lat") == [CoordinateFormatter.degrees(place.latitude)])
        #expect(try values(aino, "map_z") == ["16.0"])
        let degrees = CoordinateFormatter.degrees(place.latitude)
        #expect(aino.page.text.contains("<div class=\"map-canvas\" data-lat=\"\(degrees)\""))
        // Only its own position is on it: the pins of the home map would hide the place.
        #expect(!aino.page.text.contains("class=\"pin"))
    }

    @Test func `only where its writer was last is a place that scripts may exchange for where they are now`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let isProposed = "data-place-proposed"
        for path in ["/notes/new", "/relics/new"] {
            #expect(try !aino.get(path).page.text.contains(isProposed))
        }
        try aino.stand(at: DemoCast.Place.esplanadi.coordinate)
        for path in ["/notes/new", "/relics/new"] {
            #expect(try aino.get(path).page.text.contains(isProposed))
            #expect(try !aino.get("\(path)?lat=60.17&lon=24.94").page.text.contains(isProposed))
        }
        try aino.get("/notes/new")
        try step(aino, [])
        #expect(!aino.page.text.contains(isProposed))
    }

    @Test func `a search keeps its words, and later steps do not search again`() throws {
        let aino = try TestSite.demo().member("aino_k").get("/notes/new")
        try step(aino, [("place", "zurich"), ("search", "1")])
        #expect(try values(aino, "place") == ["zurich"])
        #expect(try values(aino, "map_lat").first?.hasPrefix("47.3") == true)
        #expect(try values(aino, "lat") == [""])
        try step(aino, [("move", "n")])
        let moved = try values(aino, "map_lat")
        try step(aino, [("text", "more")])
        #expect(try values(aino, "map_lat") == moved)
        #expect(try values(aino, "place") == ["zurich"])
        // Its button searches again.
        try step(aino, [("search", "1")])
        #expect(try values(aino, "map_lat") != moved)
    }

    @Test func `degrees choose the place, and a found place moves the map to it`() throws {
        let aino = try TestSite.demo().member("aino_k").get("/notes/new")
        try step(aino, [("place", "60.2, 24.9"), ("search", "1")])
        #expect(try values(aino, "lat") == ["60.2"])
        #expect(try values(aino, "lon") == ["24.9"])
        try step(aino, [("match", "60.17,24.94,14")])
        #expect(try values(aino, "map_lat") == ["60.17"])
        #expect(try values(aino, "map_z") == ["14.0"])
        #expect(try values(aino, "lat") == ["60.2"])
        for nonsense in ["", "60.17", "91,0,3", "1,2,3,4", "a,b,c", "1e9,0,1"] {
            try step(aino, [("match", nonsense)])
            #expect(try values(aino, "map_lat").count == 1)
        }
    }

    @Test func `other matches are offered as buttons`() throws {
        let place = DemoCast.Place.esplanadi.coordinate
        var draft = PlaceDraft(.note, around: place, zoom: 15, submission: "x")
        let found = [("Kirkkokatu", "Street in Kruununhaka"), ("Kirkkonummi", "Town")].map { name, detail in
            PlaceMatch(name: name, detail: detail, coordinate: place, zoom: 16.5)
        }
        draft.show(found)
        #expect(draft.picker.zoom == 16.5 && draft.latitude.isEmpty)
        #expect(draft.matches == [found[1]])
        let part = PlaceMatchPart(found[1])
        let picker = try #require(Picker(match: part.value))
        #expect(picker.zoom == 16.5 && picker.centre.distance(to: place).value < 0.2)
        draft.show([])
        #expect(draft.picker.zoom == 16.5)
    }

    @Test func `a note without a place asks for one beside the search`() throws {
        let aino = try TestSite.demo().member("aino_k")
        try aino.get("/notes/new").fill("text", "x").fill("to", "mikko").submit("/notes").gets(422)
        #expect(aino.page.text.contains("id=\"place-error\""))
        aino.seesNot("A latitude is needed")
    }

    @Test func `the map names places for people who are signed in`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let place = DemoCast.Place.esplanadi.coordinate
        let path = "/map/place?lat=\(place.latitude)&lon=\(place.longitude)"
        #expect(try aino.get(path).page.text == #"{"words":"Esplanadinpuisto, Helsinki"}"#)
        for wrong in ["", "?lat=91&lon=0", "?lat=60", "?lat=x&lon=y"] { try aino.get("/map/place\(wrong)").gets(400) }
        try Visitor(site).get(path).seesNot("Esplanadinpuisto")
    }
}
