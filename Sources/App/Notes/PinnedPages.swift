import Atlas
import Database
import HTTP
import Proximity

/// What a recipient may know of a note on their map before they find it.
struct WaitingNotePart {
    let author: PersonPart
    /// A part of the day in the author's zone.
    let left: TimePart
    /// "Stand within 50 m to open it."
    let reach: String
    /// "Opens on Saturday at 19:00, closes on Sunday at 22:00."; "" if it is open for good.
    let times: String
    /// "" unless the viewer is near.
    let hint: String
    let place: String
    /// The page that shows it larger; "" on that page.
    let path: String
    let walk: WalkPart
    /// On the page of its own.
    let route: RoutePart?

    init(
        _ note: PinnedNote, isNear: Bool, path: String = "", times: RelativeTimeFormatter, places: PlaceFormatter,
        units: DistanceFormat, on site: Site
    ) {
        author = PersonPart(note.author)
        left = TimePart(day: note.createdAt, times.said(in: note.authorZone))
        reach = "Stand within \(units.string(for: note.radius)) to open it."
        self.times = WaitingNotePart.sentence([
            times.opens(note.opensAt), note.closesAt.map { "closes \(times.ahead($0))" } ?? "",
        ])
        hint = isNear ? note.hint : ""
        place = places.words(note.coordinate)
        self.path = path
        walk = WalkPart(to: note.coordinate, opensWithin: note.radius, units, site)
        route = path.isEmpty ? RoutePart(to: note.coordinate) : nil
    }

    private static func sentence(_ parts: [String]) -> String {
        let sentence = parts.filter { !$0.isEmpty }.joined(separator: ", ")
        return sentence.isEmpty ? "" : "\(sentence.prefix(1).uppercased())\(sentence.dropFirst())."
    }
}

/// `GET /notes/{id}/waiting`, and `GET /notes/{id}` for a recipient who has yet to go there.
struct WaitingNotePage {
    let frame: Frame
    let note: WaitingNotePart
    let map: MapPart
}

extension RelativeTimeFormatter {
    /// "opens on Saturday at 19:00"; "" without a time or after it.
    func opens(_ time: Timestamp?) -> String {
        guard let time, isAhead(time) else { return "" }
        return "opens \(ahead(time))"
    }
}

/// Notes on the map before they are found.
extension Notes {
    /// A note on the map that waits for the viewer, and whether they are near: its hint is for those.
    func pinned(
        _ database: Reader, _ id: ID<Note>, for viewer: Viewer, at now: Timestamp
    ) throws -> (note: PinnedNote, isNear: Bool)? {
        guard let note = try NoteQueries.pinned(database, id, for: viewer.id, at: now) else { return nil }
        let place = try recentPlace(database, viewer, at: now)
        return (note, place.map { Hint.reaches($0, from: note.coordinate) } ?? false)
    }

    /// Where the viewer was last, while that says where they are.
    func recentPlace(_ database: Reader, _ viewer: Viewer, at now: Timestamp) throws -> Coordinate? {
        try positions.recentPlace(database, of: viewer.id, now)
    }

    /// The page of a note that waits for the viewer: of one on the map its place, of a hidden one the area that they were
    /// told of. Who has found it goes on to the note.
    func showWaiting(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try noteID(context)
        let isReadable = try site.database.read { try NoteQueries.readable($0, id, viewer: viewer.id) != nil }
        if isReadable { return context.redirect(to: NotePaths.note(id)) }
        let isPinned = try site.database.read { try NoteQueries.pinned($0, id, for: viewer.id, at: context.now) != nil }
        return isPinned
            ? try waitingPage(id, in: context, for: viewer, status: .ok) : try areaPage(id, in: context, for: viewer)
    }

    /// The same page under the note's own address, which opens nothing from afar.
    ///
    /// - Throws: `Failure.notFound` for a hidden note.
    func waitingPage(
        _ id: ID<Note>, in context: RequestContext, for viewer: Viewer, status: Status
    ) throws -> Response {
        guard let (note, isNear) = try site.database.read({ try pinned($0, id, for: viewer, at: context.now) }) else {
            throw Failure.notFound
        }
        let times = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        let pin = Pin(kind: .waiting, coordinate: note.coordinate, title: "Where it waits")
        let page = WaitingNotePage(
            frame: context.frame("Note from \(note.author.name)", .map),
            note: WaitingNotePart(
                note, isNear: isNear, times: times, places: placeFormatter(viewer), units: viewer.units, on: site),
            map: MapPart(pin, gate: note.radius, for: viewer, basemaps: basemaps))
        return context.page(page, status: status)
    }

    /// The card of the pin of a note that waits.
    ///
    /// - Throws: `Failure.notFound` for a hidden note.
    func waitingCard(_ id: ID<Note>, in context: RequestContext, for viewer: Viewer) throws -> Response {
        guard let (note, isNear) = try site.database.read({ try pinned($0, id, for: viewer, at: context.now) }) else {
            throw Failure.notFound
        }
        let times = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        return context.page(
            WaitingNotePart(
                note, isNear: isNear, path: NotePaths.waiting(id), times: times, places: placeFormatter(viewer),
                units: viewer.units, on: site))
    }
}
