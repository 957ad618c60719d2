/// JPEG (ITU-T T.81, B.1): segments, each a marker and a length, up to the first frame header.
enum JPEGHeader {
    static func read(_ bytes: FileBytes) -> ImageHeader? {
        guard bytes.number(0, 2) == 0xffd8 else { return nil }
        var offset = 2
        var (exif, hasOddProfile): (Range<Int>?, Bool) = (nil, false)
        while let marker = nextMarker(bytes, &offset) {
            if isFrame(marker) {
                guard let height = bytes.number(offset + 3, 2), let width = bytes.number(offset + 5, 2),
                    let components = bytes[offset + 7]
                else { return nil }
                var header = ImageHeader(width: width, height: height)
                header.exif = exif
                header.needsColour = hasOddProfile || components == 4
                return header
            }
            if marker == 0xd8 || marker == 0x01 || 0xd0...0xd7 ~= marker { continue }
            guard marker != 0xd9, marker != 0xda, let length = bytes.number(offset, 2) else { return nil }
            if marker == 0xe1, exif == nil, length > 8, bytes.isText("Exif\0", at: offset + 2) {
                exif = offset + 8..<offset + length
            }
            if marker == 0xe2, bytes.isText("ICC_PROFILE\0", at: offset + 2), bytes[offset + 14] == 1 {
                hasOddProfile = !ImageHeader.isSRGB(bytes.clamped(offset + 16, length - 16))
            }
            // Decoders also treat a length that is too short as no length.
            offset += max(2, length)
        }
        return nil
    }

    /// Skips bytes that are no marker, as decoders do; leaves `offset` after the marker.
    private static func nextMarker(_ bytes: FileBytes, _ offset: inout Int) -> UInt8? {
        while let byte = bytes[offset] {
            offset += 1
            guard byte == 0xff else { continue }
            while bytes[offset] == 0xff { offset += 1 }
            guard let marker = bytes[offset] else { return nil }
            offset += 1
            if marker != 0 { return marker }
        }
        return nil
    }

    /// SOF0…SOF15 without DHT, JPG and DAC.
    private static func isFrame(_ marker: UInt8) -> Bool {
        0xc0...0xcf ~= marker && marker != 0xc4 && marker != 0xc8 && marker != 0xcc
    }
}
