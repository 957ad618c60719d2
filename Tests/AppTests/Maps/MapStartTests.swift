import Atlas
import Foundation
import Proximity
import Testing

@testable import App

/// The first view of a map, and the words where there is no map.
struct MapStartTests {
    private struct Shown {
        let place: Coordinate
        let zoom: Double
    }

    private func shown(_ visitor: Visitor) throws -> Shown {
        let found = try #require(
            visitor.page.text.firstMatch(of: /data-lat="([-0-9.]+)" data-lon="([-0-9.]+)" data-zoom="([0-9.]+)"/))
        let numbers = try [found.1, found.2, found.3].map { try #require(Double($0)) }
        return Shown(
            place: try #require(Coordinate(latitude: numbers[0], longitude: numbers[1])), zoom: numbers[2])
    }

    private static let church = DemoCast.Place.oldChurchPark.coordinate

    @Test func `one found note on another continent does not make the map a globe`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let usual = try shown(aino.get("/"))
        #expect(usual.zoom >= 13)
        let sydney = try #require(Coordinate(latitude: -33.87, longitude: 151.21))
        let (finder, author) = (try site.account("aino_k"), try site.account("mikko"))
        try site.app.site.database.write { database in
            try site.addFoundNote("far", from: author, at: sydney, foundBy: finder, site.now, in: database)
        }
        let then = try shown(aino.get("/"))
        #expect(then.zoom == usual.zoom && then.place == usual.place)
        // Everything is one link away, and an address says exactly what it shows.
        #expect(try shown(aino.get("/?view=all")).zoom < 3)
        let exact = try shown(aino.get("/?lat=60.2&lon=24.9&z=12.5"))
        #expect(exact.zoom == 12.5 && exact.place == Coordinate(latitude: 60.2, longitude: 24.9))
    }

    @Test func `somebody sees themselves and the nearest note, on the basemap`() throws {
        let site = try TestSite.demo()
        let ville = try site.member("ville")
        let (finder, author) = (try site.account("ville"), try site.account("mikko"))
        let near = MapStartTests.church.destination(bearing: Degrees(90), distance: 150)
        try site.app.site.database.write { database in
            try site.addFoundNote("near", from: author, at: near, foundBy: finder, site.now, in: database)
        }
        try ville.stand(at: MapStartTests.church)
        let first = try shown(ville.get("/"))
        #expect((15...16).contains(first.zoom))
        #expect([MapStartTests.church, near].allSatisfy { first.place.distance(to: $0) < 300 })
    }

    @Test func `new people begin at the site's place, with streets where there are any`() throws {
        let site = try TestSite.demo()
        // Where the small map of the demo world fills a large window.
        #expect(try shown(site.newAccount("kaisa_l").get("/")).zoom == 16.2)
        #expect(try shown(TestSite.empty().newAccount("kaisa_l").get("/")).zoom == 9)
    }

    /// What the home page shows of its map in windows of a phone, a tablet and desktops: their width less the rail, and what
    /// lies under the panel again on the other side.
    private static let frames = [
        (320, 568), (360, 640), (390, 844), (430, 932), (699, 900), (700 - 88 + 364, 900), (768 - 88 + 364, 1_024),
        (899 - 88 + 364, 700), (900 - 216 + 364, 700), (1_024 - 216 + 364, 768), (1_199 - 240 + 364, 800),
        (1_280 - 240, 800), (1_440 - 240, 900), (1_600 - 240, 900), (1_920 - 240, 1_080),
    ]

    @Test(arguments: DemoCast.names) func `nobody of the demo world sees the edge of its map first`(
        name: String
    ) throws {
        var dots = 0
        // As it is made, and once nobody's position is known any more.
        let (fresh, later) = (try TestSite.warmDemo(), try TestSite.warmDemo())
        try later.app.positions.sweep(TestSite.noon + 25 * 3_600)
        for site in [fresh, later] {
            let map = try #require(site.app.basemaps.files.first?.bounds)
            let visitor = try site.member(name).get("/?z=")
            let first = try shown(visitor)
            for (width, height) in MapStartTests.frames {
                let view = Viewport(centre: first.place, zoom: first.zoom, width: width, height: height).bounds
                #expect(map.west <= view.west && view.east <= map.east, "\(first) in \(width)")
                #expect(map.south <= view.south && view.north <= map.north, "\(first) in \(height)")
            }
            // One's own dot is in the middle of every frame, beside the panel and above the sheet.
            let drawn = visitor.page.text.firstMatch(of: /class="map-you".{0,80}<circle cx="([0-9.]+)" cy="([0-9.]+)"/)
            guard let drawn, let x = Double(drawn.1), let y = Double(drawn.2) else { continue }
            #expect(abs(x - Double(MapFrame.width) / 2) <= 97 && abs(y - Double(MapFrame.height) / 2) <= 97)
            dots += 1
        }
        #expect(dots > 0 || name != "aino_k")
    }

