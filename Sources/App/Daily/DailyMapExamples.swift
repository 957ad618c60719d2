import Atlas
import Database
import HTML
import Media
import Proximity

/// Examples of a day's map and strip.
struct DailyMapExamples {
    let basemaps: Basemaps

    var all: [GalleryExample] {
        [
            .page("usual") { try page($0, photos: 4) },
            .page("many and a search") { try page($0, photos: 30, name: "leena", more: 12) },
            .page("not revealed") { try page($0, photos: 0, isRevealed: false) },
            .page("not yet today") { noDay($0, isToday: true, isOn: true) },
            .page("switched off") { noDay($0, isToday: true, isOn: false) },
            .page("long ago") { noDay($0, isToday: false, isOn: true) },
            .part("for scripts") { gallery in
                let page = try page(gallery, photos: 3)
                return DayMapPart(map: page.map, state: page.state, strip: page.strip)
            },
            .page("usual") { try photos($0, count: 4) },
            .page("many and a search") { try photos($0, count: 30, name: "leena", more: 12) },
            .page("not revealed") { try photos($0, count: 0, isRevealed: false) },
            .page("nobody") { try photos($0, count: 0) },
            .part("with answers", style: "day") { try photos($0, count: 1).photos[0] },
            .part("today", style: "day") { DayHead(DayQuery(day: day($0)), today: day($0)) },
            .part("another year", style: "day") { gallery in
                DayHead(DayQuery(day: day(gallery) - 400, name: "leena", isFeed: true), today: day(gallery))
            },
            .part("open") { state($0, isOpen: true) },
            .part("over") { state($0, isOpen: false) },
            .part("usual") { try page($0, photos: 4).strip },
            .part("empty") { try page($0, photos: 0).strip },
            .part("answered") { try card($0, DailyPostCounts(comments: 2, reactions: 1)) },
            .part("long and late") { gallery in
                DailyPostCardPart(
                    try post(gallery, 2, caption: String(GalleryContext.longText.prefix(DailyPost.maxCaptionLength))),
                    counts: DailyPostCounts(), times: gallery.times)
            },
        ]
    }

    private func day(_ gallery: GalleryContext) -> CalendarDay { CalendarDay(gallery.now, gallery.viewer.timeZone) }

    private func window(_ gallery: GalleryContext, isOpen: Bool) -> DailyWindow {
        let opened = gallery.ago(isOpen ? 0.05 : 3)
        return DailyWindow(
            day: day(gallery), openedAt: opened, closesAt: opened + 300, lateUntil: gallery.ago(-8),
            revealsAt: opened + 300, audience: .friends)
    }

    private func state(_ gallery: GalleryContext, isOpen: Bool) -> DayStatePart {
        DayStatePart(
            window(gallery, isOpen: isOpen), hasPosted: !isOpen, isRevealed: !isOpen, in: gallery.viewer.timeZone,
            at: gallery.now)
    }

    private func post(
        _ gallery: GalleryContext, _ number: Int, caption: String = "Warm in here."
    ) throws -> SeenDailyPost {
        // Nothing is stored under it: its place stays empty.
        guard let picture = MediaName("abcdefghijklmnopqrstuvwxyz") else { throw Failure.notFound }
        let names = ["leena", "mikko", GalleryContext.longName, "sofia"]
        return SeenDailyPost(
            id: ID(rawValue: Int64(number + 1)), author: gallery.person(names[number % names.count]),
            day: day(gallery), back: picture, front: nil, caption: caption,
            place: number % 4 == 3 ? .none : number % 4 == 1 ? .area : .exact,
            coordinate: number % 4 == 3 ? nil : gallery.place(number), retakes: 0,
            late: number % 3 == 2 ? 2_520_000 : 0, audience: .friends, postedAt: gallery.ago(2.9), isOwn: number == 0)
    }

    private func card(_ gallery: GalleryContext, _ counts: DailyPostCounts) throws -> DailyPostCardPart {
        DailyPostCardPart(try post(gallery, 0), counts: counts, times: gallery.times)
    }

