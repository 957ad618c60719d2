import Decompression
import Foundation

/// What a map says of itself, in the JSON of a PMTiles archive or in the row `json` of an MBTiles file.
public struct MapMetadata: Sendable, Equatable {
    /// The names of the layers of its vector tiles, at most 200; nil when it does not say.
    public let layers: [String]?
    /// As it stands: may hold markup.
    public let attribution: String

    /// Bytes of the JSON, unpacked. The metadata of a whole planet has 30 kB.
    public static let maxBytes = 1 << 20
    private static let maxLayers = 200

    private struct Stored: Decodable {
        struct Layer: Decodable {
            let id: String
        }
        enum CodingKeys: String, CodingKey {
            case layers = "vector_layers"
            case attribution
        }
        let layers: [Layer]?
        let attribution: String?
    }

    /// - Returns: nil for anything but one JSON object.
    public init?(json: [UInt8]) {
        guard json.count <= MapMetadata.maxBytes,
            let stored = try? JSONDecoder().decode(Stored.self, from: Data(json))
        else { return nil }
        layers = stored.layers.map { $0.prefix(MapMetadata.maxLayers).map { $0.id } }
        attribution = stored.attribution ?? ""
    }
}
