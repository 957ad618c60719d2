import Foundation
import Proximity

/// The address of a page of another map, pasted as a search: what it says is read out of the address itself. Nobody is
/// asked.
struct MapLink {
    /// Lower case, without "www.".
    let host: String
    /// Decoded parts of the path.
    let path: [String]
    /// Decoded, names in lower case.
    let parameters: [(name: String, value: String)]
    let fragment: String

    /// Hosts of addresses that say nothing themselves and lead to long ones.
    private static let shortHosts: Set = [
        "maps.app.goo.gl", "goo.gl", "g.co", "bit.ly", "t.co", "tinyurl.com", "maps.apple", "apple.co", "binged.it",
        "w3w.co", "share.google", "her.is", "is.gd",
    ]
    /// Hosts of addresses that are pasted without "https://".
    private static let knownHosts = [
        "google.", "maps.google.", "maps.apple.", "openstreetmap.org", "osm.org", "bing.com", "waze.com", "goo.gl",
        "plus.codes",
    ]

    /// Reads an address; nil for any other text.
    init?(_ text: String) {
        var rest = Substring(text)
        var isAddress = false
        for scheme in ["https://", "http://"] where rest.lowercased().hasPrefix(scheme) {
            rest = rest.dropFirst(scheme.count)
            isAddress = true
        }
        guard !rest.contains(where: { $0.isWhitespace }) else { return nil }
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        var host = rest[..<end].lowercased()
        if host.hasPrefix("www.") { host.removeFirst(4) }
        guard isAddress || MapLink.isKnown(host), !host.isEmpty else { return nil }
        self.host = host
        rest = rest[end...]
        let mark = rest.firstIndex(of: "#") ?? rest.endIndex
        fragment = String(rest[mark...].dropFirst())
        let asked = rest[..<mark].firstIndex(of: "?") ?? mark
        path = rest[..<asked].split(separator: "/").map { MapLink.decoded($0) }
        parameters = MapLink.parameters(rest[asked..<mark].dropFirst())
    }

    private static func isKnown(_ host: String) -> Bool {
        shortHosts.contains(host) || knownHosts.contains { host == $0 || host.hasPrefix($0) }
    }

