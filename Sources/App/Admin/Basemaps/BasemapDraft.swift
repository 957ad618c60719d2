import Foundation
import HTTP

/// The form for a new map as it was sent.
struct BasemapDraft {
    var place = ""
    /// The side of the square around the place, in kilometres.
    var side = BasemapDraft.usualSide
    /// A rectangle, as `BasemapRegion` reads it; "" for the square around the place.
    var box = ""
    /// What a map of it would be; nil until that is known.
    var offer: BasemapOfferPart?

    static let sides = [12.0, 24, 48, 96]
    static let usualSide = 24.0
    private static let longestText = 200

    init() {}

    init(_ form: FormFields) {
        func text(_ name: String) -> String {
            String((form[name] ?? "").prefix(BasemapDraft.longestText)).trimmingCharacters(in: .whitespacesAndNewlines)
        }
        (place, box) = (text("place"), text("bbox"))
        let sent = InputNumber.decimal(form["km"] ?? "") ?? BasemapDraft.usualSide
        side = BasemapDraft.sides.contains(sent) ? sent : BasemapDraft.usualSide
    }

    /// The rectangle; nil for what is none, and for one whose sides are outside of ``BasemapRegion/sides``.
    var region: BasemapRegion? {
        guard let region = BasemapRegion(box: box) else { return nil }
        let (wide, high) = region.size
        return BasemapRegion.sides.contains(wide) && BasemapRegion.sides.contains(high) ? region : nil
    }

    /// What is said where there is no ``region``.
    static let noBox = """
        Give west, south, east and north in degrees, \(Int(BasemapRegion.sides.lowerBound)) to \
        \(Int(BasemapRegion.sides.upperBound)) km apart, on one side of the 180th meridian.
        """

    /// A name for a file that a browser has sent: letters, digits, hyphens and the ending.
    static func fileName(_ sent: String) -> String {
        let parts = sent.split(separator: ".", omittingEmptySubsequences: false)
        let ending = parts.count > 1 ? BasemapFile.plainName((parts.last ?? "").lowercased()).prefix(longestEnding) : ""
        let name = BasemapFile.plainName(parts.dropLast(parts.count > 1 ? 1 : 0).joined(separator: "-"))
        return "\(name.isEmpty ? "map" : name)\(ending.isEmpty ? "" : ".\(ending)")"
    }

    private static let longestEnding = 10
}
