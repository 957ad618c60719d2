import Atlas
import Database
import Proximity

/// Zones on the home map.
extension Zones: MapLayerSource {
    /// Most zones that one map shows, the largest ones.
    static let maxOnMap = 200

    var mapLayer: MapLayer {
        MapLayer(
            filter: MapFilter(name: "zones", words: "Zones", choices: [], rank: 60),
            isOffered: { database, _ in try ZoneQueries.isAny(database) },
            content: { database, viewer, viewport, _ in
                let zones = try ZoneQueries.within(
                    database, viewport.bounds, limit: Zones.maxOnMap, for: viewer.id)
                return MapContent(regions: zones.map { $0.region })
            },
            extent: { _, _ in [] })
    }
}

extension ZoneQueries {
    static func isAny(_ database: Reader) throws -> Bool {
        try database.exists("SELECT 1 FROM zone WHERE zone.position >= 0")
    }
}
