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
        func plain(_ text: some StringProtocol) -> String {
            let kept = text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
            return String(kept).split(separator: "-").joined(separator: "-")
        }
        let parts = sent.split(separator: ".", omittingEmptySubsequences: false)
        let ending = parts.count > 1 ? plain((parts.last ?? "").lowercased()).prefix(longestEnding) : ""
        let name = plain(parts.dropLast(parts.count > 1 ? 1 : 0).joined(separator: "-")).prefix(longestName)
        return "\(name.isEmpty ? "map" : name)\(ending.isEmpty ? "" : ".\(ending)")"
    }

    /// Characters of a file name, and of its ending.
    private static let (longestName, longestEnding) = (60, 10)
}
