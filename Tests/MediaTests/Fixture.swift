import Foundation

/// Bytes of files that no tool writes.
enum Fixture {
    static func big(_ number: Int, _ size: Int) -> Data {
        Data((0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * (size - 1 - $0))) })
    }

    static func little(_ number: Int, _ size: Int) -> Data { Data(big(number, size).reversed()) }

    /// An EXIF block, from its byte order mark on. `fixed` is the GPS date and time.
    static func exif(
        orientation: Int = 1, latitude: Double? = nil, longitude: Double? = nil, taken: String? = nil,
        zone: String? = nil, fixed: String? = nil
    ) -> Data {
        var first = [Field(0x112, short: orientation)]
        if let latitude, let longitude {
            var fields = [
                Field(1, text: latitude < 0 ? "S" : "N"), Field(2, triple: [abs(latitude), 0, 0]),
                Field(3, text: longitude < 0 ? "W" : "E"), Field(4, triple: [abs(longitude), 0, 0]),
            ]
            if let fixed {
                fields.append(Field(7, triple: fixed.suffix(8).split(separator: ":").compactMap { Double($0) }))
                fields.append(Field(29, text: String(fixed.prefix(10))))
            }
            first.append(Field(0x8825, fields: fields))
        }
        if let taken {
            let fields = [Field(0x9003, text: taken)] + (zone.map { [Field(0x9011, text: $0)] } ?? [])
            first.append(Field(0x8769, fields: fields))
        }
        return Data("MM\0*".utf8) + big(8, 4) + directory(first.sorted { $0.tag < $1.tag }, at: 8)
    }

    /// An entry of a directory: its value, or the directory it points to.
    private struct Field {
        let tag: Int
        let type: Int
        let count: Int
        let value: Data
        var fields: [Field] = []

        init(_ tag: Int, short: Int) { (self.tag, type, count, value) = (tag, 3, 1, big(short, 2)) }
        init(_ tag: Int, text: String) {
            (self.tag, type, count, value) = (tag, 2, text.utf8.count + 1, Data(text.utf8) + [0])
        }
        init(_ tag: Int, triple: [Double]) {
            let parts = triple.map { big(Int(($0 * 1_000_000).rounded()), 4) + big(1_000_000, 4) }
            (self.tag, type, count, value) = (tag, 5, 3, parts.reduce(Data(), +))
        }
        init(_ tag: Int, fields: [Field]) {
            (self.tag, type, count, value) = (tag, 4, 1, Data())
            self.fields = fields
        }
    }

    /// A directory at an offset, followed by its values.
    private static func directory(_ fields: [Field], at offset: Int) -> Data {
        var (entries, tail) = (big(fields.count, 2), Data())
        let behind = offset + 2 + 12 * fields.count + 4
        for field in fields {
            entries += big(field.tag, 2) + big(field.type, 2) + big(field.count, 4)
            let place = behind + tail.count
            if !field.fields.isEmpty {
                entries += big(place, 4)
                tail += directory(field.fields, at: place)
            } else if field.value.count <= 4 {
                entries += field.value + Data(count: 4 - field.value.count)
            } else {
                entries += big(place, 4)
                tail += field.value + Data(count: field.value.count % 2)
            }
        }
        return entries + big(0, 4) + tail
    }

    /// A JPEG with the block as its first segment.
    static func withEXIF(_ jpeg: Data, _ exif: Data) -> Data {
        jpeg.prefix(2) + Data([0xff, 0xe1]) + big(exif.count + 8, 2) + Data("Exif\0\0".utf8) + exif + jpeg.dropFirst(2)
    }

    /// A PNG with only its header.
    static func png(width: Int, height: Int) -> Data {
        Data([0x89]) + Data("PNG\r\n\u{1a}\n".utf8) + big(13, 4) + Data("IHDR".utf8) + big(width, 4) + big(height, 4)
            + Data([8, 6, 0, 0, 0]) + big(0, 4)
    }

    /// A GIF with this many frames of one pixel, on a canvas of any size.
    static func gif(width: Int, height: Int, frames: Int) -> Data {
        var file =
            Data("GIF89a".utf8) + little(width, 2) + little(height, 2) + Data([0x80, 0, 0, 0, 0, 0, 255, 255, 255])
        for _ in 0..<frames {
            file += Data([0x21, 0xf9, 4, 0, 5, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])
        }
        return file + Data([0x3b])
    }
}

extension Fixture {
    /// What makes sound in AAC one that nothing decodes, as phones write spatial sound: another name, and none in the box
    /// that names AAC once more.
    static let unknownSound = [("mp4a", "apac"), ("esds", "free")]
    /// The same for pictures in H.264.
    static let unknownPictures = [("avc1", "qqqq")]

    /// An MP4 with other names for some boxes of its index, each the first that is called so after the one before.
    static func renaming(_ names: [(String, String)], of movie: Data) -> Data {
        var movie = movie
        var start = movie.range(of: Data("moov".utf8))?.upperBound ?? movie.endIndex
        for (old, new) in names {
            guard let place = movie.range(of: Data(old.utf8), in: start..<movie.endIndex) else { continue }
            movie.replaceSubrange(place, with: Data(new.utf8))
            start = place.upperBound
        }
        return movie
    }

    private static func box(_ type: String, _ body: Data) -> Data { big(body.count + 8, 4) + Data(type.utf8) + body }

    /// The boxes of a HEIC up to its image, followed by an EXIF block.
    static func heif(width: Int, height: Int, brand: String = "heic", codec: String = "hvc1") -> Data {
        func entry(_ id: Int, _ type: String) -> Data {
            box("infe", big(2 << 24, 4) + big(id, 2) + big(0, 2) + Data(type.utf8) + Data([0]))
        }
        let block = big(0, 4) + exif(latitude: 60.17, longitude: 24.94)
        func meta(at offset: Int) -> Data {
            let size = box("ispe", big(0, 4) + big(width, 4) + big(height, 4))
            let place = big(0, 4) + big(0x4400, 2) + big(1, 2) + big(2, 2) + big(0, 2) + big(1, 2)
            return box(
                "meta",
                big(0, 4) + box("iinf", big(0, 4) + big(2, 2) + entry(1, codec) + entry(2, "Exif"))
                    + box("iprp", box("ipco", size)) + box("iloc", place + big(offset, 4) + big(block.count, 4)))
        }
        let head = box("ftyp", Data("\(brand)\0\0\0\0mif1\(brand)".utf8))
        return head + meta(at: head.count + meta(at: 0).count + 8) + box("mdat", block)
    }
}
