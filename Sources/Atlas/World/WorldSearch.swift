import Foundation
import Proximity

/// Finds cities by name.
extension World {
    /// The cities whose name, or a word of it, begins with a text. Case and accents do not matter ("sao" finds São
    /// Paulo). Whole names come first, then beginnings of names, then beginnings of words; the largest city first.
    ///
    /// - Parameter limit: the maximum number of results.
    /// - Returns: none for a text without letters or digits.
    public func search(_ text: String, limit: Int = 8) -> [City] {
        let trimmed = String(text.prefix(100)).trimmingCharacters(in: .whitespacesAndNewlines)
        guard trimmed.contains(where: { $0.isLetter || $0.isNumber }), limit > 0 else { return [] }
        let wanted = Array(World.folded(trimmed).utf8)
        var (whole, beginnings, words): ([City], [City], [City]) = ([], [], [])
        for city in cities {
            switch World.match(city.name, wanted) {
            case .whole: whole.append(city)
            case .beginning where beginnings.count < limit: beginnings.append(city)
            case .word where words.count < limit: words.append(city)
            default: continue
            }
            if whole.count >= limit { break }
        }
        return Array((whole + beginnings + words).prefix(limit))
    }

    /// The cities around a place, and how far each is.
    func cities(around place: Coordinate, within limit: Metres) -> [(city: City, distance: Metres)] {
        // The list is long: only cities in the box get an exact distance.
        let box = Bounds(centre: place, radius: limit)
        return cityRows[World.row(box.south)...World.row(box.north)].joined().compactMap { number in
            // Reads only the coordinate: copying a city retains and releases its strings.
            let coordinate = cities[Int(number)].coordinate
            guard box.contains(coordinate) else { return nil }
            let distance = place.distance(to: coordinate)
            return distance <= limit ? (cities[Int(number)], distance) : nil
        }
    }

    /// Whether a point of the square of side 1 lies on land, lakes included; may be wrong within a few kilometres of a
    /// coast.
    func isLand(_ point: Point) -> Bool {
        let around = lands.filter {
            $0.left <= point.x && point.x <= $0.right && $0.top <= point.y && point.y <= $0.bottom
        }
        return Ring.contain(around.map { $0.points }, point)
    }

    /// The city that a text names, the first result of `search`; nil for a single letter.
    public func city(named text: String) -> City? {
        text.trimmingCharacters(in: .whitespacesAndNewlines).count > 1 ? search(text, limit: 1).first : nil
    }

    private enum Match {
        case whole, beginning, word
    }

    private static func match(_ name: String, _ wanted: [UInt8]) -> Match? {
        // Most names are ASCII and are compared in place, because the list is long.
        let isPlain = name.utf8.allSatisfy { $0 < 0x80 }
        return (isPlain ? name : folded(name)).utf8.withContiguousStorageIfAvailable { bytes -> Match? in
            var isStart = true
            for index in bytes.indices {
                if isStart, begins(bytes[index...], wanted) {
                    return index > 0 ? .word : bytes.count == wanted.count ? .whole : .beginning
                }
                isStart = !isLetter(bytes[index])
            }
            return nil
        } ?? nil
    }

    private static func begins(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ wanted: [UInt8]) -> Bool {
        bytes.count >= wanted.count && zip(bytes, wanted).allSatisfy { lower($0) == $1 }
    }

    private static func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

    /// Non-ASCII bytes count as letters.
    private static func isLetter(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(lower(byte))
    }

    /// A text without case and accents, as UTF-8.
    private static func folded(_ text: String) -> String {
        var folded = text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        folded.makeContiguousUTF8()
        return folded
    }
}
