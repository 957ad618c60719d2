import Proximity

/// Reads everything that can be searched for out of one vector tile.
struct TilePlaces {
    let tile: VectorTile
    let left, top, side: Double

    /// More than the densest real tile has; a tile with more is an attack.
    private static let most = 10_000
    /// Names of settlements come in a hundred languages.
    private static let mostOthers = 12
    private static let mostLetters = 80
    /// Kept first when there are too many languages.
    private static let usual = [
        "name", "name:en", "name_en", "name:fi", "name:sv", "name:de", "name_de", "name:fr", "name_int",
    ]

    /// The tile at a column and row, counted from the north.
    init(_ tile: VectorTile, zoom: Int, x: Int, y: Int) {
        self.tile = tile
        side = 1 / Double(1 << zoom)
        (left, top) = (Double(x) * side, Double(y) * side)
    }

    /// The parts of one street in the tile are one place.
    var places: [NamedPlace] {
        var found: [NamedPlace] = []
        let names = ["place", "aerodrome_label", "mountain_peak", "transportation_name", "water_name", "park", "poi"]
        for layer in names.flatMap({ tile.layers[$0] ?? [] }) {
            found += places(layer)
            if found.count > TilePlaces.most { return Array(found.prefix(TilePlaces.most)) }
        }
        return found
    }

    private struct Key: Hashable {
        let name: String
        let what: String
    }

    private struct Parts {
        var others: [String]
        let sort: NamedPlace.Sort
        var points: [Point]
    }

    private func places(_ layer: VectorTile.Layer) -> [NamedPlace] {
        var (lines, single, order) = ([Key: Parts](), [NamedPlace](), [Key]())
        let otherKeys = TilePlaces.otherKeys(layer)
        for feature in layer.features {
            let properties = tile.properties(feature, layer)
            let text = TilePlaces.clean(properties.name)
            guard !text.isEmpty, let (sort, what) = PlaceWords.kind(layer.name, text, properties) else { continue }
            let (points, others) = (points(feature, layer), TilePlaces.others(properties, otherKeys, but: text))
            if feature.kind == .point {
                single += points.compactMap { place(text, others, sort, what, at: $0) }
            } else {
                let key = Key(name: text, what: what)
                if lines[key] == nil { order.append(key) }
                lines[key, default: Parts(others: others, sort: sort, points: [])].points += points
            }
            guard single.count + order.count <= TilePlaces.most else { break }
        }
        return single
            + order.compactMap { key in
                lines[key].flatMap { parts in
                    TilePlaces.middle(parts.points).flatMap {
                        place(key.name, parts.others, parts.sort, key.what, at: $0)
                    }
                }
            }
    }

    private func place(
        _ name: String, _ others: [String], _ sort: NamedPlace.Sort, _ what: String, at point: Point
    ) -> NamedPlace? {
        let exact = WebMercator.place(Point(x: left + point.x * side, y: top + point.y * side))
        // As it is written in a file: a centimetre.
        func rounded(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }
        guard
            let coordinate = Coordinate(latitude: rounded(exact.latitude), longitude: rounded(exact.longitude))
        else { return nil }
        return NamedPlace(name: name, others: others, sort: sort, what: what, coordinate: coordinate)
    }

    /// The points inside of the tile, on its square of side 1: what lies beyond its edge is on another tile too.
    private func points(_ feature: VectorTile.Feature, _ layer: VectorTile.Layer) -> [Point] {
        let scale = 1 / Double(layer.extent)
        return tile.geometry(feature).joined().map { Point(x: $0.x * scale, y: $0.y * scale) }
            .filter { (0..<1).contains($0.x) && (0..<1).contains($0.y) }
    }

    /// The point nearest to the middle of all, so that it lies on the street.
    private static func middle(_ points: [Point]) -> Point? {
        let count = Double(max(1, points.count))
        let (x, y) = (points.reduce(0) { $0 + $1.x } / count, points.reduce(0) { $0 + $1.y } / count)
        func squared(_ point: Point) -> Double { (point.x - x) * (point.x - x) + (point.y - y) * (point.y - y) }
        return points.min { squared($0) < squared($1) }
    }

    /// The keys of other names in a layer, the usual ones first; most layers have none.
    private static func otherKeys(_ layer: VectorTile.Layer) -> [String] {
        let rest = layer.keys.filter { $0.hasPrefix("name:") && $0 != "name:latin" && !usual.contains($0) }.sorted()
        return usual.filter { layer.keys.contains($0) } + rest
    }

    /// The names of a feature in other languages.
    private static func others(_ properties: Properties, _ keys: [String], but name: String) -> [String] {
        var others: [String] = []
        for key in keys where others.count < mostOthers {
            let other = clean(properties[key])
            if !other.isEmpty, other != name, !others.contains(other) { others.append(other) }
        }
        return others
    }

    /// One line without control characters, with an end: a name with a thousand marks is one letter.
    private static func clean(_ text: String) -> String {
        if text.utf8.count <= mostLetters, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) { return text }
        let scalars = text.unicodeScalars.prefix(mostLetters).filter { $0.value >= 0x20 && $0.value != 0x7F }
        return String(String.UnicodeScalarView(scalars))
    }
}
