import Foundation

/// A tile that is an image already, as in raster MBTiles.
struct RasterTile {
    /// The image as a data URL: an SVG that is shown as an image cannot load anything.
    let address: String

    /// A PNG, JPEG or WebP, recognised by its first bytes; nil for anything else.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= VectorTile.maxBytes, let type = RasterTile.type(bytes) else { return nil }
        address = "data:image/\(type);base64,\(Data(bytes).base64EncodedString())"
    }

    private static func type(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "png" }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpeg" }
        let isWebP = bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
        return isWebP ? "webp" : nil
    }
}
