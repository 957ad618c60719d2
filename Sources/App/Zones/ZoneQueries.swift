import Database
import Foundation
import Media
import Proximity
import ZoneFiles

/// SQL on zones.
enum ZoneQueries {
    /// Most zones around one place that are looked at, the smallest first.
    static let mostAround = 100
    static let pageSize = 100

    static let columns: SQL = """
        zone.id AS id, zone.name AS name, zone.colour AS colour, zone.lat AS lat, zone.lon AS lon,
          zone.radius_m AS radius_m, zone.polygon AS polygon, zone.size AS size, zone.position AS position,
          zone.cover AS cover
        """

    static func zone(_ row: Row) throws -> Zone {
        let polygon: String? = try row["polygon"]
        let radius: Double = try row["radius_m"]
        let cover: String? = try row["cover"]
        let fence =
            try polygon.map { try ZoneQueries.fence($0) } ?? Fence(centre: try row.coordinate(), radius: Metres(radius))
        return Zone(
            id: try row["id"], name: try row["name"], colour: try row["colour"], fence: fence,
            position: try row["position"], size: try row["size"], cover: cover.flatMap { MediaName($0) })
    }

    /// Polygons that were read: positions ask for the same ones again and again.
    private static let fences = LRUCache<String, Fence>(limit: 1_000)

    private static func fence(_ polygon: String) throws -> Fence {
        try fences.value(polygon) { Fence(try GeoJSON.polygon(polygon)) }
    }

    /// Adds a zone after all others.
    static func insert(_ database: Writer, _ zone: NewZone, submission: String, _ now: Timestamp) throws -> ID<Zone> {
        let id = try database.newID(Zone.self)
        let shape = Shape(zone.fence)
        try database.execute(
            """
            INSERT INTO zone (id, submission, name, colour, lat, lon, radius_m, polygon, size, position, created_at)
            VALUES (\(id), \(submission), \(zone.name), \(zone.colour), \(shape.centre.latitude),
              \(shape.centre.longitude), \(shape.radius), \(shape.polygon), \(zone.size),
              coalesce(\(zone.position), (SELECT max(last.position) + 1 FROM zone AS last), 0), \(now))
            """)
        try insertCells(database, id, zone.cells)
        return id
    }

    /// The zone that a form made; nil if it made none.
    static func made(_ database: Reader, by submission: String) throws -> ID<Zone>? {
        try database.value("SELECT id FROM zone WHERE submission = \(submission)")
    }

    static func update(_ database: Writer, _ id: ID<Zone>, _ zone: NewZone) throws {
        let shape = Shape(zone.fence)
        try database.execute(
            """
            UPDATE zone SET name = \(zone.name), colour = \(zone.colour), lat = \(shape.centre.latitude),
              lon = \(shape.centre.longitude), radius_m = \(shape.radius), polygon = \(shape.polygon),
              size = \(zone.size), position = coalesce(\(zone.position), position)
            WHERE id = \(id)
            """)
        try database.execute("DELETE FROM zone_cell WHERE zone_id = \(id)")
        try insertCells(database, id, zone.cells)
    }

    static func delete(_ database: Writer, _ id: ID<Zone>) throws -> Bool {
        try database.execute("DELETE FROM zone WHERE id = \(id)") > 0
    }

    private static func insertCells(_ database: Writer, _ id: ID<Zone>, _ covering: Covering) throws {
        for cell in covering.cells {
            try database.execute("INSERT INTO zone_cell (cell, zone_id) VALUES (\(cell.signed), \(id))")
        }
    }

    /// The columns of an area.
    private struct Shape {
        let centre: Coordinate
        let radius: Double
        let polygon: String?

        init(_ fence: Fence) {
            switch fence.area {
            case .circle(let centre, let radius): (self.centre, self.radius, polygon) = (centre, radius.value, nil)
            case .polygon(let shape):
                (centre, radius) = (shape.surroundingCircle.centre, shape.surroundingCircle.radius.value)
                polygon = GeoJSON.text(shape)
            }
        }
    }
}

/// Which zones there are.
extension ZoneQueries {
    static func zone(_ database: Reader, _ id: ID<Zone>) throws -> Zone? {
        try database.first("SELECT \(columns) FROM zone WHERE zone.id = \(id)") { try zone($0) }
    }

    static func zones(_ database: Reader, _ ids: [ID<Zone>]) throws -> [Zone] {
        ids.isEmpty ? [] : try database.all("SELECT \(columns) FROM zone WHERE zone.id IN \(ids)") { try zone($0) }
    }

    /// A page of all zones, in their order, after one of them.
    static func page(_ database: Reader, after last: Zone?) throws -> [Zone] {
        let (position, id) = (last?.position ?? 0, last?.id ?? ID(rawValue: 0))
        return try database.all(
            """
            SELECT \(columns) FROM zone
            WHERE zone.position >= \(position) AND (zone.position > \(position) OR zone.id > \(id))
            ORDER BY zone.position, zone.id LIMIT \(pageSize + 1)
            """
        ) { try zone($0) }
    }

    /// The zones in which one of some places lies or nearly lies, the smallest first. A place on the edge of many is asked for each.
    static func around(_ database: Reader, _ places: [Coordinate]) throws -> [Zone] {
        guard !places.isEmpty else { return [] }
        let cells = Set(places.flatMap { levels(of: $0) }).sorted()
        return try database.all(
            """
            SELECT \(columns) FROM zone WHERE zone.id IN (SELECT zone_id FROM zone_cell WHERE cell IN \(cells))
            ORDER BY zone.size, zone.id LIMIT \(mostAround * places.count)
            """
        ) { try zone($0) }
    }

    /// The ids of all cells that hold a place, one for each level.
    static func levels(of place: Coordinate) -> [Int64] {
        let leaf = CellID(place)
        return (0...CellID.deepestLevel).map { leaf.parent($0).signed }
    }

    /// Most cells in a box that are looked at. Where there are more, the largest zones of all are shown in any case.
    private static let mostCells = 4_000

    /// Zones that a box may show, the largest first, so that small ones lie over them. Costs no more with more of them.
    static func within(_ database: Reader, _ bounds: Bounds, limit: Int) throws -> [Zone] {
        let covering = Covering.of(bounds)
        let above = Set(covering.cells.flatMap { cell in (0...cell.level).map { cell.parent($0).signed } })
        return try database.all(
            """
            SELECT \(columns) FROM zone WHERE zone.id IN (
              SELECT near.zone_id FROM (
                SELECT zone_cell.zone_id AS zone_id FROM \(covering.spans) CROSS JOIN zone_cell
                ON zone_cell.cell BETWEEN span.low AND span.high LIMIT \(mostCells)) AS near
              UNION SELECT zone_id FROM zone_cell WHERE cell IN \(Array(above))
              UNION SELECT near.id FROM (
                SELECT id FROM zone WHERE size >= 0 ORDER BY size DESC LIMIT \(limit)) AS near)
            ORDER BY zone.size DESC, zone.id LIMIT \(mostCells)
            """
        ) { try zone($0) }.filter { $0.bounds.intersects(bounds) }.prefix(limit).map { $0 }
    }
}

extension Fence {
    /// Cells that hold every place at which a device may enter or leave.
    var cells: Covering { Covering.of(centre: reach.centre, radius: reach.radius) }
}