    /// What a viewer sees of a day with some photos.
    private func seen(
        _ gallery: GalleryContext, photos: Int, more: Int, isRevealed: Bool
    ) throws -> SeenDay {
        let window = window(gallery, isOpen: !isRevealed)
        let viewport = Viewport(centre: gallery.place(), zoom: 15, width: MapFrame.width, height: MapFrame.height)
        let posts = try (0..<photos).map { try post(gallery, $0) }
        var row = DailyPostRow()
        row.posts = posts.map { ($0, $0.coordinate?.distance(to: viewport.centre)) }
        row.count = photos + more
        let places = posts.compactMap { post in
            post.coordinate.map {
                DailyPostPlace(
                    id: post.id, author: post.author, isOwn: post.isOwn, back: post.back.text, coordinate: $0,
                    isArea: post.place == .area)
            }
        }
        var drawing = MapDrawing(
            viewport: viewport, pins: places.filter { !$0.isArea }.map { DailyPostPins.pin($0) })
        drawing.regions = DailyPostAreas.regions(places.filter { $0.isArea }, on: window.day, in: viewport)
        return SeenDay(
            window: window, hasPosted: isRevealed, isRevealed: isRevealed, row: row, isFromMe: false, knowsYou: true,
            drawing: drawing)
    }

    private func page(
        _ gallery: GalleryContext, photos: Int, name: String = "", more: Int = 0, isRevealed: Bool = true
    ) throws -> DayPage {
        let seen = try seen(gallery, photos: photos, more: more, isRevealed: isRevealed)
        let query = DayQuery(day: seen.window.day, name: name)
        let map = MapPart(
            seen.drawing, address: "\(query.address)?", part: DailyPaths.map(query.day), for: gallery.viewer,
            basemaps: basemaps)
        return DayPage(
            frame: gallery.frame("Today’s photos", .daily), style: style(gallery),
            head: DayHead(query, today: query.day), part: Daily.part(query.day), map: map,
            state: state(gallery, isOpen: !isRevealed),
            strip: DailyPostStripPart(seen, query: query, for: gallery.viewer))
    }

    private func style(_ gallery: GalleryContext) -> String { gallery.site.assets.pageStyles["day"] ?? "" }

    private func photos(
        _ gallery: GalleryContext, count: Int, name: String = "", more: Int = 0, isRevealed: Bool = true
    ) throws -> DayPhotosPage {
        let seen = try seen(gallery, photos: count, more: more, isRevealed: isRevealed)
        let query = DayQuery(day: seen.window.day, name: name, isFeed: true)
        let strip = DailyPostStripPart(seen, query: query, for: gallery.viewer)
        let frame = gallery.frame("Today’s photos", .daily)
        let places = DayPhotoPlaces(
            seen.row.posts.map { $0.post }, query: query, for: gallery.viewer, basemaps: basemaps)
        let answers = answers(gallery, to: seen.row.posts.first?.post.id)
        return DayPhotosPage(
            frame: frame, style: style(gallery), head: DayHead(query, today: query.day), part: Daily.part(query.day),
            state: state(gallery, isOpen: !isRevealed),
            photos: seen.row.posts.map { post, _ in
                DayPhotoPart(
                    frame, post: post, place: places.link(post), answers: answers, for: gallery.viewer,
                    times: gallery.times, key: "key")
            }, more: strip.more, nothing: strip.nothing)
    }

    private func answers(_ gallery: GalleryContext, to id: ID<DailyPost>?) -> DayAnswers {
        guard let id else { return DayAnswers() }
        let comments = ["Which one is this?", String(GalleryContext.longText.prefix(400))].enumerated().map {
            SeenComment(
                id: ID(rawValue: Int64($0.offset + 1)), writer: gallery.person("mikko"), text: $0.element,
                createdAt: gallery.ago(1))
        }
        return DayAnswers(
            comments: [id: RecentComments(comments: comments, count: 12)],
            reactions: [id: [SeenReaction(person: gallery.viewer.person, emoji: "🔥", photo: nil)]])
    }

    private func noDay(_ gallery: GalleryContext, isToday: Bool, isOn: Bool) -> NoDayPage {
        let today = day(gallery)
        return NoDayPage(
            frame: gallery.frame("Photos", .daily), style: style(gallery),
            head: DayHead(DayQuery(day: isToday ? today : today - 9), today: today, hasPhotos: false),
            isToday: isToday, settings: DailySettings(isOn: isOn))
    }
}
