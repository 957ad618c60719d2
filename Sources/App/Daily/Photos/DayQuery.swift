import Atlas
import Foundation
import HTTP
import Proximity

/// What the address of a day asks for besides the view of its map.
struct DayQuery {
    let day: CalendarDay
    /// A username, or the beginning of a name; "" for everybody's photos.
    let name: String
    /// Whether the nearest to the viewer come first, and not those nearest to the middle of the map.
    let isFromMe: Bool
    /// Whether the photos are shown one below the other, and not on the map.
    let isFeed: Bool
    /// Whether it is about the photos of one view of the map.
    let hasView: Bool

    /// Longer than every name.
    private static let maxNameLength = 80

    init(_ query: FormFields, _ day: CalendarDay) {
        let text = (query["q"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        self.init(
            day: day, name: String(text.prefix(DayQuery.maxNameLength)), isFromMe: query["from"] == "me",
            isFeed: query["view"] == DailyPaths.photosView, hasView: query["lat"] != nil)
    }

    init(day: CalendarDay, name: String = "", isFromMe: Bool = false, isFeed: Bool = false, hasView: Bool = false) {
        (self.day, self.name, self.isFromMe, self.isFeed, self.hasView) = (day, name, isFromMe, isFeed, hasView)
    }

    var address: String { DailyPaths.day(day) }
    /// The page of another day, or of this one for everybody, shown in the same way.
    func address(of day: CalendarDay) -> String { isFeed ? DailyPaths.photos(day) : DailyPaths.day(day) }
    /// The same on the map.
    var map: String { parameters.isEmpty ? address : "\(address)?\(parameters.dropLast())" }
    /// The same one below the other.
    var feed: String {
        parameters.isEmpty ? DailyPaths.photos(day) : "\(DailyPaths.photos(day))&\(parameters.dropLast())"
    }
    /// The same on the map around a place.
    func map(around place: Coordinate, zoom: Double) -> String {
        "\(address)?\(parameters)\(DailyPaths.view(of: place, zoom: zoom))"
    }
    /// The beginning of the map's query: "q=leena&from=me&", "" for none.
    var parameters: String { parameters(isFromMe: isFromMe) }

    func parameters(isFromMe: Bool) -> String {
        (name.isEmpty ? "" : "q=\(PathText.component(name))&") + (isFromMe ? "from=me&" : "")
    }
}

/// What a viewer sees of a day.
struct SeenDay {
    let window: DailyWindow
    let hasPosted: Bool
    /// Whether they see the photos of others.
    let isRevealed: Bool
    let row: DailyPostRow
    let isFromMe: Bool
    let knowsYou: Bool
    let drawing: MapDrawing
}
