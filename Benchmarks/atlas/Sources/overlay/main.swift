import Atlas
import Database
import Foundation
import Proximity

// usage: overlay FOLDER [THINGS]: the overlay of a map over a million public things in their own table, from a street
// to the world: rows or counts from the database, then the SVG. Also cached tiles.
let folder = CommandLine.arguments[1]
let things = CommandLine.arguments.count > 2 ? Int(CommandLine.arguments[2])! : 1_000_000
let helsinki = Coordinate(latitude: 60.1710, longitude: 24.9440)!
let layer = GridCounts.Layer(name: "things", owner: 0)

func median(_ rounds: Int = 51, _ body: () throws -> Void) rethrows -> Double {
    let times = try (0..<rounds).map { _ in
        let start = ContinuousClock.now
        try body()
        return (ContinuousClock.now - start) / .milliseconds(1)
    }
    return times.sorted()[rounds / 2]
}

func line(_ what: String, ours: Double, peer: String, theirs: Double, unit: String, more: Bool = false) {
    func text(_ value: Double) -> String { String(format: value < 1_000 ? "%.2f" : "%.0f", value) }
    let ratio = more ? ours / theirs : theirs / ours
    print("bench atlas \(what): \(text(ours)) vs \(peer) \(text(theirs)) \(unit) = \(String(format: "%.2f", ratio))×")
}

/// A third around Helsinki, a third around a thousand other towns, a third anywhere.
func places() -> [Coordinate] {
    var random = SystemRandomNumberGenerator()
    func anywhere() -> Coordinate {
        Coordinate(
            latitude: .random(in: -60...75, using: &random), longitude: .random(in: -180..<180, using: &random))!
    }
    let towns = (0..<1_000).map { _ in anywhere() }
    return (0..<things).map { number in
        if number % 3 == 0 { return anywhere() }
        let centre = number % 3 == 1 ? helsinki : towns.randomElement(using: &random)!
        let distance = Metres(30_000 * pow(.random(in: 0..<1, using: &random), 2))
        return centre.destination(bearing: Degrees(.random(in: 0..<360, using: &random)), distance: distance)
    }
}

func fill(_ database: Database, _ places: [Coordinate]) throws {
    try database.write { database in
        for (number, place) in places.enumerated() {
            try database.execute(
                """
                INSERT INTO thing (id, cell, lat, lon) VALUES
                (\(number + 1), \(CellID(place).signed), \(place.latitude), \(place.longitude))
                """)
        }
    }
    // The result of GridCounts.add, computed in bulk: a thousandth of a million single calls is timed below.
    for level in stride(from: 2, through: PinGrid.deepest, by: 2) {
        let counts = CellCount.merged(
            places.map {
                let point = GridPoint($0)
                return CellCount(cell: GridCell(point, level: level), count: 1, sum: (point.x, point.y))
            }, level: level)
        try database.write { database in
            for count in counts {
                try database.execute(
                    """
                    INSERT INTO grid_count (layer, owner_id, cell, things, x_sum, y_sum) VALUES (\(layer.name),
                      \(layer.owner), \(count.cell.number), \(count.count), \(count.sum.x), \(count.sum.y))
                    """)
            }
        }
    }
}

func overlay(_ viewport: Viewport, _ database: Database) throws -> (svg: String, isCounted: Bool) {
    var drawing = MapDrawing(viewport: viewport, pins: [])
    let crowd = try database.read { database -> [CellCount]? in
        if let crowd = try GridCounts.amount(database, layer, in: viewport).counts { return crowd }
        let area = Covering.of(viewport.bounds)
        drawing.pins = try database.all(
            """
            SELECT id, lat, lon FROM \(SQL.spans(area.signedRanges)) JOIN thing ON cell BETWEEN span.low AND span.high
            LIMIT 4000
            """
        ) { row in
            let id: Int = try row["id"]
            let place = Coordinate(latitude: try row["lat"], longitude: try row["lon"])
            return Pin(kind: .relic, coordinate: place ?? helsinki, title: "Relic by somebody", href: "/relics/\(id)")
        }
        return nil
    }
    drawing.clusters = (crowd ?? []).map { PinCluster(kind: .relic, count: $0) }
    drawing.tileAddress = { "/atlas/\($0)/\($1)/\($2).svg?v=0123456789&theme=\($3.rawValue)" }
    drawing.clusterAddress = {
        "/?lat=\(($0.latitude * 100).rounded() / 100)&lon=\(($0.longitude * 100).rounded() / 100)&z=\($1)"
    }
    return (drawing.svg(), crowd != nil)
}

