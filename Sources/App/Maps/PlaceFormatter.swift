import Atlas
import Proximity

/// Names of places, for people who may see the exact place: "Aleksanterinkatu, Helsinki", "Near Porvoo", "At sea, 40 km
/// from Hanko".
struct PlaceFormatter {
    private let book: PlaceNameCache
    private let units: DistanceFormat
    private let names: [Coordinate: PlaceName]

    /// Formats distances in `units`.
    ///
    /// - Parameter places: those that a list names, looked up at once.
    init(_ book: PlaceNameCache, _ units: DistanceFormat, for places: [Coordinate] = []) {
        self.book = book
        self.units = units
        names = places.isEmpty ? [:] : book.names(of: Set(places))
    }

    private func name(of place: Coordinate) -> PlaceName { names[place] ?? book.name(of: place) }

    /// The name of a place; its degrees if nothing nearby has a name.
    func words(_ place: Coordinate) -> String { words(name(of: place)) ?? CoordinateFormatter.pair(place) }

    /// The same in a sentence: "at Senaatintori, Helsinki", "in Helsinki", "near Porvoo".
    func phrase(_ place: Coordinate) -> String {
        let name = name(of: place)
        guard let words = words(name) else { return "at \(CoordinateFormatter.pair(place))" }
        if !name.spot.isEmpty { return "at \(words)" }
        return name.town?.relation == .inside ? "in \(words)" : words.prefix(1).lowercased() + words.dropFirst()
    }

    /// The name and the degrees; degrees are "" if they already serve as the name.
    func both(_ place: Coordinate) -> (words: String, degrees: String) {
        let degrees = CoordinateFormatter.pair(place)
        let words = words(place)
        return (words, words == degrees ? "" : degrees)
    }

    /// Formats a name; nil if it is empty.
    func words(_ name: PlaceName) -> String? {
        let town = name.town.map { town -> String in
            switch town.relation {
            case .inside: town.name
            case .near: "near \(town.name)"
            case .atSea: "at sea, \(units.string(for: town.distance)) from \(town.name)"
            }
        }
        guard !name.spot.isEmpty else {
            return town.flatMap { $0.isEmpty ? nil : $0.prefix(1).uppercased() + $0.dropFirst() }
        }
        // If a square has the same name as its town, the name appears once.
        guard let town, !town.isEmpty, town != name.spot else { return name.spot }
        return "\(name.spot), \(town)"
    }
}
