/// PNG (ISO/IEC 15948): chunks up to the first image data.
enum PNGHeader {
    static func read(_ bytes: FileBytes) -> ImageHeader? {
        guard bytes.number(0, 4) == 0x8950_4e47, bytes.number(4, 4) == 0x0d0a_1a0a, bytes.code(12) == "IHDR",
            let width = bytes.number(16, 4), let height = bytes.number(20, 4), let depth = bytes[24],
            let colour = bytes[25]
        else { return nil }
        var header = ImageHeader(width: width, height: height)
        header.hasAlpha = colour & 4 != 0
        header.needsColour = depth == 16
        // Real files have far fewer chunks; a hostile file could take seconds.
        var (offset, chunks) = (8, 0)
        while chunks < ImageHeader.maxChunks, let length = bytes.number(offset, 4), let type = bytes.code(offset + 4),
            type != "IDAT"
        {
            switch type {
            case "tRNS": header.hasAlpha = true
            // Everything after the name is deflated.
            case "iCCP": header.needsColour = header.needsColour || !ImageHeader.isSRGB(bytes.clamped(offset + 8, 79))
            case "eXIf": header.exif = offset + 8..<offset + 8 + length
            default: break
            }
            offset += length + 12
            chunks += 1
        }
        return chunks < ImageHeader.maxChunks ? header : nil
    }
}
