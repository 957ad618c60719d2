import Foundation
import Proximity
import Testing

@testable import Atlas

struct WorldTests {
    private static let packed = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Public/basemap/world.bin")

    private static let unpacked = (try? Data(contentsOf: packed)).flatMap { World(Array($0)) }

    private func world() throws -> World { try #require(WorldTests.unpacked) }

    private func tile(_ zoom: Int, x: Int, y: Int, data: [UInt8]? = nil) throws -> String {
        let map = Basemap(maximumZoom: 14, world: try world()) { _, _, _ in data }
        return try #require(try map.tile(zoom: zoom, x: x, y: y, theme: .light))
    }

    @Test func `the world is complete and its cities are sorted`() throws {
        let world = try world()
        #expect(world.lands.count > 1_000 && world.borders.count > 200)
        #expect(world.countries.count > 150 && world.cities.count > 20_000)
        #expect(zip(world.cities, world.cities.dropFirst()).allSatisfy { $0.population >= $1.population })
        let helsinki = try #require(world.cities.first { $0.name == "Helsinki" })
        #expect(helsinki.country == "FI")
        #expect(abs(helsinki.coordinate.latitude - 60.17) < 0.05 && abs(helsinki.coordinate.longitude - 24.94) < 0.05)
    }

    @Test func `far views show land and sea, near views show no crude coast`() throws {
        let far = try tile(3, x: 4, y: 2)
        #expect(far.contains(Theme.light.mapColours.water) && far.contains(Theme.light.mapColours.land))
        #expect(far.contains(">Poland</text>") && far.contains(">Moscow</text>"))
        let near = try tile(10, x: 582, y: 296)
        #expect(!near.contains(Theme.light.mapColours.water) && near.contains(Theme.light.palette.paper))
        #expect(near.contains(">Helsinki</text>"))
    }

    @Test func `a map of one town does not hide its country`() throws {
        var town = TileWriter()
        town.add(
            "place", [("class", "city"), ("name", "Smallville")], kind: 1, geometry: TileWriter.path([(2_000, 2_000)]))
        let far = try tile(4, x: 9, y: 4, data: town.bytes)
        #expect(far.contains("stroke=\"\(Theme.light.mapColours.boundary)\"") && !far.contains("Smallville"))
    }

    @Test func `a damaged pack is refused`() throws {
        let whole = Array(try Data(contentsOf: WorldTests.packed))
        for length in [0, 6, 7, 8, 100, 5_000, whole.count - 1] { #expect(World(Array(whole[..<length])) == nil) }
        #expect(World(Array("CAIRNW2".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01]) == nil)
        #expect(World(Array("CAIRNW2".utf8) + [1, 4, 0xFE, 0xFF, 0xFF, 0xFF, 0x0F, 0]) == nil)
    }
}