    /// What the map of a day or a group has: the window less the rail, and less the list beside it.
    private static let pageFrames = [
        (320, 568), (360, 640), (390, 844), (430, 932), (699, 900), (768 - 88, 1_024), (899 - 88, 700),
        (900 - 216 - 360, 700), (1_024 - 216 - 360, 768), (1_280 - 240 - 360, 800), (1_440 - 240 - 360, 900),
        (1_600 - 240 - 360, 900), (1_920 - 240 - 360, 1_080),
    ]

    private func expectNoEdge(_ visitor: Visitor, _ path: String, on map: Bounds) throws {
        let first = try shown(visitor.get(path))
        for (width, height) in MapStartTests.pageFrames {
            let view = Viewport(centre: first.place, zoom: first.zoom, width: width, height: height).bounds
            #expect(map.west <= view.west && view.east <= map.east, "\(path) in \(width)")
            #expect(map.south <= view.south && view.north <= map.north, "\(path) in \(height)")
        }
    }

    @Test(arguments: DemoCast.names) func `nobody sees it on the maps of the demo world's days and groups`(
        name: String
    ) throws {
        let site = try TestSite.warmDemo()
        let map = try #require(site.app.basemaps.files.first?.bounds)
        let (visitor, account) = (try site.member(name), try site.account(name))
        let today = site.app.daily.today(site.now)
        // Aino has photos of most days; what others see of them is among hers.
        let daysAgo = name == "aino_k" ? Set(DailyDemo.entries.map { $0.daysAgo }).sorted() : [0, 1]
        let days = daysAgo.map { today - $0 } + DailyDemo.years.compactMap { DailyDemo.day(today, yearsBefore: $0) }
        for day in days { try expectNoEdge(visitor, DailyPaths.day(day), on: map) }
        let groups = try site.app.site.database.read { database in
            try GroupQueries.groups(database, of: account, areRunning: true, site.now).map { group in
                (group.id, try GroupMemberQueries.members(database, of: group.id).map { $0.id })
            }
        }
        #expect(!groups.isEmpty || !["aino_k", "mikko", "leena", "jonas"].contains(name))
        for (group, members) in groups {
            try expectNoEdge(visitor, GroupPaths.group(group), on: map)
            for member in members { try expectNoEdge(visitor, GroupPaths.member(group, member), on: map) }
        }
    }

    @Test func `where there is no map the page says so, and tells an administrator how to add one`() throws {
        let site = try TestSite.demo()
        let (aino, keeper) = (try site.member("aino_k"), try site.administrator())
        for address in ["/?lat=61&lon=24&z=12", "/map?lat=61&lon=24&z=12"] {
            try aino.get(address).sees("No map of this area").seesNot("Administration, Maps")
            try keeper.get(address).sees("No map of this area yet", "Administration, Maps")
        }
        for address in ["/?lat=61&lon=24&z=9", "/?lat=60.17&lon=24.944&z=15", "/"] {
            try keeper.get(address).seesNot("No map of this area")
        }
    }

    @Test func `on a site without any map the world is seen, and its host reads at once how to get one`() throws {
        let site = try TestSite.empty()
        let (keeper, kaisa) = (try site.administrator(), try site.newAccount("kaisa_l"))
        try keeper.get("/").sees("No map of this area yet", "Administration, Maps")
        try kaisa.get("/").seesNot("No map of this area")
        #expect(kaisa.page.text.contains("/atlas/"))
        try keeper.get("/admin").sees("No map of your town")
    }
}
