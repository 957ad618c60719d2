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
            .part("today") { DayHead(DayQuery(day: day($0)), today: day($0)) },
            .part("another year") { DayHead(DayQuery(day: day($0) - 400), today: day($0)) },
            .part("open") { state($0, isOpen: true) },
            .part("over") { state($0, isOpen: false) },
            .part("usual") { try page($0, photos: 4).strip },
            .part("empty") { try page($0, photos: 0).strip },
            .part("answered") { try card($0, MomentCounts(comments: 2, reactions: 1)) },
            .part("long and late") { gallery in
                MomentCardPart(
                    try moment(gallery, 2, caption: String(GalleryContext.longText.prefix(Moment.longestCaption))),
                    MomentCounts(), gallery.words)
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
            window(gallery, isOpen: isOpen), hasPosted: !isOpen, isRevealed: !isOpen, gallery.viewer.timeZone,
            gallery.now)
    }

    private func moment(
        _ gallery: GalleryContext, _ number: Int, caption: String = "Warm in here."
    ) throws -> SeenMoment {
        // Nothing is stored under it: its place stays empty.
        guard let picture = MediaName("abcdefghijklmnopqrstuvwxyz") else { throw Failure.notFound }
        let names = ["leena", "mikko", GalleryContext.longName, "sofia"]
        return SeenMoment(
            id: ID(rawValue: Int64(number + 1)), author: gallery.person(names[number % names.count]),
            day: day(gallery), back: picture, front: nil, caption: caption,
            place: number % 4 == 3 ? .none : number % 4 == 1 ? .area : .exact,
            coordinate: number % 4 == 3 ? nil : gallery.place(number), retakes: 0,
            late: number % 3 == 2 ? 2_520_000 : 0, audience: .friends, postedAt: gallery.ago(2.9), isOwn: number == 0)
    }

    private func card(_ gallery: GalleryContext, _ counts: MomentCounts) throws -> MomentCardPart {
        MomentCardPart(try moment(gallery, 0), counts, gallery.words)
    }

    private func page(
        _ gallery: GalleryContext, photos: Int, name: String = "", more: Int = 0, isRevealed: Bool = true
    ) throws -> DayPage {
        let window = window(gallery, isOpen: !isRevealed)
        let query = DayQuery(day: window.day, name: name)
        let viewport = Viewport(centre: gallery.place(), zoom: 15, width: MapFrame.width, height: MapFrame.height)
        let moments = try (0..<photos).map { try moment(gallery, $0) }
        var row = MomentRow()
        row.moments = moments.map { ($0, $0.coordinate?.distance(to: viewport.centre)) }
        row.count = photos + more
        let places = moments.compactMap { moment in
            moment.coordinate.map {
                MomentPlace(
                    id: moment.id, author: moment.author, isOwn: moment.isOwn, back: moment.back.text, coordinate: $0)
            }
        }
        let seen = SeenDay(
            window: window, hasPosted: isRevealed, isRevealed: isRevealed, row: row, isFromMe: false, knowsYou: true,
            drawing: MapDrawing(viewport: viewport, pins: places.map { MomentPins.pin($0) }))
        let map = MapPart(
            seen.drawing, address: "\(query.address)?", part: DailyPaths.map(query.day), gallery.viewer, basemaps)
        return DayPage(
            frame: gallery.frame("Today’s photos", .daily), head: DayHead(query, today: query.day),
            part: Daily.part(query.day), map: map, state: state(gallery, isOpen: !isRevealed),
            strip: MomentStripPart(seen, query, gallery.viewer))
    }

    private func noDay(_ gallery: GalleryContext, isToday: Bool, isOn: Bool) -> NoDayPage {
        let today = day(gallery)
        return NoDayPage(
            frame: gallery.frame("Photos", .daily),
            head: DayHead(DayQuery(day: isToday ? today : today - 9), today: today), isToday: isToday, isOn: isOn)
    }
}
