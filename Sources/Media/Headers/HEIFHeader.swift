/// HEIC and AVIF (ISO/IEC 23008-12): the boxes of `meta`, which describe the image before any image data.
enum HEIFHeader {
    private struct Box {
        let type: String
        /// The offset after the box's own header.
        let start: Int
        let end: Int
    }

    static func read(_ bytes: FileBytes, codec: String) -> ImageHeader? {
        guard bytes.isText("ftyp", at: 4),
            let meta = boxes(bytes, start: 0, end: bytes.count).first(where: { $0.type == "meta" })
        else { return nil }
        let inner = boxes(bytes, start: meta.start + 4, end: meta.end)
        let items = itemTypes(bytes, inner)
        guard items.values.contains(codec) || items.values.contains("grid"),
            let properties = inner.first(where: { $0.type == "iprp" }),
            let shelf = boxes(bytes, start: properties.start, end: properties.end).first(where: { $0.type == "ipco" })
        else { return nil }
        var header = ImageHeader(width: 0, height: 0)
        for property in boxes(bytes, start: shelf.start, end: shelf.end) { apply(property, bytes, to: &header) }
        header.exif = items.first { $0.value == "Exif" }.flatMap { exif(bytes, inner, item: $0.key) }
        return header
    }

    /// A property may belong to any image of the file; here it counts for all of them.
    private static func apply(_ property: Box, _ bytes: FileBytes, to header: inout ImageHeader) {
        let rest = property.end - property.start - 4
        switch property.type {
        case "ispe":
            header.width = max(header.width, bytes.number(property.start + 4, 4) ?? .max)
            header.height = max(header.height, bytes.number(property.start + 8, 4) ?? .max)
        case "auxC":
            let urn = bytes.slice(property.start + 4, min(60, rest)).map { String(decoding: $0, as: UTF8.self) } ?? ""
            if urn.contains("alpha") || urn.hasPrefix("urn:mpeg:hevc:2015:auxid:1") { header.hasAlpha = true }
        case "colr":
            let isProfile = ["prof", "rICC"].contains(bytes.code(property.start))
            let isSRGB = ImageHeader.isSRGB(bytes.clamped(property.start + 4, rest))
            if isProfile && !isSRGB { header.needsColour = true }
        case "pixi":
            if (bytes[property.start + 5] ?? 8) > 8 { header.needsColour = true }
        default: break
        }
    }

    /// The boxes between two offsets, at most 4,096; nested boxes are not read.
    private static func boxes(_ bytes: FileBytes, start: Int, end: Int) -> [Box] {
        var found: [Box] = []
        var offset = start
        while offset < end, found.count < 4_096, let size = bytes.number(offset, 4), let type = bytes.code(offset + 4) {
            var (body, length) = (offset + 8, size)
            if size == 0 { length = end - offset }
            if size == 1 {
                // The highest byte of a plausible length is 0.
                guard bytes[offset + 8] == 0, let large = bytes.number(offset + 9, 7) else { break }
                (body, length) = (offset + 16, large)
            }
            guard length >= body - offset, length <= end - offset else { break }
            found.append(Box(type: type, start: body, end: offset + length))
            offset += length
        }
        return found
    }

    /// The types of items by their ids, from `iinf`.
    private static func itemTypes(_ bytes: FileBytes, _ inner: [Box]) -> [Int: String] {
        guard let box = inner.first(where: { $0.type == "iinf" }), let version = bytes[box.start] else { return [:] }
        var types: [Int: String] = [:]
        for entry in boxes(bytes, start: box.start + (version == 0 ? 6 : 8), end: box.end) where entry.type == "infe" {
            let size = bytes[entry.start] == 3 ? 4 : 2
            guard let id = bytes.number(entry.start + 4, size), let type = bytes.code(entry.start + 6 + size)
            else { continue }
            types[id] = type
        }
        return types
    }

    /// The range of an item's first extent, from `iloc`; only for items with file offsets.
    private static func exif(_ bytes: FileBytes, _ inner: [Box], item: Int) -> Range<Int>? {
        guard let box = inner.first(where: { $0.type == "iloc" }), let version = bytes[box.start], version <= 2,
            let sizes = bytes.number(box.start + 4, 2)
        else { return nil }
        let (offsetSize, lengthSize) = (sizes >> 12 & 15, sizes >> 8 & 15)
        let (baseSize, indexSize) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
        let idSize = version < 2 ? 2 : 4
        guard let count = bytes.number(box.start + 6, idSize) else { return nil }
        var offset = box.start + 6 + idSize
        for _ in 0..<min(count, 4_096) {
            guard offset < box.end, let id = bytes.number(offset, idSize) else { return nil }
            let fields = offset + idSize + (version == 0 ? 0 : 2) + 2
            guard let base = number(bytes, offset: fields, size: baseSize),
                let extents = bytes.number(fields + baseSize, 2)
            else { return nil }
            let extent = fields + baseSize + 2 + indexSize
            if id == item {
                guard let start = number(bytes, offset: extent, size: offsetSize),
                    let length = number(bytes, offset: extent + offsetSize, size: lengthSize),
                    let skip = bytes.number(base + start, 4), skip < length, length <= bytes.count
                else { return nil }
                // The first four bytes give the distance from their end to the block.
                return base + start + 4 + skip..<base + start + max(length, 4 + skip)
            }
            offset = fields + baseSize + 2 + extents * (indexSize + offsetSize + lengthSize)
        }
        return nil
    }

    /// A field of 0, 4 or 8 bytes; nil for values larger than any file.
    private static func number(_ bytes: FileBytes, offset: Int, size: Int) -> Int? {
        switch size {
        case 0: 0
        case 8: bytes.number(offset, 2) == 0 ? bytes.number(offset + 2, 6) : nil
        default: bytes.number(offset, min(size, 7))
        }
    }
}
