/// What an image's header says before anything is decoded.
public struct ImageHeader: Sendable, Equatable {
    /// Pixels, as stored, before rotation. For formats with several images, those of the largest.
    public var width: Int
    /// Pixels, as stored.
    public var height: Int
    /// 1, or the number of frames of an animated GIF or WebP.
    public var frames = 1
    /// Whether parts may be transparent.
    public var hasAlpha = false
    /// Whether the colours need converting to sRGB: a profile other than sRGB, ink instead of light, or more than 8
    /// bits.
    public var needsColour = false
    /// The range of the EXIF block, from its byte order mark on.
    var exif: Range<Int>?

    /// Limit on the chunks of a PNG or WebP that are read.
    static let maxChunks = 100_000

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Reads the header of a file; nil when it is missing or invalid.
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

    /// Whether a colour profile is one of the many variants of sRGB. A wrong answer affects only the colours.
    static func isSRGB(_ profile: FileBytes) -> Bool {
        let text = String(decoding: profile.slice(0, min(profile.count, 4_096)) ?? .init(), as: UTF8.self)
        return text.contains("sRGB") || text.contains("s\0R\0G\0B")
    }
}
