import Foundation

/// A tile that is a picture already, as in raster MBTiles.
struct RasterTile {
    private let type: String
    private let bytes: [UInt8]

    /// A PNG, JPEG or WebP by its first bytes; nil for anything else.
    init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            type = "image/png"
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            type = "image/jpeg"
        } else if bytes.count > 12, bytes.starts(with: Array("RIFF".utf8)), bytes[8..<12].elementsEqual("WEBP".utf8) {
            type = "image/webp"
        } else {
            return nil
        }
        self.bytes = bytes
    }

    /// The picture inside the document that shows it: an SVG that is an image itself can load nothing.
    func markup(_ place: TilePlace, _ frame: Frame) -> String {
        let (x, y) = place.corner(frame)
        let side = SVGText.number(place.size, digits: 2)
        return """
            <image x="\(SVGText.number(x, digits: 2))" y="\(SVGText.number(y, digits: 2))" width="\(side)" height="\(side)" \
            preserveAspectRatio="none" href="data:\(type);base64,\(Data(bytes).base64EncodedString())"/>
            """
    }
}
