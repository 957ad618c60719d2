import Foundation
import Proximity
import Text

/// What somebody types or pastes to find a place, understood without a map.
public enum PlaceText: Equatable, Sendable {
    /// A place itself: degrees, a `geo:` address, a Plus Code or a link to another map. The name is "" for degrees.
    case spot(Coordinate, zoom: Double, name: String)
    /// A short Plus Code and the place that completes it; "" for the place that one looks at.
    case code(PlusCodeText, near: String)
    /// A name to look for.
    case name(String)
    /// Nothing that could be a place: nothing at all, too much, or a link that only its host understands.
    case nothing

    /// Longer texts are refused before they are read. Links of Google have some hundred letters.
    public static let mostBytes = 2_000
    /// A name longer than this is cut.
    static let mostLetters = 100
    /// Shown unless the text says how near; the second for what is a point to its nearest metres.
    static let (spotZoom, least, most) = (17.0, 2.0, 19.0)

    /// Reads a text.
    public init(_ text: String) { self = PlaceText.read(text, depth: 0) }

    /// Whether a text is a link that only its host understands, and that nobody here follows.
    public static func isShortLink(_ text: String) -> Bool {
        guard text.utf8.count <= mostBytes else { return false }
        return link(in: trimmed(text))?.isShort ?? false
    }

    /// The text itself, or the address in it: phones share "Senate Square https://…".
    private static func link(in text: String) -> MapLink? {
        MapLink(text) ?? text.split { $0.isWhitespace }.first { $0.contains("://") }.flatMap { MapLink(String($0)) }
    }

    private static func trimmed(_ text: String) -> String {
        text.trimmingCharacters(in: .whitespacesAndNewlines.union(.controlCharacters))
    }

    private static func read(_ whole: String, depth: Int) -> PlaceText {
        guard whole.utf8.count <= mostBytes else { return .nothing }
        let text = trimmed(whole)
        guard !text.isEmpty else { return .nothing }
        if text.lowercased().hasPrefix("geo:") { return geo(text.dropFirst(4), depth) }
        if let link = link(in: text) { return read(link, depth) }
        guard !text.contains("://") else { return .nothing }
        if let place = DegreesText.place(text) { return .spot(place, zoom: spotZoom, name: "") }
        return code(text) ?? named(text)
    }

    private static func named(_ text: String) -> PlaceText {
        // By scalars: a thousand marks on a letter are one character.
        let cut = String(String.UnicodeScalarView(text.unicodeScalars.prefix(mostLetters)))
        // A place may be called "1903", but "91, 0" is no name.
        let isWord = cut.contains { $0.isNumber } && !cut.contains { $0.isWhitespace || $0 == "," }
        return isWord || cut.contains { $0.isLetter } ? .name(cut) : .nothing
    }

    /// A Plus Code alone, or one with the place that completes it, before it or after it.
    private static func code(_ whole: String) -> PlaceText? {
        let text = TypedText.plain(whole, mostBytes: mostBytes) ?? whole
        let words = text.split { $0.isWhitespace || $0 == "," }
        for word in words where word.contains("+") {
            guard let code = PlusCode(String(word)) else { continue }
            if let centre = code.area?.centre { return .spot(centre, zoom: code.zoom, name: code.text) }
            let rest = text.replacing(word, with: "", maxReplacements: 1)
                .trimmingCharacters(in: .whitespacesAndNewlines.union([","]))
            return .code(PlusCodeText(code: code), near: String(rest.unicodeScalars.prefix(mostLetters)))
        }
        return nil
    }

    private static func read(_ link: MapLink, _ depth: Int) -> PlaceText {
        let words = link.words.map { trimmed($0) } ?? ""
        if let (place, zoom) = link.place {
            let isName = DegreesText.place(words) == nil && words.contains { $0.isLetter }
            guard case .name(let name) = named(isName ? words : "") else {
                return .spot(place, zoom: bounded(zoom), name: "")
            }
            return .spot(place, zoom: bounded(zoom), name: name)
        }
        guard depth == 0, !link.isShort else { return .nothing }
        return read(words, depth: depth + 1)
    }

    private static func bounded(_ zoom: Double?) -> Double { min(max(zoom ?? spotZoom, least), most) }

    /// `geo:60.17,24.94;u=35?z=17` (RFC 5870), also `geo:0,0?q=60.17,24.94(Name)` as phones share it.
    private static func geo(_ text: Substring, _ depth: Int) -> PlaceText {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let numbers = parts[0].prefix { $0 != ";" }.split(separator: ",", omittingEmptySubsequences: false)
        let asked = parts.count > 1 ? MapLink.parameters(parts[1]) : []
        let zoom = asked.first { $0.name == "z" }.flatMap { MapLink.zoom($0.value) }
        if let wanted = asked.first(where: { $0.name == "q" && !$0.value.isEmpty })?.value {
            let pin = wanted.prefix { $0 != "(" }
            let label = wanted.dropFirst(pin.count).trimmingCharacters(in: ["(", ")", " "])
            if let place = DegreesText.place(String(pin)) { return spot(place, zoom, label) }
            if depth == 0 { return read(wanted, depth: 1) }
        }
        guard (2...3).contains(numbers.count), let place = DegreesText.place("\(numbers[0]);\(numbers[1])") else {
            return .nothing
        }
        return spot(place, zoom, "")
    }

    private static func spot(_ place: Coordinate, _ zoom: Double?, _ label: String) -> PlaceText {
        guard case .name(let name) = named(label) else { return .spot(place, zoom: bounded(zoom), name: "") }
        return .spot(place, zoom: bounded(zoom), name: name)
    }
}

/// A short Plus Code that a place of reference completes.
public struct PlusCodeText: Equatable, Sendable {
    let code: PlusCode

    /// The middle of the area with this code that is nearest to a place, and its whole code.
    public func place(near: Coordinate) -> (coordinate: Coordinate, zoom: Double, name: String)? {
        let whole = code.nearest(to: near)
        return whole.area?.centre.map { ($0, whole.zoom, whole.text) }
    }
}
