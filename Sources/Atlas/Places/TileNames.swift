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
    /// Parks, woods and lawns of some size, each by its rings on the square of side 1.
    let greens: [[[Point]]]
    /// Whether the tile has a water layer, so that it can tell sea from land.
    let knowsWater: Bool

    /// Tiles of this zoom or closer are read for streets and buildings; others for settlements only.
    static let closeZoom = 12

    /// How many points are kept: the cost in a cache.
    public var pointCount: Int {
        things.reduce(0) { $0 + $1.path.count } + seas.reduce(0) { $0 + $1.count }
            + greens.reduce(0) { $0 + $1.reduce(0) { $0 + $1.count } }
    }

    /// The names of the tile at a column and row, counted from the north.
    init(_ tile: VectorTile, zoom: Int, x: Int, y: Int) {
        let reader = TileNameReader(tile: tile, square: TileSquare(zoom: zoom, x: x, y: y))
        let isClose = zoom >= TileNames.closeZoom
        things = (isClose ? ["place", "transportation_name", "poi", "park"] : ["place"]).flatMap { reader.things($0) }
        seas = isClose ? reader.seas : []
        greens = isClose ? reader.greens : []
        knowsWater = isClose && tile.layers["water"] != nil
    }

    /// Whether a point of the square of side 1 lies in one of the seas.
    func isSea(_ point: Point) -> Bool { Ring.contain(seas, point) }

    /// Whether a point of the square of side 1 lies in a park, a wood or on a lawn.
    func isGreen(_ point: Point) -> Bool { greens.contains { Ring.contain($0, point) } }
}

/// Reads names out of one tile.
private struct TileNameReader {
    let tile: VectorTile
    let square: TileSquare

    func things(_ name: String) -> [TileNames.Thing] {
        (tile.layers[name] ?? []).flatMap { things(name, $0) }
    }

    private func things(_ name: String, _ layer: VectorTile.Layer) -> [TileNames.Thing] {
        layer.features.flatMap { feature -> [TileNames.Thing] in
            let properties = tile.properties(feature, layer)
            guard let kind = kind(name, shape: feature.kind, properties: properties) else { return [] }
            // Selected and cut like the names that the map shows.
            let text = Labels.text(properties)
            guard !text.isEmpty else { return [] }
            return square.paths(tile, feature: feature, layer: layer).map {
                TileNames.Thing(name: text, kind: kind, path: $0)
            }
        }
    }

    var seas: [[Point]] {
        (tile.layers["water"] ?? []).flatMap { layer in
            layer.features.filter { $0.kind == .polygon && tile.properties($0, layer)["class"] == "ocean" }
                .flatMap { square.paths(tile, feature: $0, layer: layer) }
        }
    }

    var greens: [[[Point]]] {
        ["landcover", "landuse", "park"].flatMap { name in
            (tile.layers[name] ?? []).flatMap { layer in
                layer.features.filter { isGreen(name, feature: $0, layer: layer) }.map {
                    square.paths(tile, feature: $0, layer: layer)
                }
                .filter { $0.contains(where: isWide) }
            }
        }
    }

    /// Whether the map draws it as grass or wood.
    private func isGreen(_ name: String, feature: VectorTile.Feature, layer: VectorTile.Layer) -> Bool {
        guard feature.kind == .polygon else { return false }
        let area = MapStyle.area(name, tile.properties(feature, layer), zoom: TileNameReader.drawnZoom)
        return area == .grass || area == .wood
    }

    private static let drawnZoom = 14.0
    /// A thirtieth of a tile, in tiles of zoom 14 some 40 m at 60° north: narrower lawns lie between houses.
    private static let narrowest = 1.0 / 30

    private func isWide(_ ring: [Point]) -> Bool {
        let (xs, ys) = (ring.map { $0.x }, ring.map { $0.y })
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return false }
        return min(right - left, bottom - top) >= square.side * TileNameReader.narrowest
    }

    private func kind(_ layer: String, shape: VectorTile.Kind, properties: Properties) -> TileNames.Kind? {
        switch (layer, shape) {
        case ("place", .point): settlement(properties["class"])
        case ("transportation_name", .line), ("transportation_name", .point):
            street(properties["class"], properties["subclass"])
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
