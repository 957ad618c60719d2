import Proximity
import Testing

@testable import App

/// *Who can see me* shows what others see.
struct VisibilityTests {
    private let oodi = DemoCast.Place.oodi.coordinate

    @Test(arguments: [true, false], [true, false])
    func `the page shows the same area as a friend's page, blocked or not`(isOn: Bool, isPaused: Bool) throws {
        for isBlocked in [false, true] {
            let site = try TestSite.demo()
            let aino = try site.member("aino_k")
            if isOn { try aino.get("/settings").fill("area", "1").submit("/settings/preferences") }
            try aino.stand(at: oodi)
            site.wait(seconds: 1_800)
            if isPaused {
                try aino.get("/you").fill("minutes", "60").submit("/settings/pause")
                site.wait(seconds: 1_800)
            }
            if isBlocked { try aino.get("/people/mikko").submit("/people/mikko/block") }
            let says = try aino.get("/settings/visibility").gets(200).page.plain
            let mikko = try site.member("mikko").get("/people/aino_k").page.plain
            let words = "Around Helsinki, this afternoon"
            #expect(says.contains(words) == (isOn && !isPaused))
            #expect(mikko.contains(words) == (isOn && !isPaused && !isBlocked))
            #expect(says.contains(isBlocked ? "Your 5 friends see" : "Your 6 friends see") == (isOn && !isPaused))
            // Sofia is a normal friend: the two pages agree.
            let sofia = try site.member("sofia").get("/people/aino_k").page.plain
            #expect(says.contains(words) == sofia.contains(words))
            #expect(says.contains("One person is blocked") == isBlocked)
            #expect(says.contains("You’re paused until 15:30") == isPaused)
        }
    }

    @Test func `without friends nobody sees an enabled area`() throws {
        let site = try TestSite.empty()
        let kaisa = try site.newAccount("kaisa_l")
        try kaisa.get("/settings").fill("area", "1").submit("/settings/preferences")
        try kaisa.stand(at: oodi)
        site.wait(seconds: 1_800)
        try kaisa.get("/settings/visibility").sees("no friends here who could see it").seesNot("friends see this")
        #expect(!kaisa.page.text.contains("map-gate"))
    }

    @Test func `every line shows the state that its own page changes`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/settings/visibility").sees(
            "None are kept. Each one you send stays on this server for one day", "Nothing has sent a position yet",
            "Nobody is blocked",
            "It’s off.", "in which part of the day you opened it", "One session.")
        try aino.stand(at: oodi)
        try aino.get("/settings").post(
            "/settings/preferences",
            [
                ("csrf", aino.token), ("time_zone", "UTC"), ("units", "imperial"), ("theme", "dark"),
                ("retention_h", "168"),
            ])
        try aino.get("/friends/contacts").fill("findable", "1").submit("/friends/findable")
        _ = try InviteTests.make(aino)
        try aino.get("/people/ville").submit("/people/ville/block")
        try aino.get("/settings/visibility").sees(
            "One position on this server, each for one week",
            "One device has sent positions, the last one just now",
            "One person is blocked", "Anyone with the link can see your name and send you a request, until",
            "Nobody learns that you opened",
            "can find you by it")
        for line in ["/friends/blocked", "/friends/invite", "/friends/contacts", "/settings/devices", "/notes"] {
            #expect(aino.page.links.contains(line), "\(line)")
        }
    }

    @Test func `waiting notes are listed with the people they wait for`() throws {
        let site = try TestSite.demo()
        let noor = try site.newAccount("newcomer")
        try noor.get("/settings/visibility").sees("No note is waiting")
        let aino = try site.member("aino_k")
        try aino.get("/notes/new").fill("text", "x").fill("to", "elias").fill("lat", "60").fill("lon", "24").submit(
            "/notes")
        try aino.get("/settings/visibility").sees("Notes wait for", "elias")
    }

    @Test func `the page shows only the viewer's own data`() throws {
        let site = try TestSite.demo()
        try Visitor(site).get("/settings/visibility").isAt("/login?next=/settings/visibility")
        try site.member("mikko").get("/settings/visibility").seesNot("aino_k sees")
    }
}
