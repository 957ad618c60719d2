import Foundation

/// A tile that is an image already, as in raster MBTiles.
struct RasterTile {
    /// The image as a data URL: an SVG that is shown as an image cannot load anything.
    let address: String

    /// A PNG, JPEG or WebP, recognised by its first bytes; nil for anything else.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= BasemapTile.maxBytes, let type = RasterTile.type(bytes) else { return nil }
        address = "data:image/\(type);base64,\(Data(bytes).base64EncodedString())"
    }

    /// Whether an image ends as its type does, rather than being cut off. Browsers draw what is there of one that is.
    static func isComplete(_ bytes: [UInt8]) -> Bool {
        switch type(bytes) {
        case "png": return bytes.suffix(8).elementsEqual([0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
        // Some encoders write zeros behind the end.
        case "jpeg": return bytes.reversed().drop { $0 == 0 }.prefix(2).elementsEqual([0xD9, 0xFF])
        case "webp":
            guard bytes.count >= 12 else { return false }
            let length = (0..<4).reduce(0) { $0 | Int(bytes[4 + $1]) << (8 * $1) }
            return bytes.count >= length + 8
        default: return false
        }
    }

    private static func type(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "png" }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpeg" }
        let isWebP = bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
        return isWebP ? "webp" : nil
    }
}
