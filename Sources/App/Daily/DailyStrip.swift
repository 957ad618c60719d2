import Database
import Foundation
import Proximity

/// The photos of the strip: the nearest of those in the frame, after them those without a place.
struct DailyPostRow: Sendable {
    /// In order, each with its distance; nil without a place.
    var posts: [(post: SeenDailyPost, distance: Metres?)] = []
    /// How many there are in all, in the frame and without a place.
    var count = 0

    /// Most photos in a strip.
    static let maxLength = 30

    init() {}

    /// - Parameters:
    ///   - places: those in the frame.
    ///   - you: the viewer's own last stored position if distances count from there; nil for the middle of the frame.
    init(
        _ database: Reader, _ places: [(id: ID<DailyPost>, coordinate: Coordinate)], from you: Coordinate?,
        middle: Coordinate, choice: DayChoice, viewer: ID<Account>, at now: Timestamp
    ) throws {
        let origin = you ?? middle
        let nearest = places.map { (id: $0.id, distance: origin.distance(to: $0.coordinate)) }
            .sorted { ($0.distance, $0.id.rawValue) < ($1.distance, $1.id.rawValue) }.prefix(DailyPostRow.maxLength)
        let placeless = try DayQueries.placeless(database, choice, for: viewer, at: now)
        count = places.count + placeless.count
        let ids = nearest.map { $0.id } + placeless.prefix(DailyPostRow.maxLength - nearest.count)
        if ids.isEmpty { return }
        let distances = Dictionary(nearest.map { ($0.id, $0.distance) }, uniquingKeysWith: { first, _ in first })
        let seen = try DayQueries.posts(database, ids, to: viewer, at: now)
        posts = ids.compactMap { id in seen[id].map { ($0, distances[id]) } }
    }
}

/// The strip below the map of a day: a card for each photo, which leads the map to it.
struct DailyPostStripPart {
    let cards: [Card]
    /// "12 more in this part of the map. Zoom in to see them here."; "" for none.
    let more: String
    /// "5 photos"
    let head: String
    /// Said instead of cards; "" where there are some, and where the day's state says what to do to see them.
    let nothing: String
    /// Where the map shows all.
    let everything: String
    /// The two origins of distances; nil without a position of the viewer.
    let origins: SegmentsPart?

    /// A photo in the strip.
    struct Card {
        /// Where the map shows it; the photo's page without a place.
        let address: String
        /// The photo's page, which is also its pin's.
        let path: String
        /// Degrees for scripts; "" without a place.
        let latitude: String
        let longitude: String
        let picture: String
        let name: String
        /// "14:31", "14:31 · 42 min late"
        let time: String
        /// "350 m", "About 350 m", "No place"
        let place: String
        let isOwn: Bool
    }

    init(_ seen: SeenDay, query: DayQuery, for viewer: Viewer) {
        let (row, zoom) = (seen.row, max(seen.drawing.viewport.zoom, DailyPostStripPart.nearest))
        let times = RelativeTimeFormatter(viewer.timeZone, now: seen.window.openedAt)
        cards = row.posts.map { post, distance in
            Card(post, distance: distance.map { viewer.units.string(for: $0) }, query: query, zoom: zoom, times: times)
        }
        let rest = row.count - cards.count
        more = rest > 0 ? DailyPostStripPart.more(rest, query) : ""
        head = cards.isEmpty ? "" : row.count == 1 ? "1 photo" : "\(row.count) photos"
        everything = "\(query.address)?\(query.parameters)view=all"
        nothing = cards.isEmpty ? DailyPostStripPart.nothing(seen, query) : ""
        let view = seen.drawing.viewport
        let place = DailyPaths.view(of: view.centre, zoom: view.zoom)
        origins =
            seen.knowsYou && cards.count > 1
            ? SegmentsPart(
                label: "Nearest first",
                choices: [(false, "Near map centre"), (true, "Near me")].map { isFromMe, label in
                    SegmentsPart.Choice(
                        words: label, icon: nil,
                        address: "\(query.address)?\(query.parameters(isFromMe: isFromMe))\(place)",
                        isChosen: isFromMe == seen.isFromMe)
                }, name: "strip-origins")
            : nil
    }

    /// Streets are seen around a photo that the map was led to.
    static let nearest = 14.0

    private static func more(_ rest: Int, _ query: DayQuery) -> String {
        query.isFeed
            ? "\(rest) more photos. Search for a person, or see all photos on the map."
            : "\(rest) more in this part of the map. Zoom in to see them here."
    }

    private static func nothing(_ seen: SeenDay, _ query: DayQuery) -> String {
        if !seen.isRevealed { return "" }
        if !query.name.isEmpty { return "No photo here from anybody called “\(query.name)”." }
        return query.isFeed
            ? (query.hasView ? "No photos around there." : "No photos of this day.")
            : "No photos in this part of the map."
    }
}

extension DailyPostStripPart.Card {
    fileprivate init(
        _ post: SeenDailyPost, distance: String?, query: DayQuery, zoom: Double, times: RelativeTimeFormatter
    ) {
        path = DailyPaths.post(post.id)
        address = post.coordinate.map { query.map(around: $0, zoom: zoom) } ?? path
        latitude = post.coordinate.map { CoordinateFormatter.degrees($0.latitude) } ?? ""
        longitude = post.coordinate.map { CoordinateFormatter.degrees($0.longitude) } ?? ""
        picture = MediaPaths.of(post.back.text, .small) ?? ""
        name = post.isOwn ? "You" : post.author.name
        time = DailyPostWords.time(post, times)
        self.place = distance.map { post.place == .area ? "About \($0)" : $0 } ?? "No place"
        isOwn = post.isOwn
    }
}

/// The card of a pin.
struct DailyPostCardPart {
    let picture: DailyPostPicturePart
    let name: String
    /// "14:31", "14:31 · 42 min late"
    let time: String
    let caption: String
    /// "2 comments", "one reaction"; "" for none.
    let comments: String
    let reactions: String
    let path: String

    init(_ post: SeenDailyPost, counts: DailyPostCounts, times: RelativeTimeFormatter) {
        picture = DailyPostPicturePart(post, .medium)
        name = post.isOwn ? "You" : post.author.name
        time = DailyPostWords.time(post, times)
        caption = post.caption
        comments = DailyPostCardPart.words(counts.comments, "comment")
        reactions = DailyPostCardPart.words(counts.reactions, "reaction")
        path = DailyPaths.post(post.id)
    }

    private static func words(_ count: Int, _ noun: String) -> String {
        count == 0 ? "" : "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
}
