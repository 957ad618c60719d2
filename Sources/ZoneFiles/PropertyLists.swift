import Foundation
import Proximity
import Text

/// What a property list holds, as far as areas need it.
indirect enum PropertyValue: Equatable {
    case text(String)
    case number(Double)
    case array([PropertyValue])
    case dictionary([String: PropertyValue])
    case other

    /// Also one that is written as text.
    var number: Double? {
        switch self {
        case .number(let number): number
        case .text(let text): ZoneFile.number(text)
        default: nil
        }
    }
    var text: String? { if case .text(let text) = self { text } else { nil } }
    var fields: [String: PropertyValue]? { if case .dictionary(let fields) = self { fields } else { nil } }
}

/// Areas in a property list: dictionaries with `name`, `latitude`, `longitude` and `radius`, in an array by itself or
/// anywhere at the top.
enum ZonePropertyList {
    static func read(_ value: PropertyValue?) throws(ZoneFileProblem) -> ZoneFileContents {
        let entries: [PropertyValue]
        switch value {
        case .array?: entries = list(value)
        case .dictionary(let top)?: entries = top.sorted { $0.key < $1.key }.flatMap { list($0.value) }
        default: throw ZoneFileProblem("There is no list of areas in the file.")
        }
        guard entries.count <= ZoneFile.most else { throw ZoneFileProblem("There are more than 10,000 areas.") }
        var contents = ZoneFileContents()
        for value in entries {
            // What is no dictionary has no name, and is left out as such.
            let entry = value.fields ?? [:]
            contents.add(entry["name"]?.text ?? entry["identifier"]?.text, colour: entry["colour"]?.text) {
                () throws(ZoneFileProblem) in
                try ZoneFile.circle(
                    entry["latitude"]?.number, entry["longitude"]?.number,
                    radius: entry["radius"] == nil ? ZoneFile.usualRadius : entry["radius"]?.number)
            }
        }
        return contents
    }

    /// The entries of a list of areas; none of one that has no dictionary, which is about something else.
    private static func list(_ value: PropertyValue?) -> [PropertyValue] {
        guard case .array(let array) = value, array.contains(where: { $0.fields != nil }) else { return [] }
        return array
    }

    /// The value of an element of an XML property list. The reader of XML bounds how deep this goes.
    static func value(_ node: XMLNode) -> PropertyValue {
        switch node.name {
        case "string": return .text(node.text)
        case "real", "integer":
            return ZoneFile.number(node.text).map { .number($0) } ?? .other
        case "array": return .array(node.children.map { value($0) })
        case "dict":
            var entries: [String: PropertyValue] = [:]
            var key: String?
            for child in node.children {
                if child.name == "key" {
                    key = child.text
                } else if let name = key {
                    entries[name] = value(child)
                    key = nil
                }
            }
            return .dictionary(entries)
        default: return .other
        }
    }
}

/// Reads binary property lists (`bplist00`).
///
/// Of Foundation's reader nothing says how deep it goes into a list that holds itself; here the depth and the number of
/// values are bounded. Source of the format: the comment at the head of CoreFoundation's CFBinaryPList.c.
struct BinaryPropertyList {
    private let bytes: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private let count: Int
    private let table: Int
    private var left = BinaryPropertyList.most
    /// How many more bytes of text may be read: a list can name the same text any number of times.
    private var textLeft = ZoneFile.largest

    /// How deep values may stand within each other, and how many may be read.
    private static let deepest = 16, most = 200_000

    /// - Throws: a sentence if it is damaged.
    static func read(_ data: Data) throws(ZoneFileProblem) -> PropertyValue {
        var list = try BinaryPropertyList([UInt8](data))
        return try list.value(try list.top(), depth: 0)
    }

    private static let damaged = ZoneFileProblem("The property list is damaged.")

