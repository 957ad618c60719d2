@testable import Atlas

/// Writes vector tiles, valid and invalid.
struct TileWriter {
    var layers: [[UInt8]] = []

    var bytes: [UInt8] { layers.flatMap { TileWriter.field(3, $0) } }

    /// Adds a layer with one feature.
    mutating func add(
        _ layer: String, _ tags: [(String, String)], kind: UInt64, geometry: [UInt64], extent: UInt64 = 4_096
    ) {
        add(layer, [(tags, geometry)], kind: kind, extent: extent)
    }

    /// Adds a layer with several features of one kind.
    mutating func add(
        _ layer: String, _ features: [(tags: [(String, String)], geometry: [UInt64])], kind: UInt64,
        extent: UInt64 = 4_096
    ) {
        let features = features.map { feature in
            Feature(kind: kind, tags: feature.tags.map { ($0.0, .text($0.1)) }, geometry: feature.geometry)
        }
        add(layer, features, extent: extent)
    }

    /// A feature with tags of any type.
    struct Feature {
        let kind: UInt64
        let tags: [(String, VectorTile.Value)]
        let geometry: [UInt64]
    }

    /// Adds a layer with features of any kind.
    mutating func add(_ layer: String, _ features: [Feature], extent: UInt64 = 4_096) {
        var body = TileWriter.field(1, Array(layer.utf8))
        var count: UInt64 = 0
        for feature in features {
            let numbers = feature.tags.indices.flatMap { [count + UInt64($0), count + UInt64($0)] }
            let content =
                TileWriter.field(2, numbers.flatMap { TileWriter.varint($0) }) + TileWriter.number(3, feature.kind)
                + TileWriter.field(4, feature.geometry.flatMap { TileWriter.varint($0) })
            body += TileWriter.field(2, content)
            for (key, value) in feature.tags {
                body += TileWriter.field(3, Array(key.utf8)) + TileWriter.field(4, TileWriter.value(value))
            }
            count += UInt64(feature.tags.count)
        }
        layers.append(body + TileWriter.number(5, extent))
    }

    /// Numbers are whole.
    private static func value(_ value: VectorTile.Value) -> [UInt8] {
        switch value {
        case .text(let text): field(1, Array(text.utf8))
        case .number(let value): number(6, zigzag(Int(value)))
        case .flag(let isTrue): number(7, isTrue ? 1 : 0)
        }
    }

    /// The commands of a line or, with `isClosed`, of a ring.
    static func path(_ points: [(Int, Int)], isClosed: Bool = false) -> [UInt64] {
        var commands: [UInt64] = []
        var (x, y) = (0, 0)
        for (index, point) in points.enumerated() {
            if index == 0 { commands.append(1 | 1 << 3) }
            if index == 1 { commands.append(2 | UInt64(points.count - 1) << 3) }
            commands.append(zigzag(point.0 - x))
            commands.append(zigzag(point.1 - y))
            (x, y) = point
        }
        return isClosed ? commands + [15] : commands
    }

    static func zigzag(_ value: Int) -> UInt64 { UInt64(bitPattern: Int64(value << 1 ^ value >> 63)) }

    static func varint(_ value: UInt64) -> [UInt8] {
        var (value, bytes) = (value, [UInt8]())
        while value >= 128 {
            bytes.append(UInt8(value & 127) | 128)
            value >>= 7
        }
        return bytes + [UInt8(value)]
    }

    static func field(_ number: UInt64, _ content: [UInt8]) -> [UInt8] {
        varint(number << 3 | 2) + varint(UInt64(content.count)) + content
    }

    static func number(_ number: UInt64, _ value: UInt64) -> [UInt8] { varint(number << 3) + varint(value) }
}
