import Decompression

/// A parsed vector tile (Mapbox Vector Tile specification 2.1). Geometry stays encoded until a layer of the map's style
/// needs it.
struct VectorTile {
    private let bytes: [UInt8]
    /// By the name that OpenMapTiles gives them: of another schema, several layers of the file can be one of these.
    let layers: [String: [Layer]]

    /// The value of a tag.
    enum Value: Equatable {
        case text(String)
        case number(Double)
        case flag(Bool)
    }

    enum Kind: UInt64 {
        case unknown, point, line, polygon
    }

    struct Layer {
        var name = ""
        var extent = 4_096
        var keys: [String] = []
        var values: [Value] = []
        var features: [Feature] = []
        /// In whose words the tags are.
        var schema = TileSchema.openMapTiles
        /// What features of another schema are.
        var mapped: [SchemaReader.Mapped] = []
    }

    struct Feature {
        var kind = Kind.unknown
        var tags: Range<Int> = 0..<0
        var geometry: Range<Int> = 0..<0
        /// The index of what it is in another schema; else none.
        var mapped: Int?
    }

    /// The limit on what is read of one tile; the rest is skipped. A hostile tile of 4.8 million points took 1.7 s to
    /// draw. The densest tile of Monaco has 7,200 features, and 108 kB of geometry for its 38,500 points. A point takes
    /// at least two bytes.
    struct Budget {
        var features = 200_000
        var geometry = 1 << 20

        /// Subtracts a feature from the budget; false when the budget does not cover it.
        mutating func take(_ feature: Feature) -> Bool {
            features -= 1
            geometry -= feature.geometry.count
            return features >= 0 && geometry >= 0
        }
    }

    /// Parses a tile, packed with gzip or zlib or not at all; nil when it is damaged.
    ///
    /// - Parameter schema: in whose words it says what its features are.
    init?(_ data: [UInt8], schema: TileSchema = .openMapTiles) {
        // No tile starts as packed data does: it starts with the tag of its first layer, 0x1A.
        let compression = Decompression.isGzip(data) ? Compression.gzip : .none
        guard let bytes = Decompression.unpack(data, compression, limit: BasemapTile.maxBytes) else { return nil }
        guard let layers = try? VectorTile.layers(bytes) else { return nil }
        self.bytes = bytes
        guard !schema.rules.isEmpty else {
            self.layers = layers.mapValues { [$0] }
            return
        }
        var read: [String: [Layer]] = [:]
        // In a fixed order, so that a map is drawn the same every time.
        for (_, layer) in layers.sorted(by: { $0.key < $1.key }) {
            guard var reader = SchemaReader(layer, schema: schema) else { continue }
            for part in reader.layers({ VectorTile.properties(bytes, feature: $0, layer: layer) }) {
                read[part.name, default: []].append(part)
            }
        }
        self.layers = read
    }

    /// The tags of a feature, by name.
    func properties(_ feature: Feature, _ layer: Layer) -> Properties {
        VectorTile.properties(bytes, feature: feature, layer: layer)
    }

    private static func properties(_ bytes: [UInt8], feature: Feature, layer: Layer) -> Properties {
        var tags: [(key: Int, value: Int)] = []
        bytes.withUnsafeBytes { raw in
            var reader = WireReader(raw, feature.tags)
            while !reader.isAtEnd, let key = try? reader.varint(), let value = try? reader.varint() {
                guard key < UInt64(layer.keys.count), value < UInt64(layer.values.count) else { return }
                tags.append((Int(key), Int(value)))
            }
        }
        return Properties(layer: layer, tags: tags, mapped: feature.mapped.map { layer.mapped[$0] })
    }

    /// The rings, lines or points of a feature, in units of the layer's extent; empty when they are damaged.
    func geometry(_ feature: Feature) -> [[Point]] {
        bytes.withUnsafeBytes { raw in (try? TileGeometry.parts(raw, feature.geometry)) ?? [] }
    }

    /// The bounding box of a feature, in units of the layer's extent; nil when it has no point or is damaged.
    func bounds(_ feature: Feature) -> Clipping? {
        bytes.withUnsafeBytes { raw in try? TileGeometry.bounds(raw, feature.geometry) }
    }

    private static func layers(_ bytes: [UInt8]) throws(WireReader.Damage) -> [String: Layer] {
        try bytes.withRawBytes { raw throws(WireReader.Damage) in
            var layers: [String: Layer] = [:]
            var budget = Budget()
            var reader = WireReader(raw, 0..<raw.count)
            while let field = try reader.next() {
                guard field.number == 3 else { continue }
                let layer = try VectorTile.layer(raw, field.range, &budget)
                layers[layer.name] = layer
            }
            return layers
        }
    }

    private static func layer(
        _ raw: UnsafeRawBufferPointer, _ range: Range<Int>, _ budget: inout Budget
    ) throws(WireReader.Damage) -> Layer {
        var layer = Layer()
        var reader = WireReader(raw, range)
        while let field = try reader.next() {
            switch field.number {
            case 1: layer.name = text(raw, field.range)
            case 2:
                let feature = try feature(raw, field.range)
                if budget.take(feature) { layer.features.append(feature) }
            case 3: layer.keys.append(text(raw, field.range))
            case 4: layer.values.append(try value(raw, field.range))
            case 5:
                guard (1...65_536).contains(field.value) else { throw WireReader.Damage() }
                layer.extent = Int(field.value)
            default: continue
            }
        }
        return layer
    }

    private static func feature(_ raw: UnsafeRawBufferPointer, _ range: Range<Int>) throws(WireReader.Damage) -> Feature
    {
        var feature = Feature()
        var reader = WireReader(raw, range)
        while let field = try reader.next() {
            switch field.number {
            case 2: feature.tags = field.range
            case 3: feature.kind = Kind(rawValue: field.value) ?? .unknown
            case 4: feature.geometry = field.range
            default: continue
            }
        }
        return feature
    }

    private static func value(_ raw: UnsafeRawBufferPointer, _ range: Range<Int>) throws(WireReader.Damage) -> Value {
        var reader = WireReader(raw, range)
        guard let field = try reader.next() else { return .text("") }
        switch field.number {
        case 1: return .text(text(raw, field.range))
        case 2 where field.range.count == 4:
            let bits = raw.loadUnaligned(fromByteOffset: field.range.lowerBound, as: UInt32.self)
            return .number(Double(Float(bitPattern: UInt32(littleEndian: bits))))
        case 3 where field.range.count == 8:
            let bits = raw.loadUnaligned(fromByteOffset: field.range.lowerBound, as: UInt64.self)
            return .number(Double(bitPattern: UInt64(littleEndian: bits)))
        case 4: return .number(Double(Int64(bitPattern: field.value)))
        case 5: return .number(Double(field.value))
        case 6: return .number(Double(TileGeometry.zigzag(field.value)))
        case 7: return .flag(field.value != 0)
        default: throw WireReader.Damage()
        }
    }

    private static func text(_ raw: UnsafeRawBufferPointer, _ range: Range<Int>) -> String {
        String(decoding: UnsafeRawBufferPointer(rebasing: raw[range]), as: UTF8.self)
    }
}

extension [UInt8] {
    /// `withUnsafeBytes` with typed throws.
    func withRawBytes<Value, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let result = withUnsafeBytes { raw -> Result<Value, Failure> in
            do throws(Failure) { return .success(try body(raw)) } catch { return .failure(error) }
        }
        return try result.get()
    }
}
