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
        #expect(try shown(site.newAccount("kaisa_l").get("/")).zoom == 15)
        #expect(try shown(TestSite.empty().newAccount("kaisa_l").get("/")).zoom == 9)
    }

    @Test func `where there is no map the page says so, and leads an administrator to the form that gets one`() throws {
        let site = try TestSite.demo()
        let (aino, keeper) = (try site.member("aino_k"), try site.administrator())
        for address in ["/?lat=61&lon=24&z=12", "/map?lat=61&lon=24&z=12"] {
            try aino.get(address).sees("No map of this area").seesNot("Get one")
            try keeper.get(address).sees("No map of this area")
            #expect(keeper.page.links.contains("/admin/basemaps?place=61.0,24.0"))
        }
        for address in ["/?lat=61&lon=24&z=9", "/?lat=60.17&lon=24.944&z=15", "/"] {
            try keeper.get(address).seesNot("No map of this area")
        }
    }
}
