import Atlas
import Foundation
import Proximity

/// A place that a search finds.
struct PlaceMatch: Equatable {
    let name: String
    /// "Street in Kallio", "Park in Helsinki", "City in Finland"; "" for degrees.
    let detail: String
    let coordinate: Coordinate
    /// Shows it, as far as something can be drawn there.
    let zoom: Double
    /// A country is where its name stands on the map: how far that is says nothing.
    var isCountry = false
}

/// Finds places by what somebody types or pastes. Nobody else is asked.
struct PlaceSearch {
    /// The most results.
    static let limit = 8
    /// The closest zoom where no basemap is: the built-in world shows no more.
    private static let worldZoom = 10.0
    /// The closest zoom beside a basemap, so that it is seen.
    private static let (edgeZoom, edge): (Double, Metres) = (12, 3_000)

    private let basemaps: BasemapSet
    private let index: PlaceIndex
    private let world: World?
    private let towns: PlaceBlock

    /// Finds places in the index of a basemap and in the built-in world.
    init(_ basemaps: BasemapSet, _ index: PlaceIndex, world: World?, towns: PlaceBlock) {
        self.basemaps = basemaps
        self.index = index
        self.world = world
        self.towns = towns
    }

    /// Longer than any link to a map that is worth pasting.
    static let longestText = 2_000

    /// A text as it was typed or pasted, without the spaces around it, up to ``longestText``.
    static func text(_ typed: String?) -> String {
        String((typed ?? "").trimmingCharacters(in: .whitespaces).prefix(longestText))
    }

    /// What people read for a text that finds nothing. A short link had to be followed on the net, which this server does
    /// not.
    static func refusal(of text: String) -> String {
        if PlaceText.isShortLink(text) { return "Short links can't be opened here. Paste the long one." }
        return "Nothing found by that name. Try a street, a town, or degrees like 60.17, 24.94."
    }

    /// The places of a text, the best first.
    func matches(_ text: String, near: Coordinate) -> [PlaceMatch] {
        switch PlaceText(text) {
        case .nothing: return []
        case .spot(let place, let zoom, let name): return [spot(place, zoom, name)]
        case .code(let code, let reference):
            let centre = reference.isEmpty ? near : town(reference, near: near)
            guard let centre, let found = code.place(near: centre) else { return [] }
            return [spot(found.coordinate, found.zoom, found.name)]
        case .name(let name): return named(name, near)
        }
    }

    private func spot(_ place: Coordinate, _ zoom: Double, _ name: String) -> PlaceMatch {
        PlaceMatch(
            name: name.isEmpty ? CoordinateFormatter.pair(place) : name, detail: "", coordinate: place,
            zoom: drawable(zoom, place))
    }

    private func drawable(_ zoom: Double, _ place: Coordinate) -> Double {
        if basemaps.covers(place) { return zoom }
        let isBeside = basemaps.covers(partOf: Bounds(centre: place, radius: PlaceSearch.edge))
        return min(zoom, isBeside ? PlaceSearch.edgeZoom : PlaceSearch.worldZoom)
    }

    /// A name as it is; in a town that is named behind it ("Hämeenkatu 5, Tampere"); with typing mistakes.
    private func named(_ name: String, _ near: Coordinate) -> [PlaceMatch] {
        let parts = name.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        let whole = parts.joined(separator: " ")
        let here = searching(near)
        if parts.count > 1, let found = inTown(parts[0], parts.dropFirst().joined(separator: " "), near) {
            return found
        }
        for wanted in PlaceSearch.withoutNumber(whole) {
            let found = here.places(wanted, limit: PlaceSearch.limit)
            if !found.isEmpty { return found.map { match($0, here) } }
        }
        let words = whole.split(separator: " ")
        for count in [1, 2] where words.count > count {
            let (front, back) = (words.dropLast(count), words.suffix(count))
            if let found = inTown(front.joined(separator: " "), back.joined(separator: " "), near) { return found }
        }
        for hasTypos in [false, true] {
            for wanted in PlaceSearch.withoutNumber(parts.first ?? "") {
                let found = here.places(wanted, limit: PlaceSearch.limit, hasTypos: hasTypos)
                // What stands before a comma is rather a town than a shop that is called like it.
                let towns = parts.count > 1 ? found.filter { PlaceSearch.isTown($0, wanted) } : []
                if !found.isEmpty { return (towns + found.filter { !towns.contains($0) }).map { match($0, here) } }
            }
        }
        return []
    }

    /// The text, and the text before a number of a house.
    private static func withoutNumber(_ text: String) -> [String] {
        let words = text.split(separator: " ")
        let front = words.prefix { !($0.first?.isNumber ?? false) }
        return front.isEmpty || front.count == words.count ? [text] : [text, front.joined(separator: " ")]
    }

    /// What a town has of a name; nil if there is no such town, or nothing of the name in it.
    private func inTown(_ name: String, _ town: String, _ near: Coordinate) -> [PlaceMatch]? {
        guard let centre = self.town(town, near: near) else { return nil }
        let there = searching(centre)
        for wanted in PlaceSearch.withoutNumber(name) {
            let found = there.places(wanted, limit: PlaceSearch.limit)
            if !found.isEmpty { return found.map { match($0, there) } }
        }
        return nil
    }

    /// The middle of a town or of a part of one, by its whole name; "Helsinki, Finland" too.
    private func town(_ name: String, near: Coordinate) -> Coordinate? {
        let here = searching(near)
        for wanted in [name, String(name.prefix { $0 != "," })] {
            // By its whole name only: what comes first otherwise is the beginning of another.
            let found = here.places(wanted, limit: PlaceSearch.limit).first { PlaceSearch.isTown($0, wanted) }
            if let found { return found.coordinate }
        }
        return nil
    }

    /// Whether a place is a town or a part of one whose whole name is this.
    private static func isTown(_ place: NamedPlace, _ name: String) -> Bool {
        (place.sort.isSettlement || place.sort == .district)
            && ([place.name] + place.others).contains { FoldedName($0) == FoldedName(name) }
    }

    private func searching(_ near: Coordinate) -> PlaceSearching {
        PlaceSearching(index.blocks(around: near) + [towns], near: near)
    }

    private func match(_ place: NamedPlace, _ searching: PlaceSearching) -> PlaceMatch {
        PlaceMatch(
            name: place.name, detail: detail(place, searching), coordinate: place.coordinate,
            zoom: drawable(place.sort.zoom, place.coordinate), isCountry: place.sort == .country)
    }

    private func detail(_ place: NamedPlace, _ searching: PlaceSearching) -> String {
        if place.sort == .country { return place.what }
        if place.sort.isSettlement {
            let country = world?.country(around: place.coordinate).flatMap {
                PlaceSearch.english.localizedString(forRegionCode: $0)
            }
            return country.map { "\(place.what) in \($0)" } ?? place.what
        }
        let district = place.sort == .district ? "" : searching.district(of: place.coordinate)
        if !district.isEmpty, district != place.name { return "\(place.what) in \(district)" }
        guard let town = basemaps.places.name(of: place.coordinate).town, town.name != place.name else {
            return place.what
        }
        switch town.relation {
        case .inside: return "\(place.what) in \(town.name)"
        case .near: return "\(place.what) near \(town.name)"
        case .atSea: return place.what
        }
    }

    private static let english = Locale(identifier: "en")
}
