import Foundation
import HTTP

/// The form for a new map as it was sent.
struct BasemapDraft {
    var place = ""
    /// Kilometres.
    var side = BasemapDraft.usualSide
    var edges = BasemapEdges()
    /// What is asked for, once it is known.
    var region: BasemapRegion?
    /// What a map of it would be.
    var offer: BasemapOfferPart?

    static let sides = [12.0, 24, 48, 96]
    static let usualSide = 24.0
    private static let maxPlaceLength = 200

    init() {}

    init(_ form: FormFields) {
        place = String((form["place"] ?? "").prefix(BasemapDraft.maxPlaceLength))
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let sent = InputNumber.decimal(form["km"] ?? "") ?? BasemapDraft.usualSide
        side = BasemapDraft.sides.contains(sent) ? sent : BasemapDraft.usualSide
        edges = BasemapEdges(form)
    }

    /// A name for a file that a browser sent: letters, digits, hyphens and its extension.
    static func fileName(_ sent: String) -> String {
        let parts = sent.split(separator: ".", omittingEmptySubsequences: true)
        let ending = parts.count > 1 ? (parts.last ?? "").lowercased().prefix(10) : ""
        let words = parts.dropLast(parts.count > 1 ? 1 : 0).joined(separator: "-")
            .map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        let name = String(words).split(separator: "-").joined(separator: "-").prefix(60)
        return "\(name.isEmpty ? "map" : name).\(ending.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })"
    }
}

/// The edges of a rectangle as somebody sent them: degrees as text, "" for none.
struct BasemapEdges {
    let west, south, east, north: String

    private static let maxLength = 40

    init(west: String = "", south: String = "", east: String = "", north: String = "") {
        (self.west, self.south, self.east, self.north) = (west, south, east, north)
    }

    init(_ form: FormFields) {
        func text(_ name: String) -> String {
            String((form[name] ?? "").prefix(BasemapEdges.maxLength)).trimmingCharacters(in: .whitespacesAndNewlines)
        }
        (west, south, east, north) = (text("west"), text("south"), text("east"), text("north"))
    }

    var isEmpty: Bool { west.isEmpty && south.isEmpty && east.isEmpty && north.isEmpty }

    /// Nil for what is no rectangle, or a larger or smaller one than a map is made of.
    var region: BasemapRegion? {
        guard let west = InputNumber.decimal(west), let south = InputNumber.decimal(south),
            let east = InputNumber.decimal(east), let north = InputNumber.decimal(north),
            let region = BasemapRegion(west: west, south: south, east: east, north: north)
        else { return nil }
        let (wide, high) = region.size
        return BasemapRegion.sides.contains(wide) && BasemapRegion.sides.contains(high) ? region : nil
    }

    /// What is told where there is no ``region``.
    static let wrong =
        "Give all four edges in degrees, west before east and south before north, \(Int(BasemapRegion.sides.lowerBound)) "
        + "to \(Int(BasemapRegion.sides.upperBound)) km apart. No map crosses 180°."
}
