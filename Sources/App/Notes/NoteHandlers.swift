import Atlas
import Database
import HTTP
import Proximity

/// The pages with sent notes, the archive and a single note.
extension Notes {
    func showSent(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let words = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        let (notes, receipts, next) = try site.database.read { database in
            let (notes, next) = try NoteQueries.sent(database, by: viewer.id, after: Cursor(context.query["after"]))
            return (notes, try NoteQueries.receipts(database, of: notes.map { $0.id }, context.now), next)
        }
        let places = placeFormatter(viewer)
        let cards = notes.map { SentPart($0, receipts: receipts[$0.id] ?? [], words, places) }
        return context.page(
            SentPage(frame: context.frame("Sent", .sent), notes: cards, more: MorePart(NotePaths.sent, next)))
    }

    func showArchive(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let words = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        let frame = context.frame("Archive", .archive)
        if context.query["view"] == "map" {
            let content = try site.database.read { try archiveMapContent($0, context, viewer) }
            let map = content.map { archiveMap($0, viewer, words) }
            return context.page(
                ArchivePage(frame: frame, notes: map?.nearest ?? [], map: map, isMap: true, more: nil))
        }
        let (notes, next) = try site.database.read {
            try NoteQueries.archive($0, of: viewer.id, after: Cursor(context.query["after"]))
        }
        let places = placeFormatter(viewer)
        return context.page(
            ArchivePage(
                frame: frame, notes: notes.map { FoundNotePart($0, words, places) }, map: nil, isMap: false,
                more: MorePart(NotePaths.archive, next)))
    }

    /// Formats places of notes that the viewer may see.
    func placeFormatter(_ viewer: Viewer) -> PlaceFormatter { PlaceFormatter(basemaps.places, viewer.units) }

    /// A note's page for its author or a finder. A finder's first visit opens it.
    func showNote(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try noteID(context)
        let words = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        let found = try site.database.read { database -> (ReadableNote, MediaQueries.Extent?, [Receipt])? in
            guard let note = try NoteQueries.readable(database, id, viewer: viewer.id) else { return nil }
            let isOwn = note.author.id == viewer.id
            let extent = try note.photo.flatMap { try Uploads.extent(database, $0, .medium) }
            return (note, extent, isOwn ? try NoteQueries.receipts(database, of: [id], context.now)[id] ?? [] : [])
        }
        guard let (note, photo, receipts) = found else { throw Failure.notFound }
        if note.foundAt != nil && !note.isOpened && context.request.head.method == .get {
            try site.writeIfPossible { database in
                // No receipt between people of whom one has blocked the other.
                let tells = try viewer.receipts && friends.isVisible(database, note.author.id, to: viewer.id)
                try NoteQueries.setOpened(
                    database, id, by: viewer.id, zone: viewer.timeZone, tellsSender: tells, context.now)
            }
        }
        let page = NotePage(viewer, note, photo, receipts, words, basemaps) { context.frame($0, $1) }
        return context.page(page)
    }

    func deleteSent(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try noteID(context)
        let isDone = try site.database.write { try NoteQueries.deleteSent($0, id, by: viewer.id, context.now) }
        guard isDone else { throw Failure.notFound }
        return context.redirect(to: NotePaths.sent, saying: "Deleted. Friends who had found it keep their copy.")
    }

    func deleteFromArchive(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try noteID(context)
        let isDone = try site.database.write { try NoteQueries.deleteFromArchive($0, id, of: viewer.id, context.now) }
        guard isDone else { throw Failure.notFound }
        return context.redirect(to: NotePaths.archive, saying: "Deleted from your archive.")
    }

    func noteID(_ context: RequestContext) throws -> ID<Note> {
        guard let id = context.parameters["id"].flatMap({ ID<Note>($0) }) else { throw Failure.notFound }
        return id
    }
}
