/// The parts of a vector tile that the gazetteer needs: its names with their places, and its seas.
public struct TileNames: Sendable {
    /// Something with a name. Its points lie on the square of side 1.
    struct Thing {
        let name: String
        let kind: Kind
        let path: [Point]
    }

    enum Kind: Equatable {
        /// A street or a square.
        case street
        /// A path, a cycle way or a drive: fewer people know its name.
        case way
        /// A building that people meet at.
        case landmark
        /// A park, by its middle.
        case park
        /// A park or a nature reserve, by its edge.
        case grounds
        /// A part of a town, or a hamlet.
        case quarter
        /// A farm or a rock: it names a spot, but no part of a town.
        case farm
        /// A city, a town or a village, and its radius in metres.
        case settlement(extent: Double)
    }

    let things: [Thing]
    /// Rings of the sea on the square of side 1.
    let seas: [[Point]]
    /// Whether the tile has a water layer, so that it can tell sea from land.
    let knowsWater: Bool

    /// Tiles of this zoom or closer are read for streets and buildings; others for settlements only.
    static let closeZoom = 12

    /// How many points are kept: the cost in a cache.
    public var pointCount: Int {
        things.reduce(0) { $0 + $1.path.count } + seas.reduce(0) { $0 + $1.count }
    }

    /// The names of the tile at a column and row, counted from the north.
    init(_ tile: VectorTile, zoom: Int, x: Int, y: Int) {
        let side = 1 / Double(1 << zoom)
        let reader = TileNameReader(tile: tile, left: Double(x) * side, top: Double(y) * side, side: side)
        let isClose = zoom >= TileNames.closeZoom
        things = (isClose ? ["place", "transportation_name", "poi", "park"] : ["place"]).flatMap { reader.things($0) }
        seas = isClose ? reader.seas : []
        knowsWater = isClose && tile.layers["water"] != nil
    }

    /// Whether a point of the square of side 1 lies in one of the seas.
    func isSea(_ point: Point) -> Bool { Ring.contain(seas, point) }
}

/// Reads names out of one tile.
private struct TileNameReader {
    let tile: VectorTile
    let left, top, side: Double

    func things(_ name: String) -> [TileNames.Thing] {
        (tile.layers[name] ?? []).flatMap { layer in layer.features.flatMap { things($0, layer) } }
    }

    private func things(_ feature: VectorTile.Feature, _ layer: VectorTile.Layer) -> [TileNames.Thing] {
        let properties = tile.properties(feature, layer)
        guard let kind = kind(layer.name, feature.kind, properties) else { return [] }
        // Selected and cut like the names that the map shows.
        let text = Labels.text(properties)
        guard !text.isEmpty else { return [] }
        return paths(feature, layer).map { TileNames.Thing(name: text, kind: kind, path: $0) }
    }

    var seas: [[Point]] {
        (tile.layers["water"] ?? []).flatMap { layer in
            layer.features.filter { $0.kind == .polygon && tile.properties($0, layer)["class"] == "ocean" }
                .flatMap { paths($0, layer) }
        }
    }

    private func paths(_ feature: VectorTile.Feature, _ layer: VectorTile.Layer) -> [[Point]] {
        let scale = side / Double(layer.extent)
        return tile.geometry(feature).map { part in
            part.map { Point(x: left + $0.x * scale, y: top + $0.y * scale) }
        }
    }

    private func kind(_ layer: String, _ shape: VectorTile.Kind, _ properties: Properties) -> TileNames.Kind? {
        switch (layer, shape) {
        case ("place", .point): settlement(properties["class"])
        case ("transportation_name", .line): street(properties["class"], properties["subclass"])
        // Squares; other points are exits of motorways.
        case ("transportation_name", .point): properties["subclass"] == "pedestrian" ? .street : nil
        case ("poi", .point): landmark(properties["class"], properties["subclass"])
        case ("park", .polygon): .grounds
        case ("park", .point): .park
        default: nil
        }
    }

    private func settlement(_ name: String) -> TileNames.Kind? {
        switch name {
        case "city": .settlement(extent: 10_000)
        case "town": .settlement(extent: 4_000)
        case "village": .settlement(extent: 1_500)
        case "suburb", "quarter", "neighbourhood", "hamlet", "island": .quarter
        case "isolated_dwelling", "islet": .farm
        default: nil
        }
    }

    private func street(_ name: String, _ subclass: String) -> TileNames.Kind? {
        switch name {
        case "motorway", "trunk", "primary", "secondary", "tertiary", "minor", "busway": .street
        // The schema has squares and pedestrian streets as paths.
        case "path", "track", "service": subclass == "pedestrian" ? .street : .way
        default: nil
        }
    }

    /// Buildings that people use to meet; no shops, stops or benches.
    private func landmark(_ name: String, _ subclass: String) -> TileNames.Kind? {
        if ["park", "garden", "cemetery", "zoo"].contains(where: { $0 == subclass || $0 == name }) { return .park }
        if TileNameReader.buildings.contains(name) { return .landmark }
        // Classes such as `library` and `railway` also contain shops and stops.
        return TileNameReader.buildings.contains(subclass) || TileNameReader.halls.contains(subclass) ? .landmark : nil
    }

    private static let buildings: Set = [
        "museum", "theatre", "castle", "stadium", "monument", "hospital", "college", "university", "place_of_worship",
        "cinema",
    ]
    private static let halls: Set = ["library", "townhall", "attraction", "station", "subway", "halt", "lighthouse"]
}

/// Areas described by their edges.
enum Ring {
    /// Whether a point lies in an odd number of rings: in an area and not in a hole of it.
    static func contain(_ rings: [[Point]], _ point: Point) -> Bool {
        rings.reduce(false) { $0 != contains($1, point) }
    }

    /// Whether a ray to the right crosses the ring an odd number of times.
    static func contains(_ ring: [Point], _ point: Point) -> Bool {
        guard var previous = ring.last else { return false }
        var isInside = false
        for next in ring {
            if (next.y > point.y) != (previous.y > point.y),
                point.x < (previous.x - next.x) * (point.y - next.y) / (previous.y - next.y) + next.x
            {
                isInside.toggle()
            }
            previous = next
        }
        return isInside
    }
}
