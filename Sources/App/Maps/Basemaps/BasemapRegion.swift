import Atlas
import Foundation
import Logging
import MapDownload
import PMTiles
import Proximity

/// A rectangle of the world of which a host wants a map.
public struct BasemapRegion: Sendable {
    /// "Tampere, Finland", or the middle in degrees.
    public let title: String
    public let box: PMTilesHeader.Box
    /// Of the map, without extension.
    public let name: String

    /// The sides of a square around a place, and of a rectangle in the form, in kilometres.
    public static let sides = 1.0...500.0

    /// A square; where it would cross the antimeridian or 85 degrees, at which maps end, the part on this side.
    ///
    /// - Parameter side: within ``sides``.
    init(title: String, around middle: Coordinate, side: Double) {
        let half = side / 2 / BasemapRegion.kilometresPerDegree
        let wide = half / max(0.01, cos(middle.latitude * .pi / 180))
        self.init(
            title: title,
            box: PMTilesHeader.Box(
                west: max(-180, middle.longitude - wide), south: min(84.9, max(-85, middle.latitude - half)),
                east: min(180, middle.longitude + wide), north: max(-84.9, min(85, middle.latitude + half))))
    }

    private static let kilometresPerDegree = 111.2

    /// The same under another title, one line of at most ``maxTitleLength`` code points.
    public func titled(_ title: String) -> BasemapRegion {
        let line = title.unicodeScalars.filter { $0.properties.generalCategory != .control }
            .prefix(BasemapRegion.maxTitleLength)
        return line.isEmpty ? self : BasemapRegion(title: String(String.UnicodeScalarView(line)), box: box)
    }

    private static let maxTitleLength = 80

    init(title: String, box: PMTilesHeader.Box) {
        self.title = title
        self.box = BasemapRegion.rounded(box)
        let words = BasemapFile.plainName(title.prefix { $0 != "," }.lowercased())
        name =
            words.isEmpty || words.first?.isNumber == true
            ? "\(BasemapRegion.unnamed)\(BasemapRegion.mark(box))" : words
    }

    /// To a metre, as ``text`` writes it: the same region is the same wherever it was asked for, so that its loading goes on.
    private static func rounded(_ box: PMTilesHeader.Box) -> PMTilesHeader.Box {
        func rounded(_ degrees: Double) -> Double { (degrees * 1e5).rounded() / 1e5 }
        return PMTilesHeader.Box(
            west: rounded(box.west), south: rounded(box.south), east: rounded(box.east), north: rounded(box.north))
    }

    /// Whether it is called by a place; otherwise by its middle.
    var isNamed: Bool { !name.hasPrefix(BasemapRegion.unnamed) }

    /// For a map beside another one of the same name: "springfield-39.80--89.65", "map-61.50-23.80-21x22".
    var distinctName: String {
        let (wide, high) = size
        return "\(name)-\(isNamed ? BasemapRegion.mark(box) : String(format: "%.0fx%.0f", wide, high))"
    }

    private static let unnamed = "map-"

    var middle: Coordinate? {
        Coordinate(latitude: (box.south + box.north) / 2, longitude: (box.west + box.east) / 2)
    }

    /// "61.50-23.76": the middle.
    private static func mark(_ box: PMTilesHeader.Box) -> String {
        String(format: "%.2f-%.2f", (box.south + box.north) / 2, (box.west + box.east) / 2)
    }

    /// A box as `W,S,E,N` in degrees.
    ///
    /// - Returns: nil for anything else, and for one that is empty, outside the world or crosses the antimeridian.
    public init?(box text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { InputNumber.decimal($0.trimmingCharacters(in: .whitespaces)) }
        guard parts.count == 4, numbers.count == 4 else { return nil }
        let (west, south, east, north) = (numbers[0], numbers[1], numbers[2], numbers[3])
        guard -180...180 ~= west, -180...180 ~= east, -85.1...85.1 ~= south, -85.1...85.1 ~= north, west < east,
            south < north
        else { return nil }
        let box = PMTilesHeader.Box(west: west, south: south, east: east, north: north)
        self.init(title: BasemapRegion.middleWords(box), box: box)
    }

    /// The box as ``init(box:)`` reads it, to a metre.
    var text: String { String(format: "%.5f,%.5f,%.5f,%.5f", box.west, box.south, box.east, box.north) }

    var bounds: Bounds? { Bounds(south: box.south, west: box.west, north: box.north, east: box.east) }

    /// Kilometres from west to east, in its middle, and from south to north.
    var size: (wide: Double, high: Double) {
        let parallel = cos((box.south + box.north) / 2 * .pi / 180)
        return (
            (box.east - box.west) * BasemapRegion.kilometresPerDegree * parallel,
            (box.north - box.south) * BasemapRegion.kilometresPerDegree
        )
    }

    /// "24 × 24 km around 61.50, 23.76": east to west, south to north. The middle is left out where it is the title.
    public var extent: String {
        let (wide, high) = size
        func text(_ kilometres: Double) -> String {
            kilometres < 9.95 ? String(format: "%.1f", kilometres) : String(Int(kilometres.rounded()))
        }
        let middle = BasemapRegion.middleWords(box)
        return "\(text(wide)) × \(text(high)) km" + (title == middle ? "" : " around \(middle)")
    }

    /// "61.50, 23.76"
    private static func middleWords(_ box: PMTilesHeader.Box) -> String {
        String(format: "%.2f, %.2f", (box.south + box.north) / 2, (box.west + box.east) / 2)
    }
}

extension Basemaps {
    /// A square around a place that somebody names; nil where none is called so.
    ///
    /// - Parameter side: within ``BasemapRegion/sides``.
    func region(around text: String, side: Double, _ settings: SiteSettings) -> BasemapRegion? {
        guard let found = search(text, near: startingPlace(settings)).first else { return nil }
        // "City in Finland"
        let land = found.detail.components(separatedBy: " in ").dropFirst().last
        return BasemapRegion(
            title: ([found.name] + [land].compactMap { $0 }).joined(separator: ", "), around: found.coordinate,
            side: side)
    }
}

/// Finds places without a running site: for the command line.
public struct PlaceFinder: Sendable {
    private let basemaps: Basemaps

    /// Reads the maps of a data folder and the built-in world of the public folder.
    public init(dataFolder: String, publicFolder: String, log: Logger) {
        // A command may run as somebody else than the server, whose cache it leaves alone: nothing can be kept here.
        basemaps = Basemaps(
            BasemapFolder(dataFolder: dataFolder), world: Basemaps.world(in: publicFolder), cache: "/proc/none",
            clock: Environment.real.clock, log: log)
    }

    /// A square around a place that somebody names; nil where none is called so.
    ///
    /// - Parameter side: within ``BasemapRegion/sides``.
    public func region(around text: String, side: Double) -> BasemapRegion? {
        basemaps.region(around: text, side: side, SiteSettings())
    }
}
