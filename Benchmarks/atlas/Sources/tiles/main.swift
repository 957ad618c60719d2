import Atlas
import Database
import Foundation
import PMTiles

// usage: tiles draw NAME SCHEMA FILE ZOOM X Y      draws the tile from the file again and again
//        tiles read PMTILES MBTILES                reads 1,000 random tiles of each, alternating
typealias Read = @Sendable (_ tile: TilePosition) throws -> [UInt8]?

func reader(_ path: String) throws -> Read {
    if path.hasSuffix(".pmtiles") {
        let archive = try PMTilesArchive(path: path)
        return { try archive.tile($0) }
    }
    let file = try ForeignFile(path: path, limits: .none)
    return { tile in
        let row = (1 << tile.zoom) - 1 - tile.y
        return try file.read(spread: tile.x &+ tile.y) {
            try $0.value(
                """
                SELECT tile_data FROM tiles
                WHERE zoom_level = \(tile.zoom) AND tile_column = \(tile.x) AND tile_row = \(row)
                """, as: [UInt8].self)
        }
    }
}

func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return (ContinuousClock.now - start) / .milliseconds(1)
}

func median(_ rounds: Int, _ body: () throws -> Void) rethrows -> Double {
    try (0..<rounds).map { _ in try milliseconds(body) }.sorted()[rounds / 2]
}

func draw(_ arguments: [String]) throws {
    let (name, path) = (arguments[0], arguments[2])
    let (schema, read) = (TileSchema.all.first { $0.name == arguments[1] }!, try reader(path))
    let numbers = arguments[3...].compactMap { Int($0) }
    let map = Basemap(
        tiles: { zoom, x, y in
            try read(TilePosition(zoom: zoom, x: x, y: y)).map {
                [BasemapTile(data: $0, bounds: .everywhere, schema: schema)]
            } ?? []
        }, maximumZoom: 15)
    let time = try median(61) { _ = try map.tile(zoom: numbers[0], x: numbers[1], y: numbers[2], theme: .light) }
    print(String(format: "bench atlas %@ cold tile p50: %.2f vs limit 60 ms = %.2f×", name, time, 60 / time))
}

func compare(_ archive: String, _ database: String) throws {
    let tiles = (0..<1_000).map { _ in
        TilePosition(zoom: 15, x: .random(in: 18_496..<18_605), y: .random(in: 9_188..<9_284))
    }
    let (ours, theirs) = (try reader(archive), try reader(database))
    var (first, second) = ([Double](), [Double]())
    for _ in 0..<5 {
        first.append(try milliseconds { for tile in tiles { _ = try ours(tile)! } })
        second.append(try milliseconds { for tile in tiles { _ = try theirs(tile)! } })
    }
    let (one, other) = (first.sorted()[2] / 1_000, second.sorted()[2] / 1_000)
    print(
        String(
            format: "bench atlas random tile of 200 MB, PMTiles: %.4f vs MBTiles %.4f ms = %.2f×", one, other,
            other / one))
}

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "draw" { try draw(Array(arguments.dropFirst())) } else { try compare(arguments[1], arguments[2]) }
