/// Finds the names and symbols in tiles.
enum Labels {
    /// Longer names are cut.
    private static let longest = 60
    /// More names than any real block of tiles has; a tile with more is an attack.
    private static let most = 20_000

    /// The layers with names, and the zoom from which any of them is shown.
    private static let layers = [
        ("place", 0.0), ("water_name", 0), ("transportation_name", 13), ("poi", 13.5), ("housenumber", 17.5),
    ]

    /// Every name and symbol that a block might show.
    static func candidates(_ sources: [TileSource], in block: Frame) -> [Label] {
        var labels: [Label] = []
        for source in sources {
            guard let tile = source.vector else { continue }
            let over = sources.filter { $0.depth < source.depth }.map { $0.area(block, margin: 0) }
            for (name, least) in layers where block.zoom >= least {
                let area = area(of: name, source, block)
                for layer in tile.layers[name] ?? [] {
                    labels += candidates(of: layer, source, area: area, in: block, limit: most - labels.count) { path in
                        !over.contains { $0.contains(path[path.count / 2]) }
                    }
                }
            }
        }
        return WayJoining.joined(labels)
    }

    /// The names and symbols of a layer.
    private static func candidates(
        of layer: VectorTile.Layer, _ source: TileSource, area: Clipping, in block: Frame, limit: Int,
        where isFree: ([Point]) -> Bool
    ) -> [Label] {
        guard let tile = source.vector else { return [] }
        var labels: [Label] = []
        for feature in layer.features where labels.count < limit {
            // The name of a way stands where the whole way has most space, even outside the block.
            guard feature.kind == .line || source.mayShow(feature, layer, in: block) else { continue }
            guard let label = label(tile.properties(feature, layer), block.zoom) else { continue }
            for part in source.geometry(feature, layer, block) {
                for path in part.count == 1 ? [part].filter({ area.contains($0[0]) }) : area.line(part)
                where isFree(path) {
                    labels.append(label.moved(to: path))
                }
            }
        }
        return labels
    }

    /// Where a layer's names may stand: the names of streets fade with them, and towns keep theirs to the edge.
    private static func area(of layer: String, _ source: TileSource, _ block: Frame) -> Clipping {
        let area = source.area(block, margin: 0)
        guard layer != "place", let cover = source.cover?.moved(-block.left, -block.top) else { return area }
        return area.intersection(MapEdge(cover: cover).readable)
    }

    /// The name of a feature as it is written on the map.
    static func text(_ properties: Properties) -> String { cut(properties.name) }

    private static func cut(_ text: String) -> String { String(text.prefix(longest)) }

    /// A feature's name and symbol, without a place; nil for a feature that has neither.
    private static func label(_ properties: Properties, _ zoom: Double) -> Label? {
        let layer = properties.layer.name
        if layer == "poi", zoom >= symbolZoom, let symbol = MapSymbol(properties) {
            let name = zoom >= symbol.nameZoom ? text(properties) : ""
            return Label(text: name, kind: .place, rank: symbol.rank, path: [], symbol: symbol)
        }
        guard let (kind, rank) = style(layer, properties, zoom) else { return nil }
        let text = layer == "housenumber" ? cut(properties["housenumber"]) : text(properties)
        return text.isEmpty ? nil : Label(text: text, kind: kind, rank: rank, path: [])
    }

    /// Symbols are drawn from this zoom on.
    private static let symbolZoom = 16.0

    private static func style(_ layer: String, _ properties: Properties, _ zoom: Double) -> (Label.Kind, Double)? {
        switch layer {
        case "place": return place(properties["class"], zoom)
        case "water_name": return properties.isTunnel ? nil : (.water, 20)
        case "transportation_name":
            switch properties["class"] {
            case "motorway", "trunk", "primary", "secondary": return zoom >= 13 ? (.street, 30) : nil
            case "tertiary": return zoom >= 14 ? (.street, 31) : nil
            case "minor": return zoom >= 14.5 ? (.street, 32) : nil
            case "service", "path", "track": return zoom >= 16 ? (.street, 40) : nil
            default: return nil
            }
        case "poi": return point(properties, zoom)
        case "housenumber": return zoom >= 17.5 ? (.number, 90) : nil
        default: return nil
        }
    }

    private static func place(_ name: String, _ zoom: Double) -> (Label.Kind, Double)? {
        switch name {
        case "city": zoom <= 14.5 ? (.city, 0) : nil
        case "town": zoom <= 15 ? (.town, 1) : nil
        case "village": zoom >= 9 ? (.town, 2) : nil
        case "suburb": zoom >= 11 ? (.suburb, 3) : nil
        case "quarter", "neighbourhood", "hamlet", "island": zoom >= 13 ? (.quarter, 4) : nil
        default: nil
        }
    }

    /// Places that people use to meet; shops and bollards are left out.
    private static func point(_ properties: Properties, _ zoom: Double) -> (Label.Kind, Double)? {
        let rank = properties.number("rank") ?? 30
        switch properties["class"] {
        case "park", "garden", "cemetery", "zoo": return zoom >= 14.5 ? (.park, 25) : nil
        case "railway":
            guard properties["subclass"] == "station" || properties["subclass"] == "subway" else { return nil }
            return zoom >= 13.5 ? (.place, 26) : nil
        case "library": return properties["subclass"] == "library" && zoom >= 15 ? (.place, 35 + rank / 100) : nil
        // Statues stand at every corner.
        case "art_gallery" where properties["subclass"] == "artwork":
            return zoom >= 18 ? (.place, 55 + rank / 100) : nil
        case "museum", "theatre", "town_hall", "castle", "attraction", "stadium", "monument":
            return zoom >= 15 ? (.place, 35 + rank / 100) : nil
        case "hospital", "college", "university", "place_of_worship", "cinema", "art_gallery", "music", "school":
            return zoom >= 16 ? (.place, 50 + rank / 100) : nil
        case "cafe", "bar", "beer", "restaurant", "fast_food", "ice_cream", "bakery", "lodging":
            return zoom >= 17 ? (.place, 60 + rank / 100) : nil
        default: return nil
        }
    }
}
