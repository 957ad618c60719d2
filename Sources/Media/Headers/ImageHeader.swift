/// What an image says of itself before anything is decoded.
public struct ImageHeader: Sendable, Equatable {
    /// Pixels, as stored: not turned upright yet. For formats of several images, of the largest.
    public var width: Int
    /// Pixels, as stored.
    public var height: Int
    /// 1, or how many pictures a GIF or WebP shows one after another.
    public var frames = 1
    /// Whether parts may be transparent.
    public var hasAlpha = false
    /// Whether the colours need converting to sRGB: a profile other than sRGB, ink instead of light, or more than 8
    /// bits.
    public var needsColour = false
    /// Where the EXIF block lies, from its byte order mark on.
    var exif: Range<Int>?

    /// Chunks of a PNG or WebP that are walked through.
    static let maxChunks = 100_000

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Reads the header of a file; nil when it has none that makes sense.
    static func read(_ bytes: FileBytes, as format: ImageFormat) -> ImageHeader? {
        let header: ImageHeader? =
            switch format {
            case .jpeg: JPEGHeader.read(bytes)
            case .png: PNGHeader.read(bytes)
            case .gif: GIFHeader.read(bytes)
            case .webp: WebPHeader.read(bytes)
            case .avif: HEIFHeader.read(bytes, codec: "av01")
            case .heic: HEIFHeader.read(bytes, codec: "hvc1")
            case .bmp: BMPHeader.read(bytes)
            case .tiff: TIFFHeader.read(bytes)
            }
        guard let header, header.width > 0, header.height > 0, header.frames > 0 else { return nil }
        return header
    }

    /// Whether a colour profile is one of the many spellings of sRGB. A wrong answer costs right colours, nothing else.
    static func isSRGB(_ profile: FileBytes) -> Bool {
        let text = String(decoding: profile.slice(0, min(profile.count, 4_096)) ?? .init(), as: UTF8.self)
        return text.contains("sRGB") || text.contains("s\0R\0G\0B")
    }
}
