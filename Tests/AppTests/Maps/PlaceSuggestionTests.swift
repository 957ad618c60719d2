import Foundation
import Proximity
import Testing

@testable import App

/// What is suggested while somebody types, and the search without scripts.
struct PlaceSuggestionTests {
    /// The middle of the demo world.
    private static let here = "lat=60.1699&lon=24.9384&z=15"

    private func suggestions(_ visitor: Visitor, _ text: String, _ view: String = here) throws -> Page {
        try visitor.get("/map/suggestions?q=\(PathText.component(text))&\(view)").gets(200).page
    }

    /// The names of the options, in their order.
    private func names(_ page: Page) -> [String] {
        page.text.matches(of: #/<b dir="auto">([^<]*)</b>/#).map { String($0.output.1) }
    }

    @Test(arguments: ["senaatintori", "SENAATINTORI", "Sénaat", "sen"])
    func `a square of this town is the first, with its distance and where it is`(text: String) throws {
        let page = try suggestions(try TestSite.demo().member("aino_k"), text)
        #expect(names(page).first == "Senaatintori" && names(page).count <= PlaceSearch.limit)
        let first = try #require(page.text.firstMatch(of: #/<small>(.*?)</small>/#)).output.1
        #expect(first.contains(#/^\d+ m · Square in /#), "\(first)")
        #expect(!page.text.contains("<html") && page.text.contains("role=\"listbox\""))
    }

    @Test func `the town comes by its first letters, and a city far away by its whole name`() throws {
        let aino = try TestSite.demo().member("aino_k")
        #expect(names(try suggestions(aino, "hel")).first == "Helsinki")
        #expect(names(try suggestions(aino, "Zurich")).contains("Zürich"))
        #expect(names(try suggestions(aino, "tokyo")).contains("Tokyo"))
    }

    @Test func `distances are in the units of the viewer, and a country has none`() throws {
        let aino = try TestSite.demo().member("aino_k")
        #expect(try suggestions(aino, "Finland").text.contains("<small>Country</small>"))
        let match = PlaceMatch(
            name: "Porvoo", detail: "Town in Finland", coordinate: DemoCast.Place.oodi.coordinate, zoom: 10)
        let near = match.coordinate.destination(bearing: Degrees(0), distance: 400)
        #expect(PlaceMatchPart(match, from: near, .metric).detail == "400 m · Town in Finland")
        #expect(PlaceMatchPart(match, from: near, .imperial).detail == "0.2 mi · Town in Finland")
    }

    @Test func `near is the middle of the map, and of one that shows half the world where the viewer is`() throws {
        let helsinki = DemoCast.Place.railwaySquare.coordinate
        let paris = try #require(Coordinate(latitude: 48.86, longitude: 2.35))
        #expect(SearchOrigin.of((paris, 12), known: helsinki) == paris)
        #expect(SearchOrigin.of((paris, 7), known: helsinki) == paris)
        #expect(SearchOrigin.of((paris, 3), known: helsinki) == helsinki)
        #expect(SearchOrigin.of((paris, 3), known: nil) == paris)
        let aino = try TestSite.demo().member("aino_k")
        try aino.stand(at: helsinki)
        #expect(names(try suggestions(aino, "senaatint", "lat=20&lon=0&z=2")).first == "Senaatintori")
        #expect(names(try suggestions(aino, "senaatint", "")).first == "Senaatintori")
        #expect(names(try suggestions(aino, "senaatint", "lat=48.86&lon=2.35&z=13")).isEmpty)
    }

    @Test func `the form of a note finds the same in the same order`() throws {
        let aino = try TestSite.demo().member("aino_k")
        let all = names(try suggestions(aino, "kai", "lat=60.17&lon=24.94&z=16"))
        #expect(all.count > 2)
        try aino.get("/notes/new")
        try aino.post(
            "/notes/new",
            [
                ("csrf", aino.token), ("map_lat", "60.17"), ("map_lon", "24.94"), ("map_z", "16"), ("place", "kai"),
                ("search", "1"),
            ])
        let chips = aino.page.text.matches(of: #/name="match"[^>]*><span dir="auto">([^<]*)</#).map {
            String($0.output.1)
        }
        #expect(chips == Array(all.dropFirst()))
    }

    @Test func `without scripts the search is a page whose links move the home map`() throws {
        let aino = try TestSite.demo().member("aino_k")
        try aino.get("/?\(PlaceSuggestionTests.here)").gets(200)
        #expect(aino.page.links.contains { $0.hasPrefix("/map/search?lat=60.1699") })
        try aino.get("/map/search?q=senaatintori&\(PlaceSuggestionTests.here)").sees("Square in ")
        let link = try #require(aino.page.links.first { $0.hasPrefix("/?lat=60.16") && $0.contains("z=16.0") })
        try aino.get(link).gets(200)
        try aino.get("/map/search?q=Nowhereville").gets(200).sees("Nothing found by that name")
        try aino.get("/map/search?q=https%3A%2F%2Fmaps.app.goo.gl%2Fx").sees("Short links")
        try aino.get("/map/search").gets(200).seesNot("Nothing found")
    }

    @Test func `what is typed stays text, and is bounded`() throws {
        let aino = try TestSite.demo().member("aino_k")
        for text in ["", " ", "s", "?", String(repeating: "a", count: 6_000), "<b>&\"", "%"] {
            let page = try suggestions(aino, text)
            #expect(names(page).count <= PlaceSearch.limit && !page.text.contains("<b>&"))
        }
        #expect(try names(suggestions(aino, "s")).isEmpty)
        #expect(try !aino.get("/map/search?q=%3Cb%3E%26").page.text.contains("<b>&"))
        for view in ["lat=91&lon=0", "lat=60", "z=x"] { try aino.get("/map/suggestions?q=sen&\(view)").gets(400) }
    }

    @Test func `a letter after the other locks nobody out, and a program is stopped`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        // Five a second for a minute.
        for _ in 0..<300 { try aino.get("/map/suggestions?q=zz&\(PlaceSuggestionTests.here)").gets(200) }
        try aino.get("/map/suggestions?q=zz").gets(429)
        try aino.get("/map/search?q=zz").gets(429)
        // What searches nothing is not counted.
        try aino.get("/map/suggestions?q=z").gets(200)
        try aino.get("/map/search").gets(200)
        try site.member("mikko").get("/map/suggestions?q=zz").gets(200)
        site.wait(seconds: 61)
        try aino.get("/map/suggestions?q=zz").gets(200)
    }

    @Test func `nothing that people left is suggested`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        for text in ["rink crew", "sunday swimmers"] {
            #expect(names(try suggestions(aino, text)).isEmpty, "\(text)")
        }
        try Visitor(site).get("/map/suggestions?q=senaatintori").seesNot("Senaatintori")
    }
}
