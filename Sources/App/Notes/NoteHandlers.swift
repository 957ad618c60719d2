import Atlas
import Database
import HTTP
import Proximity

/// Reading notes: sent, archive and a note's own page.
extension Notes {
    func showSent(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        let words = DayWords(viewer.timeZone, now: visit.now)
        let (notes, receipts, next) = try site.database.read { database in
            let (notes, next) = try NoteQueries.sent(database, by: viewer.id, after: Cursor(visit.query["after"]))
            return (notes, try NoteQueries.receipts(database, of: notes.map { $0.id }, visit.now), next)
        }
        let places = placeWords(viewer)
        let cards = notes.map { SentPart($0, receipts: receipts[$0.id] ?? [], words, places) }
        return visit.page(
            SentPage(frame: visit.frame("Sent", .sent), notes: cards, more: MorePart("/notes?after=", next)))
    }

    func showArchive(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        let words = DayWords(viewer.timeZone, now: visit.now)
        let frame = visit.frame("Archive", .archive)
        if visit.query["view"] == "map" {
            let map = try site.database.read { try archiveMap(visit, viewer, words, $0) }
            return visit.page(
                ArchivePage(frame: frame, notes: map?.nearest ?? [], map: map, isMap: true, more: nil))
        }
        let (notes, next) = try site.database.read {
            try NoteQueries.archive($0, of: viewer.id, after: Cursor(visit.query["after"]))
        }
        let places = placeWords(viewer)
        return visit.page(
            ArchivePage(
                frame: frame, notes: notes.map { FoundNotePart($0, words, places) }, map: nil, isMap: false,
                more: MorePart("/archive?after=", next)))
    }

    /// Words for the places of notes that somebody may see.
    func placeWords(_ viewer: Viewer) -> PlaceWords { PlaceWords(site.basemaps.places, viewer.units) }

    /// A note's page: as its author sees it, or as a finder does, who has opened it by this.
    func showNote(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        let id = try noteID(visit)
        let words = DayWords(viewer.timeZone, now: visit.now)
        let found = try site.database.read { database -> (ReadableNote, MediaQueries.Extent?, [Receipt])? in
            guard let note = try NoteQueries.readable(database, id, viewer: viewer.id) else { return nil }
            let isOwn = note.author.id == viewer.id
            let extent = try note.photo.flatMap { try MediaQueries.extent(database, $0, .medium) }
            return (note, extent, isOwn ? try NoteQueries.receipts(database, of: [id], visit.now)[id] ?? [] : [])
        }
        guard let (note, photo, receipts) = found else { throw Failure.notFound }
        if note.foundAt != nil && !note.isOpened && visit.request.head.method == .get {
            try site.writeIfPossible { database in
                // Between people who keep each other away nothing is told.
                let tells = try viewer.receipts && FriendQueries.isVisible(database, note.author.id, to: viewer.id)
                try NoteQueries.setOpened(
                    database, id, by: viewer.id, zone: viewer.timeZone, tellsSender: tells, visit.now)
            }
        }
        let page = NotePage(viewer, note, photo, receipts, words, site.basemaps) { visit.frame($0, $1) }
        return visit.page(page)
    }

    func deleteSent(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        let id = try noteID(visit)
        let isDone = try site.database.write { try NoteQueries.deleteSent($0, id, by: viewer.id, visit.now) }
        guard isDone else { throw Failure.notFound }
        return visit.redirect(to: "/notes", saying: "Deleted. Friends who had found it keep their copy.")
    }

    func deleteFromArchive(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        let id = try noteID(visit)
        let isDone = try site.database.write { try NoteQueries.deleteFromArchive($0, id, of: viewer.id, visit.now) }
        guard isDone else { throw Failure.notFound }
        return visit.redirect(to: "/archive", saying: "Deleted from your archive.")
    }

    func noteID(_ visit: Visit) throws -> ID<Note> {
        guard let id = visit.parameters["id"].flatMap({ ID<Note>($0) }) else { throw Failure.notFound }
        return id
    }
}
