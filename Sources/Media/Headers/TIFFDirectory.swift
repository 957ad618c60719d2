/// A directory of a TIFF or EXIF block (TIFF 6.0, section 2). Pointers are followed only on request, so a file cannot
/// cause a loop.
struct TIFFDirectory {
    /// Finds directories in a block.
    struct Reader {
        let bytes: FileBytes
        let littleEndian: Bool
        let firstOffset: Int

        init?(_ bytes: FileBytes) {
            switch bytes.number(0, 4) {
            case 0x4949_2a00: littleEndian = true
            case 0x4d4d_002a: littleEndian = false
            default: return nil
            }
            guard let offset = bytes.number(4, 4, littleEndian: littleEndian) else { return nil }
            (self.bytes, firstOffset) = (bytes, offset)
        }

        func number(_ offset: Int, _ size: Int) -> Int? { bytes.number(offset, size, littleEndian: littleEndian) }

        /// Reads at most 512 entries: cameras write some dozens.
        func directory(at offset: Int) -> TIFFDirectory? {
            guard let count = number(offset, 2) else { return nil }
            var entries: [Int: Int] = [:]
            for index in 0..<min(count, 512) {
                let entry = offset + 2 + 12 * index
                guard let tag = number(entry, 2) else { break }
                if entries[tag] == nil { entries[tag] = entry }
            }
            return TIFFDirectory(reader: self, entries: entries)
        }
    }

    private let reader: Reader
    private let entries: [Int: Int]

    func has(_ tag: Int) -> Bool { entries[tag] != nil }

    /// The first number of a BYTE, SHORT or LONG.
    func integer(_ tag: Int) -> Int? {
        guard let entry = entries[tag], let type = reader.number(entry + 2, 2),
            let size = [1: 1, 3: 2, 4: 4][type], let count = reader.number(entry + 4, 4), count > 0
        else { return nil }
        let place = size * count > 4 ? reader.number(entry + 8, 4) : entry + 8
        return place.flatMap { reader.number($0, size) }
    }

    /// ASCII up to its NUL, at most 64 characters.
    func text(_ tag: Int) -> String? {
        guard let entry = entries[tag], reader.number(entry + 2, 2) == 2, let count = reader.number(entry + 4, 4),
            let place = count > 4 ? reader.number(entry + 8, 4) : entry + 8
        else { return nil }
        let characters = reader.bytes.slice(place, min(count, 64))?.prefix { $0 != 0 }
        return characters.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Exactly three RATIONALs with non-zero denominators: degrees or hours, minutes, seconds.
    func triple(_ tag: Int) -> [Double]? {
        guard let entry = entries[tag], reader.number(entry + 2, 2) == 5, reader.number(entry + 4, 4) == 3,
            let place = reader.number(entry + 8, 4)
        else { return nil }
        var values: [Double] = []
        for index in 0..<3 {
            guard let above = reader.number(place + 8 * index, 4), let below = reader.number(place + 8 * index + 4, 4)
            else { return nil }
            // Cameras write 0/0 for seconds they do not know.
            guard below > 0 || (above == 0 && index == 2) else { return nil }
            values.append(below > 0 ? Double(above) / Double(below) : 0)
        }
        return values
    }
}
