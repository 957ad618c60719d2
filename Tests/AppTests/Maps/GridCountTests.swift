import Atlas
import Database
import Foundation
import Proximity
import Testing

@testable import App

/// What maps show when there are too many things to draw.
struct GridCountTests {
    private let helsinki = DemoCast.Place.railwaySquare.coordinate
    private let layer = GridCounts.Layer(name: "test", owner: 7)

    private func spread(_ count: Int) -> [Coordinate] { GridCountTests.spread(count, around: helsinki) }

    /// Some different places around one.
    static func spread(_ count: Int, around middle: Coordinate) -> [Coordinate] {
        // The golden angle: spreads evenly, no two at one place, the same in every run.
        (0..<count).map { number in
            middle.destination(
                bearing: Degrees(Double(number) * 137.507_764), distance: Metres(25 * Double(number).squareRoot()))
        }
    }

    @Test func `counts follow additions and removals down to zero`() throws {
        let site = try TestSite.empty()
        let places = spread(2_500)
        let world = Viewport(centre: helsinki, zoom: 1, width: 800, height: 600)
        try site.app.site.database.write { database in
            for place in places { try GridCounts.add(database, layer, place: place) }
        }
        func total() throws -> Int? {
            try site.app.site.database.read {
                try GridCounts.amount($0, layer, in: world).counts?.reduce(0) { $0 + $1.count }
            }
        }
        #expect(try total() == 2_500)
        try site.app.site.database.write { database in
            for place in places.prefix(499) { try GridCounts.remove(database, layer, place: place) }
        }
        #expect(try total() == 2_001)
        try site.app.site.database.write { database in
            for place in places.dropFirst(499) { try GridCounts.remove(database, layer, place: place) }
            // Removing a thing that was never added changes nothing.
            try GridCounts.remove(database, layer, place: helsinki)
        }
        #expect(try total() == nil)
        #expect(try site.app.site.database.read { try $0.value("SELECT count(*) FROM grid_count", as: Int.self) } == 0)
    }

    @Test func `things of other owners are not counted`() throws {
        let site = try TestSite.empty()
        try site.app.site.database.write { database in
            for place in spread(2_100) { try GridCounts.add(database, layer, place: place) }
        }
        let world = Viewport(centre: helsinki, zoom: 1, width: 800, height: 600)
        for other in [GridCounts.Layer(name: "test", owner: 8), GridCounts.Layer(name: "other", owner: 7)] {
            #expect(try site.app.site.database.read { try GridCounts.amount($0, other, in: world).counts } == nil)
        }
    }

    @Test func `the map shows everything at once, from a street to the world`() throws {
        let site = try TestSite.empty()
        let database = site.app.site.database
        let near = [0.0, 90, 180].map { helsinki.destination(bearing: Degrees($0), distance: 300) }
        try database.write { database in for place in near { try GridCounts.add(database, layer, place: place) } }
        let street = try database.read { try GridCounts.extent($0, layer) }
        #expect(street.count == 3 && street.allSatisfy { $0.middle.distance(to: helsinki).value < 301 })
        try database.write { database in
            for place in spread(2_500) { try GridCounts.add(database, layer, place: place) }
        }
        let clusters = try database.read { try GridCounts.extent($0, layer) }
        #expect((20...500).contains(clusters.count) && clusters.reduce(0) { $0 + $1.count } == 2_503)
    }
}
