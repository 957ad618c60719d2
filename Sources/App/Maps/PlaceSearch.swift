import Proximity

/// A place that a search found.
struct PlaceMatch: Sendable, Equatable {
    let name: String
    /// "Street in Kallio", "City in Finland"; "" for degrees.
    let detail: String
    let coordinate: Coordinate
    /// The zoom that shows it.
    let zoom: Double
}

extension Basemaps {
    /// The places that a text means, nearest first.
    func search(_ text: String, near: Coordinate) -> [PlaceMatch] {
        guard let place = place(text) else { return [] }
        let isNumbers = text.contains { $0.isNumber }
        return [
            PlaceMatch(
                name: text, detail: isNumbers ? "" : "City", coordinate: place, zoom: isNumbers ? 16 : 12)
        ]
    }
}
