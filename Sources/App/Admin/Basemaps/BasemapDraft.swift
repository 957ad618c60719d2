import Foundation
import HTTP

/// The form for a new map as it was sent.
struct BasemapDraft {
    var place = ""
    /// The side of the square around the place, in kilometres.
    var side = BasemapDraft.usualSide
    /// What a map of it would be; nil until that is known.
    var offer: BasemapOfferPart?

    static let sides = [12.0, 24, 48, 96]
    static let usualSide = 24.0
    private static let longestPlace = 200

    init() {}

    init(_ form: FormFields) {
        place = String((form["place"] ?? "").prefix(BasemapDraft.longestPlace))
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let sent = InputNumber.decimal(form["km"] ?? "") ?? BasemapDraft.usualSide
        side = BasemapDraft.sides.contains(sent) ? sent : BasemapDraft.usualSide
    }

    /// A name for a file that a browser has sent: letters, digits, hyphens and the ending.
    static func fileName(_ sent: String) -> String {
        let parts = sent.split(separator: ".", omittingEmptySubsequences: false)
        let ending = parts.count > 1 ? BasemapFile.plainName((parts.last ?? "").lowercased()).prefix(longestEnding) : ""
        let name = BasemapFile.plainName(parts.dropLast(parts.count > 1 ? 1 : 0).joined(separator: "-"))
        return "\(name.isEmpty ? "map" : name)\(ending.isEmpty ? "" : ".\(ending)")"
    }

    private static let longestEnding = 10
}
