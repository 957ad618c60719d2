import Proximity
import Testing

@testable import App

/// The main story: two new people, one note, one place.
struct StoryTests {
    @Test func `two friends, one note, one place`() throws {
        let site = try TestSite.empty()
        let place = DemoCast.Place.esplanadi.coordinate
        let aino = try site.newAccount("Aino.K").sees("Welcome, Aino.K").isAt("/first")
        let ville = try site.newAccount("ville")

        try aino.get("/friends?q=vil").sees("ville").fill("user", "ville").submit("/friends/requests").sees(
            "Friend request sent to ville")
        try ville.get("/friends").sees("Friend requests", "Aino.K")
        let accept = try #require(ville.page.forms.first { $0.action.hasSuffix("/accept") }).action
        try ville.submit(accept).sees("You and Aino.K are friends")

        try aino.get("/notes/new").fill("text", "Look <up> & “smile”\nSecond line").fill("to", "ville")
            .fill("lat", "\(place.latitude)").fill("lon", "\(place.longitude)").submit("/notes")
            .sees("Your note is waiting for ville").hasLeftANote().sees("Waiting")
        let note = try #require(aino.page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" })

        // Before he is there, he sees nothing of it.
        try ville.get(note).gets(404).get("/archive").seesNot("Look").get("/").seesNot("You found a note")
        try ville.stand(at: place.destination(bearing: 90, distance: 60)).sees(#""events":[]"#)

        site.wait(seconds: 60)
        try ville.stand(at: place.destination(bearing: 90, distance: 10)).sees("note.found", "Aino.K")
        try aino.get("/notes").sees("Waiting").seesNot("Found")
        try ville.get("/").sees("You found a note from Aino.K", "Tap to open").get("/archive").sees("Tap to open")
            .seesNot("Look <up>")
        try ville.get(note).gets(200).sees("Look <up> & “smile”", "Second line", "found just now")
        try aino.get("/notes").sees("Waiting").seesNot("Found")
        site.wait(seconds: HalfHour.seconds)
        try aino.get("/notes").sees("Opened this afternoon")
        try aino.get("/").sees("ville opened your note this afternoon")
        try ville.get("/archive").sees("Look <up>").get("/archive?view=map").gets(200)
        #expect(ville.page.text.contains("href=\"\(note)\""))

        // Each side deletes its own copy.
        try ville.get(note).submit("/archive/\(note.dropFirst(7))/delete").sees(
            "Deleted from your archive", "Nothing found yet")
        try ville.get(note).gets(404)
        try aino.get(note).gets(200).submit("\(note)/delete").sees("Nothing sent yet")
        try aino.get(note).gets(404)
    }

    @Test func `the place is chosen on the map without a script`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/notes/new").fill("text", "Kept while I look").fill("to", "mikko")
        // The centre of the compact picture is the centre of the map, the site's default place.
        let form = try #require(aino.page.forms.first { $0.action == "/notes" })
        let typed =
            form.fields.filter { $0.name != "text" && $0.name != "lat" && $0.name != "lon" }
            + [("text", "Kept while I look"), ("to", "mikko"), ("pick.x", "156"), ("pick.y", "156")]
        try aino.post("/notes/new?size=compact", typed).gets(200).sees("Kept while I look")
        let chosen = try #require(aino.page.forms.first { $0.action == "/notes" }).fields
        #expect(chosen.first { $0.name == "lat" }?.value == "60.1705")
        #expect(chosen.first { $0.name == "lon" }?.value == "24.9445")
        #expect(chosen.contains { $0.name == "to" && $0.value == "mikko" })
        try aino.submit("/notes").hasLeftANote().sees("Kept while I look")
    }

    @Test func `a city or degrees in the search field move the map`() throws {
        let aino = try TestSite.demo().member("aino_k")
        func search(_ words: String) throws -> [(name: String, value: String)] {
            try aino.get("/notes/new").fill("text", "kept").fill("place", words)
            let form = try #require(aino.page.forms.first { $0.action == "/notes" })
            let fields =
                form.fields.filter { $0.name != "text" && $0.name != "place" } + [("text", "kept"), ("place", words)]
            try aino.post("/notes/new", fields).gets(200).sees("kept")
            return try #require(aino.page.forms.first { $0.action == "/notes" }).fields
        }
        let zurich = try search("zurich")
        #expect(zurich.contains { $0.name == "map_lat" && $0.value.hasPrefix("47.3") })
        #expect(zurich.contains { $0.name == "lat" && $0.value.isEmpty })
        #expect(try search("-33.9, 18.4").contains { $0.name == "map_lon" && $0.value == "18.4" })
        #expect(try search("Nowhereville").contains { $0.name == "map_lat" && $0.value == "60.1705" })
        aino.sees("No place called “Nowhereville” on your map")
        _ = try search("91, 0")
        aino.sees("No place called “91, 0” on your map")
    }

    @Test func `a form sent with an ended session is carried through the login`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/notes/new").fill("text", "Half a novel & more").fill("to", "mikko").fill("lat", "60.17").fill(
            "lon", "24.94")
        // For the preview, and for the final form.
        for action in ["/notes/new", "/notes"] {
            aino.forget("session")
            try aino.submit("/notes", to: action).gets(403).sees("Your session has ended")
            try aino.fill("username", "aino_k").fill("password", "demo-password").submit("/login").gets(200).sees(
                "Welcome back")
            try aino.submit("/notes/new").gets(200).sees("Half a novel & more")
        }
        try aino.submit("/notes").hasLeftANote().sees("Half a novel & more", "Waiting")
    }
}
