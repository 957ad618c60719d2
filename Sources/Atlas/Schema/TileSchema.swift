/// The names in which vector tiles say what their features are. Everything in this module speaks of the layers and classes
/// of OpenMapTiles; tiles in other schemas are read through a table of rules.
public struct TileSchema: Sendable {
    /// As its project writes it.
    public let name: String
    /// Rules by the layer of the file. None for OpenMapTiles itself.
    let rules: [String: [TileRule]]
    /// The tags that say what a feature is, the first that it has; by the layer of the file.
    let kindKeys: [String: [String]]
    /// The tag that says more; "" for none.
    let detailKey: String
    /// Tags of OpenMapTiles that have another name.
    let aliases: [String: String]
    /// A tag that is true, or a number below 0, under the ground.
    let tunnelKeys: [String]

    /// The schema of openmaptiles.org: tilemaker, planetiler, OpenFreeMap.
    public static let openMapTiles = TileSchema(name: "OpenMapTiles", rules: [])
    /// The basemap of protomaps.com, version 4.
    public static let protomaps = TileSchema(
        name: "Protomaps", rules: TileRule.protomaps, detailKey: "kind_detail",
        aliases: ["admin_level": "kind_detail", "housenumber": "addr_housenumber", "rank": "min_zoom"],
        tunnelKeys: ["is_tunnel", "layer"])
    /// The schema of shortbread-tiles.org, version 1: Geofabrik, VersaTiles.
    public static let shortbread = TileSchema(
        name: "Shortbread", rules: TileRule.shortbread,
        kindKeys: ["pois": ["amenity", "tourism", "historic", "leisure", "shop", "man_made", "office"]],
        tunnelKeys: ["tunnel"])

    /// Those that can be drawn.
    public static let all = [openMapTiles, protomaps, shortbread]

    /// Their names, for people.
    public static let names = "OpenMapTiles, of Protomaps 4 or of Shortbread 1"

    init(
        name: String, rules: [TileRule], kindKeys: [String: [String]] = [:], detailKey: String = "",
        aliases: [String: String] = [:], tunnelKeys: [String] = []
    ) {
        self.name = name
        self.rules = Dictionary(grouping: rules) { $0.source }
        (self.kindKeys, self.detailKey, self.aliases, self.tunnelKeys) = (kindKeys, detailKey, aliases, tunnelKeys)
    }

    /// The schema of a map by the layers it has; nil for one that none of the three knows.
    public static func of(layers: some Sequence<String>) -> TileSchema? {
        let layers = Set(layers)
        if !layers.isDisjoint(with: ["streets", "street_labels", "place_labels"]) { return shortbread }
        // Tilezen and older versions of Protomaps share some names, and say what things are in other words.
        let isOther = !layers.isDisjoint(with: ["transit", "physical_line", "physical_point", "natural"])
        if !layers.isDisjoint(with: ["roads", "earth"]) { return isOther ? nil : protomaps }
        let known = MapStyle.layers + ["place", "poi", "transportation_name", "water_name", "housenumber"]
        return layers.isDisjoint(with: known) ? nil : openMapTiles
    }

    fileprivate static let defaultKindKeys = ["kind"]

    /// The tags that say what the features of a layer are.
    func kindKeys(of layer: String) -> [String] { kindKeys[layer] ?? TileSchema.defaultKindKeys }
}

/// What some features of a schema are in the words of OpenMapTiles.
struct TileRule: Sendable {
    /// Where a class comes from.
    enum Naming: Sendable, Equatable {
        case fixed(String)
        /// The feature's kind itself, or its detail without "_link".
        case kind, detail
        /// That of a settlement with so many inhabitants.
        case population
    }

    /// What must be true of a feature besides its kind.
    enum Condition: Sendable {
        case always
        case isNot(String)
        case number(String, Double)
    }

    /// The layer of the file.
    let source: String
    let shape: VectorTile.Kind
    /// Any kind if empty.
    let kinds: Set<String>
    /// Any detail if empty.
    let details: Set<String>
    let condition: Condition
    /// The layer of OpenMapTiles.
    let layer: String
    let name, subclass: Naming

    /// - Parameters:
    ///   - kinds: separated by blanks; "" for any.
    ///   - details: likewise.
    init(
        _ source: String, shape: VectorTile.Kind, kinds: String = "", details: String = "",
        if condition: Condition = .always, is layer: String, name: Naming = .kind, subclass: Naming = .kind
    ) {
        func words(_ text: String) -> Set<String> { Set(text.split(separator: " ").map { String($0) }) }
        (self.source, self.shape, self.condition) = (source, shape, condition)
        (self.kinds, self.details) = (words(kinds), words(details))
        (self.layer, self.name, self.subclass) = (layer, name, subclass)
    }

    func fits(_ kind: String, detail: String, shape: VectorTile.Kind) -> Bool {
        shape == self.shape && (kinds.isEmpty || kinds.contains(kind))
            && (details.isEmpty || details.contains(detail))
    }
}

extension TileSchema {
    /// The names of a vector tile's layers; none for an image or a damaged tile.
    public static func layers(of tile: [UInt8]) -> [String] {
        guard let opened = VectorTile(tile) else { return [] }
        return opened.layers.keys.sorted()
    }
}
