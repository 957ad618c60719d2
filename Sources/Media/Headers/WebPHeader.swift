/// WebP (RFC 9649): the chunks of a RIFF file.
enum WebPHeader {
    static func read(_ bytes: FileBytes) -> ImageHeader? {
        guard bytes.isText("RIFF", at: 0), bytes.isText("WEBP", at: 8) else { return nil }
        var header: ImageHeader?
        var (frames, offset, chunks) = (0, 12, 0)
        while chunks < ImageHeader.maxChunks, let type = bytes.code(offset),
            let size = bytes.number(offset + 4, 4, littleEndian: true)
        {
            let body = offset + 8
            switch type {
            case "VP8X": header = header ?? extended(bytes, body)
            case "VP8 ": header = header ?? lossy(bytes, body)
            case "VP8L": header = header ?? lossless(bytes, body)
            case "ANMF": frames += 1
            case "ICCP":
                if !ImageHeader.isSRGB(bytes.clamped(body, size)) { header?.needsColour = true }
            // Some writers add the prefix of JPEG's EXIF here too.
            case "EXIF":
                header?.exif = (bytes.isText("Exif\0\0", at: body) ? body + 6 : body)..<max(body + 6, body + size)
            default: break
            }
            offset = body + size + size % 2
            chunks += 1
        }
        guard chunks < ImageHeader.maxChunks else { return nil }
        header?.frames = max(1, frames)
        return header
    }

    private static func extended(_ bytes: FileBytes, _ body: Int) -> ImageHeader? {
        guard let flags = bytes[body], let width = bytes.number(body + 4, 3, littleEndian: true),
            let height = bytes.number(body + 7, 3, littleEndian: true)
        else { return nil }
        var header = ImageHeader(width: width + 1, height: height + 1)
        header.hasAlpha = flags & 0x10 != 0
        return header
    }

    /// 14 bits each, after the frame tag and start code (RFC 6386, 9.1).
    private static func lossy(_ bytes: FileBytes, _ body: Int) -> ImageHeader? {
        guard bytes.number(body + 3, 3) == 0x9d012a, let width = bytes.number(body + 6, 2, littleEndian: true),
            let height = bytes.number(body + 8, 2, littleEndian: true)
        else { return nil }
        return ImageHeader(width: width & 0x3fff, height: height & 0x3fff)
    }

    private static func lossless(_ bytes: FileBytes, _ body: Int) -> ImageHeader? {
        guard bytes[body] == 0x2f, let bits = bytes.number(body + 1, 4, littleEndian: true) else { return nil }
        var header = ImageHeader(width: (bits & 0x3fff) + 1, height: (bits >> 14 & 0x3fff) + 1)
        header.hasAlpha = bits >> 28 & 1 == 1
        return header
    }
}
