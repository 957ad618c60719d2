import Database
import HTTP
import Proximity

/// A hidden note that waits for somebody who was told of it, with the area that its notice names: all that they know of
/// its place.
struct ToldNote: Sendable {
    let id: ID<Note>
    /// The author's name.
    let author: String
    let hint: String
    let area: SnappedPosition

    /// nil for a note that does not wait any more, and for one on the map.
    init?(_ id: ID<Note>, reminder: NoteQueries.Reminder, at now: Timestamp) {
        guard reminder.facts.waits(now), !reminder.isOnMap, let area = SnappedPosition(cell: reminder.area) else {
            return nil
        }
        (self.id, author, hint, self.area) = (id, reminder.author, reminder.hint, area)
    }
}

/// How near somebody is to the hidden notes that they were told of: see ``Warmth``.
extension Notes {
    /// Most notes of which a position is told how near they are.
    private static let maxWarm = 2

    /// The hidden notes that wait for a person who was told of them.
    func told(_ database: Reader, of account: ID<Account>, _ now: Timestamp) throws -> [ToldNote] {
        let ids = try notices.told(database, Notes.waitingKind, of: account).sorted().map { ID<Note>(rawValue: $0) }
        if ids.isEmpty { return [] }
        return try NoteQueries.reminders(database, ids, for: account).compactMap {
            ToldNote($0.key, reminder: $0.value, at: now)
        }
    }

    /// What the answer to a position says of them: the nearest, by cell.
    func warmth(_ database: Reader, _ submission: PositionSubmission) throws -> [String] {
        let objection = Gate.objection(
            to: submission.fix, now: submission.now, isPlausible: submission.isPlausible,
            allowsTyped: site.settings.allowsTyped)
        if objection != nil || !submission.looks { return [] }
        let notes = try told(database, of: submission.account, submission.now)
        if notes.isEmpty { return [] }
        let own = SnappedPosition(submission.fix.coordinate)
        let before = try positions.cell(database, before: own, of: submission.account, submission.now)
        let nearest = notes.sorted {
            (own.distance(to: $0.area).value, $0.id.rawValue) < (own.distance(to: $1.area).value, $1.id.rawValue)
        }
        return nearest.prefix(Notes.maxWarm).map {
            WarmthWords.sentence(Warmth(own, before: before, to: $0.area), of: $0.author)
        }.filter { !$0.isEmpty }
    }

    /// `GET /notes/{id}/waiting` of a hidden note: the area that the viewer was told of.
    ///
    /// - Throws: `Failure.notFound` for a note of which they were not told.
    func areaPage(_ id: ID<Note>, in context: RequestContext, for viewer: Viewer) throws -> Response {
        let now = context.now
        let (note, warmth) = try site.database.read { database -> (ToldNote?, Warmth?) in
            guard let note = try told(database, of: viewer.id, now).first(where: { $0.id == id }) else {
                return (nil, nil)
            }
            guard let place = try recentPlace(database, viewer, at: now) else { return (note, nil) }
            let own = SnappedPosition(place)
            let before = try positions.cell(database, before: own, of: viewer.id, now)
            return (note, Warmth(own, before: before, to: note.area))
        }
        guard let note else { throw Failure.notFound }
        return context.page(
            NoteAreaPage(
                frame: context.frame("Note from \(note.author)", .map), note, warmth: warmth, for: viewer,
                basemaps: basemaps, on: site))
    }
}

/// How near somebody is, in words.
enum WarmthWords {
    /// What the bar says; "" if there is nothing to say.
    static func sentence(_ warmth: Warmth, of author: String) -> String {
        switch warmth {
        case .hot: "Hot: a note from \(author) is somewhere around here."
        case .warm: "Warm: a note from \(author) is in an area next to this one."
        case .warmer: "Warmer: you’re coming nearer to a note from \(author)."
        case .colder: "Colder: you’re walking away from a note from \(author)."
        case .cold: ""
        }
    }
}

/// The area somewhere in which a hidden note waits, and the way to its middle.
struct NoteAreaPage {
    let frame: Frame
    let author: String
    /// "Somewhere in Kallio."
    let place: String
    let hint: String
    /// The token of the S2 cell.
    let area: String
    let map: MapPart
    let walk: WalkPart
    let route: RoutePart
    let listening: ListeningPart
    let typed: TypedPositionPart

    /// Metres from the middle within which one has arrived there.
    private static let middle: Metres = 50

    init(
        frame: Frame, _ note: ToldNote, warmth: Warmth?, for viewer: Viewer, basemaps: Basemaps, on site: Site
    ) {
        self.frame = frame
        (author, hint, area) = (note.author, note.hint, note.area.cell.token)
        place = basemaps.places.partOfTown(of: note.area.cell).map { "Somewhere \($0)." } ?? "Somewhere in this area."
        map = MapPart(lighting: note.area, viewer, basemaps)
        walk = WalkPart(
            to: note.area.centre, opensWithin: NoteAreaPage.middle, goal: "the middle of the area", viewer.units, site)
        route = RoutePart(to: note.area.centre, words: "Walk there")
        let words = warmth.map { WarmthWords.sentence($0, of: note.author) } ?? ""
        listening = ListeningPart(allowsTyped: site.settings.allowsTyped, around: words)
        typed = TypedPositionPart(
            csrf: frame.csrf, next: NotePaths.waiting(note.id), allowsTyped: site.settings.allowsTyped)
    }
}
