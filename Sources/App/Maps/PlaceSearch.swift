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
}

/// Finds places by what somebody types or pastes. Nobody else is asked.
struct PlaceSearch {
    /// The most results.
    static let limit = 8
    /// The closest zoom where no basemap is: the built-in world shows no more.
    private static let worldZoom = 10.0
    /// The closest zoom beside a basemap, so that it is seen.
    private static let (edgeZoom, edge): (Double, Metres) = (12, 3_000)

    /// Streets of which a house is looked for, and a zoom that shows it.
    private static let (maxHouses, houseZoom) = (2, 17.5)

    private let basemaps: Basemaps
    private let index: PlaceIndex
    private let world: World?
    private let towns: PlaceBlock

    /// Finds places in the index of a basemap and in the built-in world.
    init(_ basemaps: Basemaps, _ index: PlaceIndex, world: World?, towns: PlaceBlock) {
        self.basemaps = basemaps
        self.index = index
        self.world = world
        self.towns = towns
    }

    /// Whether a text is a link to be followed on the net, which this server does not: "Short links can't be opened
    /// here. Paste the long one."
    static func isShortLink(_ text: String) -> Bool { PlaceText.isShortLink(text) }

    /// What a form says of a text for which there is no place: "No place called “Xanadoria” on your map."
    static func nothing(called text: String) -> String {
        "No place called “\(text.prefix(maxSaidLength))” on your map. Try a street, a town, or degrees like 60.17, 24.94."
    }

    private static let maxSaidLength = 60

    /// The places of a text, the best first.
    func matches(_ text: String, near: Coordinate) -> [PlaceMatch] {
        switch PlaceText(text) {
        case .nothing: return []
        case .spot(let place, let zoom, let name): return [spot(place, zoom: zoom, name: name)]
        case .code(let code, let reference):
            let centre = reference.isEmpty ? near : town(reference, near: near)
            guard let centre, let found = code.place(near: centre) else { return [] }
            return [spot(found.coordinate, zoom: found.zoom, name: found.name)]
        case .name(let name): return named(name, near)
        }
    }

    private func spot(_ place: Coordinate, zoom: Double, name: String) -> PlaceMatch {
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
        if parts.count > 1, let found = inTown(parts[0], town: parts.dropFirst().joined(separator: " "), near: near) {
            return found
        }
        let exact = found(whole, here)
        if !exact.isEmpty { return exact }
        let words = whole.split(separator: " ")
        for count in [1, 2] where words.count > count {
            let (front, back) = (words.dropLast(count), words.suffix(count))
            if let found = inTown(front.joined(separator: " "), town: back.joined(separator: " "), near: near) {
                return found
            }
        }
        for hasTypos in [false, true] {
            let found = found(parts.first ?? "", here, hasTypos: hasTypos)
            if !found.isEmpty { return found }
        }
        return []
    }

    /// What there is of a name, or of the street in front of a number, and then the house if the map has it.
    private func found(_ text: String, _ searching: PlaceSearching, hasTypos: Bool = false) -> [PlaceMatch] {
        let whole = searching.places(text, limit: PlaceSearch.limit, hasTypos: hasTypos)
        if !whole.isEmpty { return whole.map { match($0, searching) } }
        guard let (street, number) = PlaceSearch.address(text) else { return [] }
        let streets = searching.places(street, limit: PlaceSearch.limit, hasTypos: hasTypos)
        return streets.enumerated().map { index, street in
            (index < PlaceSearch.maxHouses ? house(number, street: street, searching: searching) : nil)
                ?? match(street, searching)
        }
    }

    /// The street and the number of "Hämeenkatu 5 b"; nil for a text without a number behind a word.
    private static func address(_ text: String) -> (street: String, number: String)? {
        let words = text.split(separator: " ")
        let front = words.prefix { !($0.first?.isNumber ?? false) }
        guard !front.isEmpty, front.count < words.count else { return nil }
        return (front.joined(separator: " "), words.dropFirst(front.count).prefix(2).joined(separator: " "))
    }

    private func house(_ number: String, street: NamedPlace, searching: PlaceSearching) -> PlaceMatch? {
        guard street.sort == .street else { return nil }
        // "5 b", or "5" and a word that is none of its own.
        for wanted in Set([number, String(number.prefix { $0 != " " })]).sorted(by: { $0.count > $1.count }) {
            guard let place = basemaps.house(wanted, at: street) else { continue }
            let detail = detail(street, searching).replacing(street.what, with: "Address", maxReplacements: 1)
            return PlaceMatch(
                name: "\(street.name) \(wanted)", detail: detail, coordinate: place,
                zoom: drawable(PlaceSearch.houseZoom, place))
        }
        return nil
    }

    /// What a town has of a name; nil if there is no such town, or nothing of the name in it.
    private func inTown(_ name: String, town: String, near: Coordinate) -> [PlaceMatch]? {
        guard let centre = self.town(town, near: near) else { return nil }
        let there = searching(centre)
        let found = found(name, there)
        return found.isEmpty ? nil : found
    }

    /// The middle of a town or of a part of one, by its whole name; "Helsinki, Finland" too.
    private func town(_ name: String, near: Coordinate) -> Coordinate? {
        let here = searching(near)
        for wanted in [name, String(name.prefix { $0 != "," })] {
            // By its whole name only: what comes first otherwise is the beginning of another.
            let found = here.places(wanted, limit: PlaceSearch.limit).first { place in
                (place.sort.isSettlement || place.sort == .district)
                    && ([place.name] + place.others).contains { FoldedName($0) == FoldedName(wanted) }
            }
            if let found { return found.coordinate }
        }
        return nil
    }

    private func searching(_ near: Coordinate) -> PlaceSearching {
        PlaceSearching(index.blocks(around: near) + [towns], near: near)
    }

    private func match(_ place: NamedPlace, _ searching: PlaceSearching) -> PlaceMatch {
        PlaceMatch(
            name: place.name, detail: detail(place, searching), coordinate: place.coordinate,
            zoom: drawable(place.sort.zoom, place.coordinate))
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

extension Basemaps {
    /// Places for a text, the best first and at most eight; near the given place first. None for a text that says none.
    func search(_ text: String, near: Coordinate) -> [PlaceMatch] { finder.matches(text, near: near) }
}
