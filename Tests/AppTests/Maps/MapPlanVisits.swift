import Database
import Proximity

@testable import App

/// Where the plans of maps look.
enum MapPlan {
    static let bounds = Bounds(south: 60, west: 24, north: 61, east: 25) ?? .everywhere
}

extension PlanTests {
    /// What a map reads where it has many things: their points, and the pins of some of them.
    func visit(_ sources: [PinSource], _ site: TestSite) throws {
        let lists: [[Int64]] = [[1], [1, 2, 3]]
        try site.app.site.database.read { database in
            for source in sources {
                _ = try source.read(database, in: Covering.of(MapPlan.bounds), atMost: PinSource.maxWhole + 1)
                for ids in lists { _ = try source.named(database, ids) }
            }
        }
    }
}
