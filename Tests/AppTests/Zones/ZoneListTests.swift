import Database
import Foundation
import Proximity
import Testing

@testable import App

/// What lists of zones and songs show, and how songs are searched.
struct ZoneListTests {
    private let site: TestSite
    private let keeper: Visitor
    private let zone: ID<Zone>
    private static let place = (60.1840, 24.9500)

    init() throws {
        site = try TestSite.empty()
        keeper = try site.administrator()
        zone = try site.makeZone("Kallio", ZoneListTests.place.0, ZoneListTests.place.1, radius: 300)
        try keeper.bring(["song.flac", "song.mp3"], to: zone)
    }

    private var tracks: [ID<ZoneTrack>] {
        get throws {
            try site.app.site.database.read { database in
                try ZoneTrackQueries.tracks(database, of: zone, for: ID(rawValue: 1), isByHand: true, site.now)
            }.map { $0.id }
        }
    }

    /// Gives the songs of the zone titles, in their order.
    private func name(_ titles: String...) throws {
        for (track, title) in zip(try tracks, titles) {
            try keeper.get(ZonePaths.tracks(zone)).fill("title", title).submit(ZonePaths.editTrack(track, in: zone))
        }
    }

    @Test func `the list of zones tells how many songs each has, and nothing of who hears them`() throws {
        let bar = try site.makeZone("Bar", 60.1700, 24.9400, radius: 50)
        try keeper.bring(["song.ogg"], to: bar)
        try site.makeZone("Quay", 60.1600, 24.9400, radius: 50)
        let (aino, ville) = (try site.newAccount("aino_k"), try site.newAccount("ville"))
        let (one, other) = (try site.account("aino_k"), try site.account("ville"))
        try site.app.friends.ask(one, other, site.now)
        try site.app.friends.ask(other, one, site.now)
        try aino.get("/zones").sees("2 songs", "One song", "No songs")
        func pages() throws -> [String] {
            try ["/zones", ZonePaths.zone(zone), ZonePaths.favourites].map { path in
                try aino.get(path).page.text.replacing(/value="[^"]*"/, with: "")
            }
        }
        let before = try pages()
        _ = try ville.walk(ZoneListTests.place.0, ZoneListTests.place.1)
        let track = try #require(try tracks.first)
        try ville.post(ZonePaths.played(track, in: zone), [("csrf", ville.token)])
        try ville.get("/zones").sees("2 songs", "Here")
        #expect(try pages() == before)
    }

    @Test func `songs are searched wherever they are listed, however few there are`() throws {
        try name("Winter harbour", "Four stones")
        let (aino, path) = (try site.newAccount("aino_k"), ZonePaths.zone(zone))
        try aino.get(path).fill("q", "harb").submit(path).sees("Winter harbour").seesNot("Four stones")
        try aino.get(ZonePaths.favourites).seesNot("Search the songs")
        _ = try aino.walk(ZoneListTests.place.0, ZoneListTests.place.1)
        for track in try tracks { try aino.get(path).press(ZonePaths.vote(track, in: zone)) }
        try aino.get(ZonePaths.favourites).sees("Winter harbour", "Four stones").fill("q", "STONE")
            .submit(ZonePaths.favourites).sees("Four stones").seesNot("Winter harbour")
        try aino.fill("q", "nothing").submit(ZonePaths.favourites).sees("No song here is called that.")
            .seesNot("No favourites yet", "Four stones")
        let songs = ZonePaths.tracks(zone)
        try keeper.get(songs).sees("Search the songs", "Order by a playlist")
        // Among some of them none is moved.
        try keeper.get("\(songs)?q=harb").sees("Winter harbour").seesNot("Four stones", "Order by a playlist")
        try keeper.get("\(songs)?q=nothing").sees("No song here is called that.").seesNot("Winter harbour")
        let quay = try site.makeZone("Quay", 60.1600, 24.9400, radius: 50)
        try aino.get(ZonePaths.zone(quay)).sees("No songs yet").seesNot("Search the songs")
        try keeper.get(ZonePaths.tracks(quay)).seesNot("Search the songs")
    }

    @Test func `where songs are listed all can be played, and the page says whether one is there`() throws {
        let (aino, path) = (try site.newAccount("aino_k"), ZonePaths.zone(zone))
        let inside = "data-zone-inside"
        #expect(try aino.get(path).sees("Play all").page.text.contains(inside) == false)
        try aino.get("\(path)?q=nothing").seesNot("Play all")
        _ = try aino.walk(ZoneListTests.place.0, ZoneListTests.place.1)
        #expect(try aino.get(path).sees("Play all").page.text.contains(inside))
        // A script, which comes with the page of a zone alone, shows that one came in.
        let script = try #require(site.app.site.assets.pageScripts["zone-wave"])
        #expect(aino.page.text.contains(script))
        #expect(try !aino.get("/").page.text.contains("zone-wave"))
    }
}