    static func parameters(_ query: Substring) -> [(name: String, value: String)] {
        query.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (parts[0].lowercased(), parts.count > 1 ? decoded(parts[1]) : "")
        }
    }

    static func decoded(_ text: some StringProtocol) -> String {
        let spaced = String(text).replacing("+", with: " ")
        return spaced.removingPercentEncoding ?? spaced
    }

    /// The first value of one of these parameters that is not empty.
    func value(_ names: String...) -> String? {
        for name in names {
            if let found = parameters.first(where: { $0.name == name && !$0.value.isEmpty }) { return found.value }
        }
        return nil
    }

    /// Whether only the host of the address knows where it leads.
    var isShort: Bool {
        MapLink.shortHosts.contains(host) || host == "osm.org" && path.first == "go" && shortPlace == nil
            || host == "waze.com" && path.first == "ul" && place == nil || host == "what3words.com"
    }

    /// The place that it shows, and how near; a marked place before the middle of a view.
    var place: (coordinate: Coordinate, zoom: Double?)? {
        if let marked = dataPlace ?? markedPlace { return (marked, zoom) }
        return viewPlace ?? fragmentPlace ?? shortPlace
    }

    /// What it searches for, in words; nil if it names nothing.
    var words: String? {
        if host == "plus.codes" { return path.first?.replacing(" ", with: "+") }
        if let index = path.firstIndex(where: { $0 == "place" || $0 == "search" }), index + 1 < path.count,
            !path[index + 1].hasPrefix("@"), path[0] == "maps"
        {
            return path[index + 1]
        }
        return value("q", "query", "name", "address", "destination", "daddr")
    }

    /// A zoom that it says.
    private var zoom: Double? {
        value("z", "zoom", "lvl").flatMap { MapLink.zoom($0) } ?? viewPlace?.zoom ?? fragmentPlace?.zoom
    }

    static func zoom(_ text: some StringProtocol) -> Double? {
        let letters = Array(text.prefix(8))
        var index = 0
        guard !letters.isEmpty, let number = AngleNumber(letters, &index), index == letters.count, !number.isNegative
        else { return nil }
        return (0...22).contains(number.value) ? number.value : nil
    }

    /// `!3d60.17!4d24.94`: where Google has its pin.
    private var dataPlace: Coordinate? {
        let parts = path.filter { $0.contains("!3d") }.flatMap { $0.split(separator: "!") }
        guard let latitude = parts.last(where: { $0.hasPrefix("3d") }),
            let longitude = parts.last(where: { $0.hasPrefix("4d") })
        else { return nil }
        return MapLink.pair("\(latitude.dropFirst(2)),\(longitude.dropFirst(2))")
    }

    private var markedPlace: Coordinate? {
        if let latitude = value("mlat", "lat"), let longitude = value("mlon", "lon", "lng") {
            return MapLink.pair("\(latitude),\(longitude)")
        }
        let names = [
            "coordinate", "q", "query", "ll", "destination", "daddr", "sll", "center", "cp", "sp", "to", "map",
        ]
        let isReversed = host.contains("yandex")
        for name in names {
            guard let value = value(name), let found = MapLink.pair(value, isReversed: isReversed) else { continue }
            return found
        }
        return path.lazy.compactMap { MapLink.pair($0) }.first
    }

    /// "60.17,24.94", also "loc:60.17,24.94", "60.17~24.94", "point.60.17_24.94_Name" and "ll.60.17,24.94".
    private static func pair(_ text: String, isReversed: Bool = false) -> Coordinate? {
        var text = Substring(text.prefix(100))
        for front in ["loc:", "ll.", "point.", "geo:"] where text.hasPrefix(front) {
            text = text.dropFirst(front.count)
        }
        let parts = text.split { ",~_ ".contains($0) }
        // "12, 34 Main Street" is an address.
        guard parts.count == 2 || parts.count > 2 && parts[0].contains(".") && parts[1].contains(".") else {
            return nil
        }
        if let place = DegreesText.place(isReversed ? "\(parts[1]), \(parts[0])" : "\(parts[0]), \(parts[1])") {
            return place
        }
        return isReversed ? nil : DegreesText.place(String(text))
    }

    /// `@60.17,24.94,17z` of Google: the middle of the view; "850m" is its height.
    private var viewPlace: (coordinate: Coordinate, zoom: Double?)? {
        guard let view = path.last(where: { $0.hasPrefix("@") }) else { return nil }
        let parts = view.dropFirst().split(separator: ",")
        guard parts.count >= 2, let place = MapLink.pair("\(parts[0]),\(parts[1])") else { return nil }
        return (place, parts.dropFirst(2).first { $0.hasSuffix("z") }.flatMap { MapLink.zoom($0.dropLast()) })
    }

    /// `#map=17/60.17/24.94` of OpenStreetMap, also without "map=".
    private var fragmentPlace: (coordinate: Coordinate, zoom: Double?)? {
        guard let view = fragment.split(separator: "&").first(where: { $0.contains("/") }) else { return nil }
        let parts = view.replacing("map=", with: "").split(separator: "/")
        guard parts.count >= 3, let zoom = MapLink.zoom(parts[0]), let place = MapLink.pair("\(parts[1]),\(parts[2])")
        else { return nil }
        return (place, zoom)
    }

    /// `osm.org/go/0xPkbT9U-`: bits of longitude and latitude in turn, six in a letter
    /// (wiki.openstreetmap.org/wiki/Shortlink).
    private var shortPlace: (coordinate: Coordinate, zoom: Double?)? {
        guard host == "osm.org" || host == "openstreetmap.org", path.count == 2, path[0] == "go" else { return nil }
        let code = path[1].replacing("@", with: "~").replacing("=", with: "-")
        let letters = code.prefix { $0 != "-" }
        guard (2...10).contains(letters.count), code.dropFirst(letters.count).allSatisfy({ $0 == "-" }) else {
            return nil
        }
        var (x, y, count) = (UInt64(0), UInt64(0), 0)
        for letter in letters {
            guard let digit = MapLink.alphabet.firstIndex(of: letter) else { return nil }
            for bit in [4, 2, 0] {
                (x, y) = (x << 1 | UInt64(digit >> (bit + 1) & 1), y << 1 | UInt64(digit >> bit & 1))
                count += 1
            }
        }
        let scale = Double(UInt64(1) << UInt64(count))
        let place = Coordinate(latitude: Double(y) / scale * 180 - 90, longitude: Double(x) / scale * 360 - 180)
        // Each minus sign is a step of zoom between those that whole letters can say.
        let steps = (code.count - letters.count) % 3
        return place.map { ($0, Double(count - 8 - (3 - steps) % 3)) }
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_~")
}
