import Atlas
import Proximity

/// An area in words and as a map.
struct AreaPart {
    /// "Around Helsinki"
    let place: String
    /// "this afternoon"
    let time: TimePart
    let map: MapPart

    var words: String { "\(place), \(time.words)" }

    init(_ area: Area, for viewer: Viewer, at now: Timestamp, basemaps: Basemaps) {
        place = AreaWords.place(area.position, basemaps)
        time = TimePart(day: area.takenAt, RelativeTimeFormatter(area.zone, now: now))
        map = MapPart(around: area.position, viewer, basemaps)
    }
}

/// A person's area on their page.
struct PersonAreaPart {
    /// "you are", "mikko is".
    let whose: String
    let area: AreaPart
}

/// Names of cells.
enum AreaWords {
    /// The name of a cell by the nearest known town: "Around Helsinki", "Somewhere near Porvoo".
    static func place(_ position: SnappedPosition, _ basemaps: Basemaps) -> String {
        guard let town = basemaps.places.town(of: position) else { return "Far from any larger town" }
        return switch town.relation {
        case .inside: "Around \(town.name)"
        case .near: "Somewhere near \(town.name)"
        case .atSea: "At sea, somewhere off \(town.name)"
        }
    }
}
