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
            .get("/moments/{id}/card", showDailyPostCard),
        ]
    }

    var mapNavigation: [NavigationEntry] {
        [
            NavigationEntry(slot: .rail, rank: 15, path: DailyPaths.today, icon: "image", words: "Today"),
            NavigationEntry(slot: .you, rank: 6, path: DailyPaths.today, icon: "image", words: "Today’s photos"),
        ]
    }

    var mapExamples: [GalleryExample] { DailyMapExamples(basemaps: basemaps).all }

    /// `GET /daily`: today, by the site's date, or the day that the date field names.
    func showToday(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        guard let text = context.query["day"], !text.isEmpty else {
            return try show(today(context.now), in: context, for: viewer)
        }
        return try show(day(text, context.now), in: context, for: viewer)
    }

    /// `GET /daily/{yyyy-mm-dd}`
    func showDay(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try show(day(context.parameters["day"] ?? "", context.now), in: context, for: viewer)
    }

    /// `GET /daily/{yyyy-mm-dd}/map`: the map and the strip alone, for scripts that move it.
    func showDayMap(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let day = try day(context.parameters["day"] ?? "", context.now)
        let query = DayQuery(context.query, day)
        guard let seen = try site.database.read({ try seenDay($0, query, in: context, for: viewer) }) else {
            throw Failure.notFound
        }
        return context.page(
            DayMapPart(
                map: map(seen, query: query, for: viewer),
                state: state(seen, query: query, for: viewer, at: context.now),
                strip: strip(seen, query: query, for: viewer)))
    }

    /// A day that there was: of the past, or today.
    private func day(_ text: String, _ now: Timestamp) throws -> CalendarDay {
        guard let day = CalendarDay(text), day <= today(now) else { throw Failure.notFound }
        return day
    }

    private func show(_ day: CalendarDay, in context: RequestContext, for viewer: Viewer) throws -> Response {
        let query = DayQuery(context.query, day)
        let today = today(context.now)
        let (seen, answers, settings) = try site.database.read { database -> (SeenDay?, DayAnswers, DailySettings) in
            let seen = try seenDay(database, query, in: context, for: viewer)
            let ids = query.isFeed ? seen?.row.posts.map { $0.post.id } ?? [] : []
            let answers = try DayAnswers(database, on: ids, to: viewer.id)
            return (seen, answers, try WindowQueries.settings(database))
        }
        let title = day == today ? "Today’s photos" : "Photos of \(day.longText)"
        let frame = context.frame(title, .daily)
        let head = DayHead(query, today: today, hasPhotos: seen != nil, from: frame.origin)
        guard let seen else {
            return context.page(
                NoDayPage(frame: frame, style: dayStyle, head: head, isToday: day == today, settings: settings))
        }
        if query.isFeed {
            return context.page(
                photosPage(seen, answers: answers, query: query, top: (frame, head), for: viewer, at: context.now))
        }
        return context.page(
            DayPage(
                frame: frame, style: dayStyle, head: head, part: Daily.part(day),
                map: map(seen, query: query, for: viewer),
                state: state(seen, query: query, for: viewer, at: context.now),
                strip: strip(seen, query: query, for: viewer)))
    }

    /// What a viewer sees of a day; nil for a day without a window. Only reads: the markup is made after the transaction.
    private func seenDay(
        _ database: Reader, _ query: DayQuery, in context: RequestContext, for viewer: Viewer
    ) throws -> SeenDay? {
        let now = context.now
        guard let window = try WindowQueries.window(database, on: query.day) else { return nil }
        let you = try positions.last(database, of: viewer.id, now)
        let choice = DayChoice(day: window.day, audience: window.audience, name: query.name)
        let start = try beginning(database, context.query, choice: choice, for: viewer, you: you?.coordinate, at: now)
        let viewport = try MapFrame(context.query, otherwise: start).viewport
        let content = try DayContent(database, choice, in: viewport, for: viewer.id, at: now)
        let isFromMe = query.isFromMe && you != nil
        let row = try DailyPostRow(
            database, content.places, from: isFromMe ? you?.coordinate : nil, middle: viewport.centre, choice: choice,
            viewer: viewer.id, at: now)
        var drawing = try content.map.drawing(database, in: viewport)
        drawing.you = you.map { ($0.coordinate, $0.accuracy) }
        let hasPosted = try DailyPostQueries.post(database, of: viewer.id, on: window.day) != nil
        return SeenDay(
            window: window, hasPosted: hasPosted, isRevealed: hasPosted || window.revealsAt <= now, row: row,
            isFromMe: isFromMe, knowsYou: you != nil, drawing: drawing)
    }

    /// The first view: all of the day's photos where they fit or no map is drawn, otherwise most of them; without any
    /// what is around the viewer, or the site's place.
    private func beginning(
        _ database: Reader, _ query: FormFields, choice: DayChoice, for viewer: Viewer, you: Coordinate?,
        at now: Timestamp
    ) throws -> (centre: Coordinate, zoom: Double) {
        let wantsAll = query["view"] == "all" || query["view"] == DailyPaths.photosView
        let isPlaced = query["lat"] != nil && query["view"] != "all"
        let places = isPlaced ? [] : try DayQueries.outline(database, choice, for: viewer.id, at: now)
        let place = you ?? basemaps.startingPlace(site.settings)
        if let all = MapFrame.everything(places), wantsAll || all.zoom >= Daily.farthestFirst {
            return all
        }
        let view = basemaps.firstView.of(places, near: place)
        return (view.centre, view.zoom)
    }

    /// The zoom of a town: photos farther apart are not fitted into the first view.
    private static let farthestFirst = 10.0

    /// The address of the style sheet of a day's pages.
    var dayStyle: String { site.assets.pageStyles["day"] ?? "" }

    private func map(_ seen: SeenDay, query: DayQuery, for viewer: Viewer) -> MapPart {
        MapPart(
            seen.drawing, address: "\(query.address)?\(query.parameters)", part: DailyPaths.map(query.day), for: viewer,
            basemaps: basemaps)
    }

    func state(_ seen: SeenDay, query: DayQuery, for viewer: Viewer, at now: Timestamp) -> DayStatePart {
        DayStatePart(seen.window, hasPosted: seen.hasPosted, isRevealed: seen.isRevealed, in: viewer.timeZone, at: now)
    }

    func strip(_ seen: SeenDay, query: DayQuery, for viewer: Viewer) -> DailyPostStripPart {
        DailyPostStripPart(seen, query: query, for: viewer)
    }

    /// `GET /moments/{id}/card`: the card of a pin.
    func showDailyPostCard(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try postID(context)
        let found = try site.database.read { database -> (SeenDailyPost, DailyPostCounts)? in
            guard let post = try DailyPostQueries.post(database, id, to: viewer.id, at: context.now) else { return nil }
            let counts = try DailyPostQueries.counts(database, of: [id], to: viewer.id)
            return (post, counts[id] ?? DailyPostCounts())
        }
        guard let (post, counts) = found else { throw Failure.notFound }
        return context.page(
            DailyPostCardPart(post, counts: counts, times: RelativeTimeFormatter(viewer.timeZone, now: context.now)))
    }
}

extension Frame.Section {
    static let daily = Frame.Section(path: DailyPaths.today)
}