    private init(_ bytes: [UInt8]) throws(ZoneFileProblem) {
        self.bytes = bytes
        guard bytes.count >= 8 + 32 else { throw BinaryPropertyList.damaged }
        let trailer = bytes.count - 32
        (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
        let numbers = [8, 16, 24].map { at in
            bytes[(trailer + at)..<(trailer + at + 8)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), numbers[0] <= UInt64(bytes.count),
            numbers[1] < numbers[0], numbers[2] <= UInt64(trailer),
            numbers[0] * UInt64(offsetSize) <= UInt64(trailer) - numbers[2]
        else { throw BinaryPropertyList.damaged }
        (count, table) = (Int(numbers[0]), Int(numbers[2]))
        first = Int(numbers[1])
    }

    private let first: Int

    private func top() throws(ZoneFileProblem) -> Int { first }

    /// A big-endian number of some bytes.
    private func whole(_ at: Int, _ size: Int) throws(ZoneFileProblem) -> UInt64 {
        guard at >= 0, size <= 8, at + size <= bytes.count else { throw BinaryPropertyList.damaged }
        return bytes[at..<(at + size)].reduce(0) { $0 << 8 | UInt64($1) }
    }

    private mutating func value(_ index: Int, depth: Int) throws(ZoneFileProblem) -> PropertyValue {
        left -= 1
        guard index < count, depth <= BinaryPropertyList.deepest, left >= 0 else { throw BinaryPropertyList.damaged }
        let place = try whole(table + index * offsetSize, offsetSize)
        guard place < UInt64(table) else { throw BinaryPropertyList.damaged }
        let at = Int(place)
        let (kind, low) = (bytes[at] >> 4, Int(bytes[at] & 15))
        switch kind {
        case 1:
            guard low <= 3 else { return .other }
            let number = try whole(at + 1, 1 << low)
            return .number(Double(low == 3 ? Double(Int64(bitPattern: number)) : Double(number)))
        case 2:
            let number = try whole(at + 1, 1 << min(low, 4))
            return .number(
                low == 2 ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: number))) : Double(bitPattern: number))
        case 5, 6:
            let (start, length) = try length(at, low)
            let size = kind == 5 ? length : length * 2
            textLeft -= size
            guard start + size <= bytes.count, textLeft >= 0 else { throw BinaryPropertyList.damaged }
            let part = bytes[start..<(start + size)]
            return .text(kind == 5 ? String(decoding: part, as: UTF8.self) : UTF16Text.read(part, order: .bigEndian))
        case 10:
            let (start, length) = try length(at, low)
            return .array(try values(start, length, depth))
        case 13:
            let (start, length) = try length(at, low)
            let keys = try values(start, length, depth)
            let entries = try values(start + length * referenceSize, length, depth)
            let pairs = zip(keys, entries).compactMap { key, value in key.text.map { ($0, value) } }
            return .dictionary(Dictionary(pairs) { first, _ in first })
        default: return .other
        }
    }

    /// Where the contents of an object begin, and how many there are.
    private func length(_ at: Int, _ low: Int) throws(ZoneFileProblem) -> (start: Int, count: Int) {
        guard low == 15 else { return (at + 1, low) }
        guard at + 1 < bytes.count, bytes[at + 1] >> 4 == 1, bytes[at + 1] & 15 <= 3 else {
            throw BinaryPropertyList.damaged
        }
        let size = 1 << Int(bytes[at + 1] & 15)
        let number = try whole(at + 2, size)
        guard number <= UInt64(bytes.count) else { throw BinaryPropertyList.damaged }
        return (at + 2 + size, Int(number))
    }

    private mutating func values(_ start: Int, _ length: Int, _ depth: Int) throws(ZoneFileProblem) -> [PropertyValue] {
        guard start + length * referenceSize <= bytes.count else { throw BinaryPropertyList.damaged }
        var values: [PropertyValue] = []
        for number in 0..<length {
            let reference = try whole(start + number * referenceSize, referenceSize)
            guard reference < UInt64(count) else { throw BinaryPropertyList.damaged }
            values.append(try value(Int(reference), depth: depth + 1))
        }
        return values
    }
}
