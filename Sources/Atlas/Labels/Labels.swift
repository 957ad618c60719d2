/// A candidate name for a map.
struct Label {
    /// What it names; decides its style.
    enum Kind: Int {
        case city, town, suburb, quarter, water, park, street, place, number
        /// Names of the built-in world: countries, cities of a million and smaller ones.
        case country, metropolis, settlement

        /// Whether a dot marks the place, with the name above it.
        var hasDot: Bool { self == .metropolis || self == .settlement }
    }

    let text: String
    let kind: Kind
    /// Smaller is more important.
    let rank: Double
    /// The place of a point's name, or the way of a street's name.
    let path: [Point]

    /// Font size in pixels.
    var size: Double {
        switch kind {
        case .city: 17
        case .town: 14
        case .metropolis: 13
        case .country, .settlement: 11.5
        case .suburb: 12.5
        case .quarter, .water, .park: 11.5
        case .street, .place: 11
        case .number: 9
        }
    }

    /// An upper bound for the width of the text, pixels: with 15 % added, because system fonts differ.
    var width: Double {
        let spacing = kind == .country ? 0.12 : 0
        return text.unicodeScalars.reduce(0) { $0 + Label.advance($1) + spacing } * size * 1.15
    }

    /// The width of a letter relative to the font size, from common sans-serif fonts, rounded up.
    private static func advance(_ scalar: Unicode.Scalar) -> Double {
        switch scalar.value {
        case 0x300...0x36F: 0
        case 0x20, 0x2E, 0x2C, 0x27, 0x69, 0x6A, 0x6C, 0x74, 0x66, 0x49: 0.32
        case 0x6D, 0x77, 0x4D, 0x57: 0.85
        case 0x41...0x5A: 0.66
        case 0x1100...0xFFDC, 0x1F000...0x3FFFF: 1
        default: 0.56
        }
    }
}

/// Finds the names in tiles.
enum Labels {
    /// Longer names are cut.
    private static let longest = 60
    /// More names than any real block of tiles has; a tile with more is an attack.
    private static let most = 20_000

    /// Every name that a block might show.
    static func candidates(_ sources: [TileSource], in block: Frame) -> [Label] {
        var labels: [Label] = []
        for source in sources {
            guard let tile = source.vector else { continue }
            let area = source.area(block, margin: 0)
            for name in ["place", "water_name", "transportation_name", "poi", "housenumber"] {
                guard let layer = tile.layers[name] else { continue }
                for feature in layer.features where labels.count < most {
                    // The name of a way stands where the whole way has most space, even outside the block.
                    guard feature.kind == .line || source.mayShow(feature, layer, in: block) else { continue }
                    let properties = tile.properties(feature, layer)
                    let text = name == "housenumber" ? cut(properties["housenumber"]) : Labels.text(properties)
                    guard !text.isEmpty, let (kind, rank) = style(name, properties, block.zoom) else { continue }
                    for part in source.geometry(feature, layer, block) {
                        for path in part.count == 1 ? [part].filter({ area.contains($0[0]) }) : area.line(part) {
                            labels.append(Label(text: text, kind: kind, rank: rank, path: path))
                        }
                    }
                }
            }
        }
        return WayJoining.joined(labels)
    }

    /// The name of a feature as it is written on the map.
    static func text(_ properties: Properties) -> String { cut(properties.name) }

    private static func cut(_ text: String) -> String { String(text.prefix(longest)) }

    private static func style(_ layer: String, _ properties: Properties, _ zoom: Double) -> (Label.Kind, Double)? {
        switch layer {
        case "place": return place(properties["class"], zoom)
        case "water_name": return properties["brunnel"] == "tunnel" ? nil : (.water, 20)
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
        case "museum", "theatre", "library", "town_hall", "castle", "attraction", "stadium", "monument":
            return zoom >= 15 ? (.place, 35 + rank / 100) : nil
        case "hospital", "college", "university", "place_of_worship", "cinema", "art_gallery", "music", "school":
            return zoom >= 16 ? (.place, 50 + rank / 100) : nil
        case "cafe", "bar", "beer", "restaurant", "fast_food", "ice_cream", "bakery", "lodging":
            return zoom >= 17 ? (.place, 60 + rank / 100) : nil
        default: return nil
        }
    }
}
