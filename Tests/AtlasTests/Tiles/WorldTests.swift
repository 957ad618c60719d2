import Foundation
import Testing

@testable import Atlas

struct WorldTests {
    private static let packed = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Public/basemap/world.bin")

    private func world() throws -> World { try #require(World(Array(try Data(contentsOf: WorldTests.packed)))) }

    private func tile(_ zoom: Int, _ x: Int, _ y: Int, data: [UInt8]? = nil) throws -> String {
        let map = Basemap(maximumZoom: 14, world: try world()) { _, _, _ in data }
        return try #require(map.tile(zoom: zoom, x: x, y: y, theme: .light))
    }

    @Test func `the world is whole and its cities are in order`() throws {
        let world = try world()
        #expect(world.rings.count > 1_000 && world.cities.count > 20_000)
        #expect(zip(world.cities, world.cities.dropFirst()).allSatisfy { $0.population >= $1.population })
        let helsinki = try #require(world.cities.first { $0.name == "Helsinki" })
        #expect(abs(helsinki.coordinate.latitude - 60.17) < 0.05 && abs(helsinki.coordinate.longitude - 24.94) < 0.05)
    }

    @Test func `from far there are lands and seas, from near there is no crude coast`() throws {
        let far = try tile(3, 4, 2)
        #expect(far.contains(Theme.light.mapColours.water) && far.contains(Theme.light.mapColours.land))
        #expect(far.contains(">Warsaw</text>") || far.contains(">Moscow</text>") || far.contains(">Kyiv</text>"))
        let near = try tile(10, 582, 296)
        #expect(!near.contains(Theme.light.mapColours.water) && near.contains(Theme.light.palette.paper))
    }

    @Test func `a map of one town does not paint its country over`() throws {
        var town = TileWriter()
        town.add(
            "place", [("class", "city"), ("name", "Smallville")], kind: 1, geometry: TileWriter.path([(2_000, 2_000)]))
        let far = try tile(4, 9, 4, data: town.bytes)
        #expect(far.contains("stroke=\"\(Theme.light.mapColours.boundary)\"") && !far.contains("Smallville"))
    }

    @Test func `a damaged pack is no world`() throws {
        let whole = Array(try Data(contentsOf: WorldTests.packed))
        for length in [0, 6, 7, 8, 100, 5_000, whole.count - 1] { #expect(World(Array(whole[..<length])) == nil) }
        #expect(World(Array("CAIRNW1".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01]) == nil)
        #expect(World(Array("CAIRNW1".utf8) + [1, 4, 0xFE, 0xFF, 0xFF, 0xFF, 0x0F, 0]) == nil)
    }
}
