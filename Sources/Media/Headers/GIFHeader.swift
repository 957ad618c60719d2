/// GIF 87a and 89a: the blocks are walked through; no image is decoded.
enum GIFHeader {
    static func read(_ bytes: FileBytes) -> ImageHeader? {
        guard bytes.isText("GIF87a", at: 0) || bytes.isText("GIF89a", at: 0),
            var width = bytes.number(6, 2, littleEndian: true), var height = bytes.number(8, 2, littleEndian: true),
            let flags = bytes[10]
        else { return nil }
        var offset = 13 + tableSize(flags)
        var frames = 0
        while let block = bytes[offset] {
            if block == 0x2c {
                guard let flags = bytes[offset + 9] else { break }
                // Decoders widen the canvas for a frame that extends beyond it.
                width = max(width, extent(bytes, offset + 1))
                height = max(height, extent(bytes, offset + 3))
                frames += 1
                offset = afterBlocks(bytes, offset + 11 + tableSize(flags))
            } else if block == 0x21 {
                offset = afterBlocks(bytes, offset + 2)
            } else {
                break
            }
        }
        guard frames > 0 else { return nil }
        var header = ImageHeader(width: width, height: height)
        header.frames = frames
        header.hasAlpha = true
        return header
    }

    /// Where a frame ends: its position and, four bytes on, its size.
    private static func extent(_ bytes: FileBytes, _ offset: Int) -> Int {
        (bytes.number(offset, 2, littleEndian: true) ?? 0) + (bytes.number(offset + 4, 2, littleEndian: true) ?? 0)
    }

    private static func tableSize(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }

    /// The offset after the blocks of up to 255 bytes, which end with an empty one.
    private static func afterBlocks(_ bytes: FileBytes, _ start: Int) -> Int {
        var offset = start
        while let size = bytes[offset], size > 0 { offset += Int(size) + 1 }
        return offset + 1
    }
}