/// The zoom at which a frame around a place in Helsinki shows about this many things.
func zoom(showing wanted: Int, _ places: [Coordinate], _ centre: Coordinate) -> Double {
    stride(from: 19.0, to: 4, by: -0.1).first { zoom in
        let bounds = Viewport(centre: centre, zoom: zoom, width: 1_600, height: 1_200).bounds
        return places.reduce(0) { $0 + (bounds.contains($1) ? 1 : 0) } >= wanted
    } ?? 4
}

let thingsTable = Migration(
    90, id: "2026-11-21 things",
    statements: [
        "CREATE TABLE thing (id BIGINT PRIMARY KEY, cell BIGINT NOT NULL, lat DOUBLE PRECISION, lon DOUBLE PRECISION)",
        "CREATE INDEX thing_by_cell ON thing (cell)",
    ])
let database = try Database(
    path: folder + "/overlay.sqlite", migrations: MapSchema.migrations + [thingsTable], clock: { 1_800_000_000_000 })
let all = places()
try fill(database, all)
let near = helsinki.destination(bearing: Degrees(60), distance: 2_500)
let street = zoom(showing: 200, all, near)
for (name, viewport) in [
    ("200 pins in view", Viewport(centre: near, zoom: street, width: 1_600, height: 1_200)),
    ("town", Viewport(centre: helsinki, zoom: 12, width: 1_600, height: 1_200)),
    ("country", Viewport(centre: helsinki, zoom: 6, width: 1_600, height: 1_200)),
    ("world", Viewport(centre: helsinki, zoom: 1, width: 1_600, height: 1_200)),
] {
    var drawn = (svg: "", isCounted: false)
    let time = try median { drawn = try overlay(viewport, database) }
    line(
        "overlay of \(things) things, \(name)\(drawn.isCounted ? ", counted" : ""), p50", ours: time, peer: "limit",
        theirs: 15, unit: "ms")
    line(
        "overlay of \(things) things, \(name), size", ours: Double(drawn.svg.utf8.count), peer: "limit", theirs: 60_000,
        unit: "bytes")
}
let added = try median(5) {
    try database.write { database in
        for place in all.prefix(1_000) { try GridCounts.add(database, layer, place: place) }
    }
}
print("bench atlas counting one thing in: \(String(format: "%.1f", added)) µs")

let svg = Array(String(repeating: "<path d=\"M12 34L56 78\"/>", count: 5_000).utf8)
let files = TileFiles(folder: folder + "/tiles", version: "a", limit: TileFiles.Usage(bytes: 512 << 20, files: 10_000))
let addresses = (0..<200).map { TileAddress(zoom: 14, x: $0, y: 0, theme: .light)! }
let first = TileCache(limit: 32 << 20, files: files)
for address in addresses { _ = try! first.tile(address) { svg } }
let memory = median(11) { for address in addresses { _ = try! first.tile(address) { nil } } }
let disk = median(11) {
    let second = TileCache(limit: 32 << 20, files: files)
    for address in addresses { _ = try! second.tile(address) { nil } }
}
line("warm tiles a second, memory", ours: 200 / memory * 1_000, peer: "limit", theirs: 1_000, unit: "tiles", more: true)
line(
    "warm tiles a second, disk after a restart", ours: 200 / disk * 1_000, peer: "limit", theirs: 1_000, unit: "tiles",
    more: true)
