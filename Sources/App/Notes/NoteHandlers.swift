import Atlas
import Database
import HTTP
import Proximity

/// The pages with sent notes, the archive and a single note.
extension Notes {
    func showSent(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let words = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        let (notes, own, next) = try site.database.read { database in
            let (notes, next) = try NoteQueries.sent(database, by: viewer.id, after: Cursor(context.query["after"]))
            return (
                notes, try NoteQueries.own(database, notes.map { $0.id }, by: viewer.id, context.now), next
            )
        }
        let (frame, places) = (context.frame("Sent", .sent), placeFormatter(viewer, for: notes.map { $0.coordinate }))
        let cards = notes.map { note in
            SentPart(note, own[note.id] ?? OwnNote(), frame, words, places)
        }
        return context.page(SentPage(frame: frame, notes: cards, more: MorePart(NotePaths.sent, next)))
    }

    func showArchive(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let words = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        let frame = context.frame("Archive", .archive)
        if context.query["view"] == "map" {
            let content = try site.database.read { try archiveMapContent($0, context, viewer) }
            let map = content.map { archiveMap($0, viewer, words) }
            return context.page(
                ArchivePage(frame: frame, map: map, isMap: true))
        }
        let search = ArchiveSearch(context.query, in: viewer.timeZone)
        if !search.words.isEmpty { try site.throttles.attemptReading([(.textSearch, "\(viewer.id)")], context.now) }
        let (found, people) = try site.database.read { database in
            (
                try NoteQueries.archive(
                    database, of: viewer.id, search, in: viewer.timeZone, after: Cursor(context.query["after"])),
                try friends.friends(database, of: viewer.id)
            )
        }
        let places = placeFormatter(viewer, for: found.notes.map { $0.coordinate })
        return context.page(
            ArchivePage(
                frame: frame, months: ArchiveMonth.months(of: found.notes, words, places),
                search: ArchiveSearchPart(search, people: people), map: nil, isMap: false,
                more: MorePart(NotePaths.archive(search), found.next)),
            copiedAs: context.query.values.isEmpty ? .archive : nil)
    }

    /// Formats places of notes that the viewer may see.
    func placeFormatter(_ viewer: Viewer, for places: [Coordinate] = []) -> PlaceFormatter {
        PlaceFormatter(basemaps.places, viewer.units, for: places)
    }

    func noteID(_ context: RequestContext) throws -> ID<Note> {
        guard let id = context.parameters["id"].flatMap({ ID<Note>($0) }) else { throw Failure.notFound }
        return id
    }
}
