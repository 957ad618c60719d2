import Decompression

/// A parsed vector tile (Mapbox Vector Tile specification 2.1). Geometry stays encoded until a layer of the map's style
/// needs it.
struct VectorTile {
    private let bytes: [UInt8]
    let layers: [String: Layer]

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
    }

    struct Feature {
        var kind = Kind.unknown
        var tags: Range<Int> = 0..<0
        var geometry: Range<Int> = 0..<0
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
    init?(_ data: [UInt8]) {
        // No tile starts as packed data does: it starts with the tag of its first layer, 0x1A.
        let compression = Decompression.isGzip(data) ? Compression.gzip : .none
        guard let bytes = Decompression.unpack(data, compression, limit: BasemapTile.maxBytes) else { return nil }
        guard let layers = try? VectorTile.layers(bytes) else { return nil }
        self.bytes = bytes
        self.layers = layers
    }

    /// The tags of a feature, by name.
    func properties(_ feature: Feature, _ layer: Layer) -> Properties {
        var tags: [(key: Int, value: Int)] = []
        bytes.withUnsafeBytes { raw in
            var reader = WireReader(raw, feature.tags)
            while !reader.isAtEnd, let key = try? reader.varint(), let value = try? reader.varint() {
                guard key < UInt64(layer.keys.count), value < UInt64(layer.values.count) else { return }
                tags.append((Int(key), Int(value)))
            }
        }
        return Properties(layer: layer, tags: tags)
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

/// The tags of one feature.
struct Properties {
    let layer: VectorTile.Layer
    let tags: [(key: Int, value: Int)]

    /// The text of a tag; "" when it has none.
    subscript(_ name: String) -> String {
        if case .text(let text) = value(name) { text } else { "" }
    }

    /// The number of a tag.
    func number(_ name: String) -> Double? {
        if case .number(let number) = value(name) { number } else { nil }
    }

    /// The name to write, in one language: that of the pages for countries and towns, if the map has it, and otherwise
    /// the local one, as on the signs.
    var name: String {
        if layer.name == "place", let name = first(["name:en", "name_en"]) { return name }
        guard let name = first(["name", "name:latin"]) else { return "" }
        let latin = self["name:latin"]
        // "中環 Central": the half that more people can read.
        if !latin.isEmpty, latin != name, name.contains(latin) { return latin }
        return layer.name == "poi" ? name : Properties.firstLanguage(name)
    }

    /// "Bruxelles - Brussel", "Bozen / Bolzano": maps of places with two languages write both.
    private static func firstLanguage(_ name: String) -> String {
        guard name.contains(" - ") || name.contains(" / ") else { return name }
        let first = name.replacing(" / ", with: " - ").split(separator: " - ").first ?? ""
        return first.isEmpty ? name : String(first)
    }

    private func first(_ names: [String]) -> String? {
        names.lazy.map { self[$0] }.first { !$0.isEmpty }
    }

    private func value(_ name: String) -> VectorTile.Value? {
        tags.first { layer.keys[$0.key] == name }.map { layer.values[$0.value] }
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
