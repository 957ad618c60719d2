import Foundation
import Proximity
import Text

/// An area with a name, as a file describes it.
public struct NamedArea: Sendable, Equatable {
    /// One line of at most ``ZoneFile/longestName`` Unicode scalars.
    public let name: String
    /// What it surrounds.
    public let fence: Fence
    /// `#rrggbb`; nil if the file has none.
    public let colour: String?
}

/// What a file of areas holds.
public struct ZoneFileContents: Sendable, Equatable {
    /// In the order of the file.
    public var areas: [NamedArea] = []
    /// A sentence for each thing that is left out.
    public var leftOut: [String] = []

    mutating func add(_ name: String?, colour: String? = nil, _ fence: () throws(ZoneFileProblem) -> Fence) {
        let name = (name ?? "").singleLine(scalars: ZoneFile.longestName)
        do throws(ZoneFileProblem) {
            guard name.hasVisibleCharacter else { throw ZoneFileProblem("it has no name.") }
            areas.append(NamedArea(name: name, fence: try fence(), colour: ZoneFile.colour(colour)))
        } catch {
            leftOut.append("\(name.hasVisibleCharacter ? "“\(name)”" : "An area") is left out: \(error.sentence)")
        }
    }
}

/// Why a file, or an area in it, is refused: a sentence for the person who sent it.
public struct ZoneFileProblem: Error, Sendable, Equatable {
    /// The sentence.
    public let sentence: String

    init(_ sentence: String) { self.sentence = sentence }
}

/// Reads areas from GeoJSON (RFC 7946), GPX 1.1, KML 2.2 and property lists, both of XML and binary.
///
/// The bytes come from outside: size, nesting and numbers are bounded, entities and anything that a file refers to are
/// never resolved, and nothing is fetched.
public enum ZoneFile {
    /// Bytes.
    public static let largest = 8_000_000
    /// Unicode scalars of a name.
    public static let longestName = 60
    /// Most areas of a file, and vertices of an area.
    public static let most = 10_000
    /// Most lines of an area: parts and holes.
    static let mostRings = 100
    /// What a circle may measure, metres.
    public static let radii: ClosedRange<Double> = 1...500_000
    /// The radius of a point that has none, metres.
    static let usualRadius = 100.0

    /// - Throws: a sentence if nothing in it is an area.
    public static func read(_ data: Data) throws(ZoneFileProblem) -> ZoneFileContents {
        guard data.count <= largest else { throw ZoneFileProblem("The file is larger than 8 MB.") }
        let contents: ZoneFileContents
        if data.starts(with: Data("bplist00".utf8)) {
            contents = try ZonePropertyList.read(try BinaryPropertyList.read(data))
        } else {
            guard !data.contains(0), let text = String(data: data, encoding: .utf8) else {
                throw ZoneFileProblem("This is no GeoJSON, GPX, KML or property list in UTF-8.")
            }
            switch text.unicodeScalars.first(where: { !$0.properties.isWhitespace && $0 != "\u{FEFF}" }) {
            case "{": contents = try GeoJSON.read(data)
            case "<": contents = try ZoneXML.read(text)
            default: throw ZoneFileProblem("This is no GeoJSON, GPX, KML or property list.")
            }
        }
        guard !contents.areas.isEmpty else {
            let leftOut = MessageList(contents.leftOut).sentences
            throw ZoneFileProblem(leftOut.isEmpty ? "There is no area in the file." : leftOut)
        }
        return contents
    }

    /// A number in words, bounded; nil for anything else.
    static func number(_ text: String?) -> Double? {
        WrittenNumber.read(text?.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// - Parameter radius: metres; nil if the file has one that cannot be read, which is not as if it had none.
    static func circle(_ latitude: Double?, _ longitude: Double?, radius: Double?) throws(ZoneFileProblem) -> Fence {
        guard let latitude, let longitude, let centre = Coordinate(latitude: latitude, longitude: longitude) else {
            throw ZoneFileProblem("its place is not on the Earth.")
        }
        guard let radius, radii.contains(radius) else { throw ZoneFileProblem("its radius is not 1 m to 500 km.") }
        return Fence(centre: centre, radius: Metres(radius))
    }

    static func polygon(_ rings: [[Coordinate]]) throws(ZoneFileProblem) -> Fence {
        guard let outer = rings.first, rings.reduce(0, { $0 + $1.count }) <= most, rings.count <= mostRings else {
            throw ZoneFileProblem("it has no corners, more than 10,000, or more than 100 lines.")
        }
        guard let polygon = Polygon(outer, holes: Array(rings.dropFirst())) else {
            throw ZoneFileProblem("its line surrounds nothing.")
        }
        guard polygon.surroundingCircle.radius.value <= radii.upperBound else {
            throw ZoneFileProblem("it is larger than 500 km around its middle.")
        }
        return Fence(polygon)
    }

    /// `#rrggbb`, from that or KML's `aabbggrr`.
    static func colour(_ text: String?) -> String? {
        guard let text, text.utf8.count <= 9 else { return nil }
        if text.wholeMatch(of: #/#[0-9a-fA-F]{6}/#) != nil { return text.lowercased() }
        guard let match = text.wholeMatch(of: #/[0-9a-fA-F]{2}([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})/#) else {
            return nil
        }
        return "#\(match.3)\(match.2)\(match.1)".lowercased()
    }
}
