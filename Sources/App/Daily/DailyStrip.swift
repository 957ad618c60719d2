import Database
import Foundation
import Proximity

/// The photos of the strip: the nearest of those in the frame, after them those without a place.
struct MomentRow: Sendable {
    /// In order, each with its distance; nil without a place.
    var moments: [(moment: SeenMoment, distance: Metres?)] = []
    /// How many there are in all, in the frame and without a place.
    var count = 0

    /// Most photos in a strip.
    static let longest = 30

    init() {}

    /// - Parameters:
    ///   - places: those in the frame.
    ///   - you: the viewer's own last stored position if distances count from there; nil for the middle of the frame.
    init(
        _ database: Reader, _ places: [(id: ID<Moment>, coordinate: Coordinate)], from you: Coordinate?,
        _ middle: Coordinate, _ choice: DayChoice, _ viewer: ID<Account>, _ now: Timestamp
    ) throws {
        let origin = you ?? middle
        let nearest = places.map { (id: $0.id, distance: origin.distance(to: $0.coordinate)) }
            .sorted { ($0.distance, $0.id.rawValue) < ($1.distance, $1.id.rawValue) }.prefix(MomentRow.longest)
        let placeless = try DayQueries.placeless(database, choice, for: viewer, now)
        count = places.count + placeless.count
        let ids = nearest.map { $0.id } + placeless.prefix(MomentRow.longest - nearest.count)
        if ids.isEmpty { return }
        let distances = Dictionary(nearest.map { ($0.id, $0.distance) }, uniquingKeysWith: { first, _ in first })
        let seen = try DayQueries.moments(database, ids, to: viewer, now)
        moments = ids.compactMap { id in seen[id].map { ($0, distances[id]) } }
    }
}

/// The strip below the map of a day: a card for each photo, which leads the map to it.
struct MomentStripPart {
    let cards: [Card]
    /// "12 more in this part of the map. Zoom in to see them here."; "" for none.
    let more: String
    /// "5 photos"
    let head: String
    /// Said instead of cards; "" where there are some.
    let nothing: String
    /// Where the map shows all.
    let everything: String
    /// Where the photo is taken that opens those of others; "" where nothing is shut.
    let camera: String
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

    init(_ seen: SeenDay, _ query: DayQuery, _ viewer: Viewer) {
        let (row, zoom) = (seen.row, max(seen.drawing.viewport.zoom, MomentStripPart.nearest))
        let address = "\(query.address)?\(query.parameters)"
        let words = RelativeTimeFormatter(viewer.timeZone, now: seen.window.openedAt)
        cards = row.moments.map { moment, distance in
            Card(moment, distance.map { viewer.units.string(for: $0) }, address, zoom, words)
        }
        let rest = row.count - cards.count
        more = rest > 0 ? "\(rest) more in this part of the map. Zoom in to see them here." : ""
        head = cards.isEmpty ? "" : row.count == 1 ? "1 photo" : "\(row.count) photos"
        everything = "\(address)view=all"
        camera = seen.isRevealed ? "" : DailyPaths.new
        nothing = cards.isEmpty ? MomentStripPart.nothing(seen, query) : ""
        let view = seen.drawing.viewport
        let place = MapPaths.view(of: view.centre, zoom: view.zoom).dropFirst(MapPaths.view.count)
        origins =
            seen.knowsYou && cards.count > 1
            ? SegmentsPart(
                label: "Nearest first",
                choices: [(false, "Middle of the map"), (true, "Near me")].map { isFromMe, words in
                    SegmentsPart.Choice(
                        words: words, icon: nil,
                        address: "\(query.address)?\(query.parameters(isFromMe: isFromMe))\(place)",
                        isChosen: isFromMe == seen.isFromMe)
                }, name: "strip-origins")
            : nil
    }

    /// Streets are seen around a photo that the map was led to.
    private static let nearest = 14.0

    private static func nothing(_ seen: SeenDay, _ query: DayQuery) -> String {
        if !query.name.isEmpty { return "No photo here from anybody called “\(query.name)”." }
        if !seen.isRevealed {
            return "Post yours to see \(seen.window.audience == .friends ? "your friends’" : "everybody’s") photos."
        }
        return "No photos in this part of the map."
    }
}

extension MomentStripPart.Card {
    fileprivate init(
        _ moment: SeenMoment, _ distance: String?, _ page: String, _ zoom: Double, _ words: RelativeTimeFormatter
    ) {
        path = DailyPaths.moment(moment.id)
        let place = moment.coordinate.map { MapPaths.view(of: $0, zoom: zoom).dropFirst(MapPaths.view.count) }
        address = place.map { "\(page)\($0)" } ?? path
        latitude = moment.coordinate.map { CoordinateFormatter.degrees($0.latitude) } ?? ""
        longitude = moment.coordinate.map { CoordinateFormatter.degrees($0.longitude) } ?? ""
        picture = MediaPaths.of(moment.back.text, .small) ?? ""
        name = moment.isOwn ? "You" : moment.author.name
        time = [words.clock(moment.postedAt), MomentWords.late(moment)].filter { !$0.isEmpty }.joined(separator: " · ")
        self.place = distance.map { moment.place == .area ? "About \($0)" : $0 } ?? "No place"
        isOwn = moment.isOwn
    }
}

/// The card of a pin.
struct MomentCardPart {
    let picture: MomentPicturePart
    let name: String
    /// "14:31", "14:31 · 42 min late"
    let time: String
    let caption: String
    /// "2 comments", "one reaction"; "" for none.
    let comments: String
    let reactions: String
    let path: String

    init(_ moment: SeenMoment, _ counts: MomentCounts, _ words: RelativeTimeFormatter) {
        picture = MomentPicturePart(moment, .medium)
        name = moment.isOwn ? "You" : moment.author.name
        time = [words.clock(moment.postedAt), MomentWords.late(moment)].filter { !$0.isEmpty }.joined(separator: " · ")
        caption = moment.caption
        comments = MomentCardPart.words(counts.comments, "comment")
        reactions = MomentCardPart.words(counts.reactions, "reaction")
        path = DailyPaths.moment(moment.id)
    }

    private static func words(_ count: Int, _ noun: String) -> String {
        count == 0 ? "" : "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
}
