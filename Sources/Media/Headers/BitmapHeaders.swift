/// BMP: the file header and the start of the information header, of any version.
enum BMPHeader {
    static func read(_ bytes: FileBytes) -> ImageHeader? {
        guard bytes.isText("BM", at: 0), let size = bytes.number(14, 4, littleEndian: true) else { return nil }
        if size == 12 {
            guard let width = bytes.number(18, 2, littleEndian: true),
                let height = bytes.number(20, 2, littleEndian: true)
            else { return nil }
            return ImageHeader(width: width, height: height)
        }
        guard size >= 16, let width = bytes.number(18, 4, littleEndian: true),
            let height = bytes.number(22, 4, littleEndian: true), width <= Int(Int32.max)
        else { return nil }
        // A negative height means top-down rows.
        return ImageHeader(width: width, height: Int(Int32(truncatingIfNeeded: height).magnitude))
    }
}

/// TIFF 6.0: the first directory. BigTIFF is not supported and counts as broken.
enum TIFFHeader {
    static func read(_ bytes: FileBytes) -> ImageHeader? {
        guard let tiff = TIFFDirectory.Reader(bytes), let first = tiff.directory(at: tiff.firstOffset),
            let width = first.integer(0x100), let height = first.integer(0x101)
        else { return nil }
        var header = ImageHeader(width: width, height: height)
        header.hasAlpha = first.has(0x152)
        // Photometric: 0, 1 grey, 2 RGB, 3 palette, 6 YCbCr; the others are inks, Lab and the like.
        let isPlain = [0, 1, 2, 3, 6].contains(first.integer(0x106) ?? 2) && (first.integer(0x102) ?? 8) <= 8
        header.needsColour = !isPlain || first.has(0x8773)
        header.exif = 0..<bytes.count
        return header
    }
}
