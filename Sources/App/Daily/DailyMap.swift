import Atlas
import Database
import Foundation
import HTTP
import Proximity

/// The map of a day, with a strip of its photos below.
extension Daily {
    var mapRoutes: [Route] {
        [
            .get("/daily", showToday), .get("/daily/{day}", showDay), .get("/daily/{day}/map", showDayMap),
            .get("/moments/{id}/card", showMomentCard),
        ]
    }

    var mapNavigation: [NavigationEntry] {
        [
            NavigationEntry(slot: .friends, rank: 10, path: DailyPaths.today, icon: "image", words: "Today’s photos")
        ]
    }

    var mapExamples: [GalleryExample] { DailyMapExamples(basemaps: basemaps).all }

    /// `GET /daily`: today, by the site's date, or the day that the date field names.
    func showToday(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        guard let text = context.query["day"], !text.isEmpty else {
            return try show(today(context.now), context, viewer)
        }
        return try show(day(text, context.now), context, viewer)
    }

    /// `GET /daily/{yyyy-mm-dd}`
    func showDay(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try show(day(context.parameters["day"] ?? "", context.now), context, viewer)
    }

    /// `GET /daily/{yyyy-mm-dd}/map`: the map and the strip alone, for scripts that move it.
    func showDayMap(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let day = try day(context.parameters["day"] ?? "", context.now)
        let query = DayQuery(context.query, day)
        guard let seen = try site.database.read({ try seenDay($0, query, context, viewer) }) else {
            throw Failure.notFound
        }
        return context.page(
            DayMapPart(
                map: map(seen, query, viewer), state: state(seen, query, viewer, context.now),
                strip: strip(seen, query, viewer)))
    }

    /// A day that there was: of the past, or today.
    private func day(_ text: String, _ now: Timestamp) throws -> CalendarDay {
        guard let day = CalendarDay(text), day <= today(now) else { throw Failure.notFound }
        return day
    }

    private func show(_ day: CalendarDay, _ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let query = DayQuery(context.query, day)
        let today = today(context.now)
        let (seen, isOn) = try site.database.read { database in
            (try seenDay(database, query, context, viewer), try WindowQueries.settings(database).isOn)
        }
        let title = day == today ? "Today’s photos" : "Photos of \(MomentWords.day(day))"
        let head = DayHead(query, today: today)
        guard let seen else {
            return context.page(
                NoDayPage(frame: context.frame(title, .daily), head: head, isToday: day == today, isOn: isOn))
        }
        return context.page(
            DayPage(
                frame: context.frame(title, .daily), head: head, part: Daily.part(day),
                map: map(seen, query, viewer), state: state(seen, query, viewer, context.now),
                strip: strip(seen, query, viewer)))
    }

    /// What a viewer sees of a day; nil for a day without a window. Only reads: drawing happens after the transaction.
    private func seenDay(
        _ database: Reader, _ query: DayQuery, _ context: RequestContext, _ viewer: Viewer
    ) throws -> SeenDay? {
        let now = context.now
        guard let window = try WindowQueries.window(database, on: query.day) else { return nil }
        let you = try positions.last(database, of: viewer.id, now)
        let choice = DayChoice(day: window.day, audience: window.audience, name: query.name)
        let start = try beginning(database, context.query, choice, viewer, you?.coordinate, now)
        let viewport = try MapFrame(context.query, otherwise: start).viewport
        let content = try DayContent(database, choice, in: viewport, for: viewer.id, now)
        let isFromMe = query.isFromMe && you != nil
        let row = try MomentRow(
            database, content.places, from: isFromMe ? you?.coordinate : nil, viewport.centre, choice, viewer.id, now)
        var drawing = MapDrawing(viewport: viewport, pins: content.map.pins)
        drawing.crowds = content.map.crowds
        drawing.you = you.map { ($0.coordinate, $0.accuracy) }
        let hasPosted = try MomentQueries.moment(database, of: viewer.id, on: window.day) != nil
        return SeenDay(
            window: window, hasPosted: hasPosted, isRevealed: hasPosted || window.revealsAt <= now, row: row,
            isFromMe: isFromMe, knowsYou: you != nil, drawing: drawing)
    }

    /// The first view: all of the day's photos where they fit, otherwise most of them; without any what is around the
    /// viewer, or the site's place.
    private func beginning(
        _ database: Reader, _ query: FormFields, _ choice: DayChoice, _ viewer: Viewer, _ you: Coordinate?,
        _ now: Timestamp
    ) throws -> (centre: Coordinate, zoom: Double) {
        let isPlaced = query["lat"] != nil && query["view"] != "all"
        let places = isPlaced ? [] : try DayQueries.outline(database, choice, for: viewer.id, now)
        let place = you ?? basemaps.startingPlace(site.settings)
        if let all = MapFrame.everything(places), query["view"] == "all" || all.zoom >= Daily.farthestFirst {
            return all
        }
        let view = basemaps.firstView.of(places, near: place)
        return (view.centre, view.zoom)
    }

    /// The zoom of a town: photos farther apart are not fitted into the first view.
    private static let farthestFirst = 10.0

    private func map(_ seen: SeenDay, _ query: DayQuery, _ viewer: Viewer) -> MapPart {
        MapPart(
            seen.drawing, address: "\(query.address)?\(query.parameters)", part: DailyPaths.map(query.day), viewer,
            basemaps)
    }

    private func state(_ seen: SeenDay, _ query: DayQuery, _ viewer: Viewer, _ now: Timestamp) -> DayStatePart {
        DayStatePart(seen.window, hasPosted: seen.hasPosted, isRevealed: seen.isRevealed, viewer.timeZone, now)
    }

    private func strip(_ seen: SeenDay, _ query: DayQuery, _ viewer: Viewer) -> MomentStripPart {
        MomentStripPart(seen, query, viewer)
    }

    /// `GET /moments/{id}/card`: the card of a pin.
    func showMomentCard(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try momentID(context)
        let found = try site.database.read { database -> (SeenMoment, MomentCounts)? in
            guard let moment = try MomentQueries.moment(database, id, to: viewer.id, context.now) else { return nil }
            let counts = try MomentQueries.counts(database, of: [id], to: viewer.id)
            return (moment, counts[id] ?? MomentCounts())
        }
        guard let (moment, counts) = found else { throw Failure.notFound }
        return context.page(MomentCardPart(moment, counts, RelativeTimeFormatter(viewer.timeZone, now: context.now)))
    }
}

/// What the address of a day's map asks for besides its view.
struct DayQuery {
    let day: CalendarDay
    /// A username, or the beginning of a name; "" for everybody's photos.
    let name: String
    /// Whether the nearest to the viewer come first, and not those nearest to the middle of the map.
    let isFromMe: Bool

    /// Longer than every name.
    private static let longestName = 80

    init(_ query: FormFields, _ day: CalendarDay) {
        let text = (query["q"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        self.init(day: day, name: String(text.prefix(DayQuery.longestName)), isFromMe: query["from"] == "me")
    }

    init(day: CalendarDay, name: String = "", isFromMe: Bool = false) {
        (self.day, self.name, self.isFromMe) = (day, name, isFromMe)
    }

    /// The page's path.
    var address: String { DailyPaths.day(day) }
    /// The beginning of the page's query: "q=leena&from=me&", "" for none.
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
    let row: MomentRow
    let isFromMe: Bool
    let knowsYou: Bool
    let drawing: MapDrawing
}

extension Frame.Section {
    static let daily = Frame.Section(path: DailyPaths.today)
}
