import Atlas
import Database
import Proximity
import Testing

@testable import App

/// What maps show when there are too many things to draw.
struct GridCountTests {
    private let helsinki = DemoCast.Place.railwaySquare.coordinate
    private let layer = GridCounts.Layer(name: "test", owner: 7)

    private func spread(_ count: Int) -> [Coordinate] {
        // The golden angle: spreads evenly, no two at one place, the same in every run.
        (0..<count).map { number in
            helsinki.destination(
                bearing: Degrees(Double(number) * 137.507_764), distance: Metres(25 * Double(number).squareRoot()))
        }
    }

    @Test func `counts follow additions and removals down to zero`() throws {
        let site = try TestSite.empty()
        let places = spread(2_500)
        let world = Viewport(centre: helsinki, zoom: 1, width: 800, height: 600)
        try site.app.site.database.write { database in
            for place in places { try GridCounts.add(database, layer, place) }
        }
        func total() throws -> Int? {
            try site.app.site.database.read { try GridCounts.crowd($0, layer, in: world)?.reduce(0) { $0 + $1.count } }
        }
        #expect(try total() == 2_500)
        try site.app.site.database.write { database in
            for place in places.prefix(499) { try GridCounts.remove(database, layer, place) }
        }
        #expect(try total() == 2_001)
        try site.app.site.database.write { database in
            for place in places.dropFirst(499) { try GridCounts.remove(database, layer, place) }
            // Removing a thing that was never added changes nothing.
            try GridCounts.remove(database, layer, helsinki)
        }
        #expect(try total() == nil)
        #expect(try site.app.site.database.read { try $0.value("SELECT count(*) FROM grid_count", as: Int.self) } == 0)
    }

    @Test func `things of other owners are not counted`() throws {
        let site = try TestSite.empty()
        try site.app.site.database.write { database in
            for place in spread(2_100) { try GridCounts.add(database, layer, place) }
        }
        let world = Viewport(centre: helsinki, zoom: 1, width: 800, height: 600)
        for other in [GridCounts.Layer(name: "test", owner: 8), GridCounts.Layer(name: "other", owner: 7)] {
            #expect(try site.app.site.database.read { try GridCounts.crowd($0, other, in: world) } == nil)
        }
    }

    @Test func `the map shows everything at once, from a street to the world`() throws {
        let site = try TestSite.empty()
        let database = site.app.site.database
        let near = [0.0, 90, 180].map { helsinki.destination(bearing: Degrees($0), distance: 300) }
        try database.write { database in for place in near { try GridCounts.add(database, layer, place) } }
        let street = try database.read { try GridCounts.extent($0, layer) }
        #expect(street.count == 3 && street.allSatisfy { $0.middle.distance(to: helsinki).value < 301 })
        try database.write { database in for place in spread(2_500) { try GridCounts.add(database, layer, place) } }
        let crowd = try database.read { try GridCounts.extent($0, layer) }
        #expect((20...500).contains(crowd.count) && crowd.reduce(0) { $0 + $1.count } == 2_503)
    }

    @Test func `many things are counts from afar and pins from near`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let finder = try site.account("aino_k")
        let author = try site.account("mikko")
        let places = spread(2_300)
        try site.app.site.database.write { database in
            for (number, place) in places.enumerated() {
                try site.addFoundNote(
                    "crowd-\(number)", from: author, at: place, foundBy: finder, in: database)
            }
        }
        let at = "lat=\(helsinki.latitude)&lon=\(helsinki.longitude)"
        for zoom in [2, 6, 11, 12.5] {
            try aino.get("/?\(at)&z=\(zoom)").gets(200)
            #expect(!aino.page.text.contains("class=\"pin pin-note\""), "\(zoom)")
            #expect(aino.page.text.contains("pin-count"))
            let counted = aino.page.text.matches(of: /<title>([0-9,]+|one) notes? here<\/title>/).reduce(0) {
                $0 + (Int($1.output.1.filter { $0 != "," }) ?? 1)
            }
            // The three notes that she found in the demo world, the four that she left, and all of the added ones.
            #expect(counted == 2_307, "\(zoom)")
        }
        try aino.get("/?\(at)&z=17")
        #expect(aino.page.text.contains("class=\"pin pin-note\" href=\"/notes/"))
        try aino.get("/archive?view=map&\(at)&z=11").gets(200).sees("Too many to list here")
        try aino.get("/archive?view=map&\(at)&z=18").gets(200).seesNot("Too many")
        #expect(aino.page.text.contains("data-pin=\"/notes/"))
    }
}
