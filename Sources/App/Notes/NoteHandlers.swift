import Atlas
import Database
import HTTP
import Proximity

/// Reading notes: sent, archive and a note's own page.
extension Notes {
    func showSent(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        let words = DayWords(viewer.timeZone, now: visit.now)
        let cards = try site.database.read { database in
            let notes = try NoteQueries.sent(database, by: viewer.id)
            let receipts = try NoteQueries.receipts(database, of: notes.map { $0.id })
            return notes.map { SentPart($0, receipts: receipts[$0.id] ?? [], words) }
        }
        return visit.page(SentPage(frame: visit.frame("Sent", .you), notes: cards))
    }

    func showArchive(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        let words = DayWords(viewer.timeZone, now: visit.now)
        let notes = try site.database.read { try NoteQueries.archive($0, of: viewer.id) }
        let isMap = visit.query["view"] == "map"
        let page = ArchivePage(
            frame: visit.frame("Archive", .archive), notes: notes.map { FoundNotePart($0, words) },
            map: isMap ? try map(of: notes, visit, viewer) : nil, isMap: isMap)
        return visit.page(page)
    }

    /// A map that shows all of some notes at first; nil without notes.
    private func map(of notes: [ReadableNote], _ visit: Visit, _ viewer: Viewer) throws -> MapPart? {
        let visible = MapFrame.visible
        let fitting = Viewport.fitting(notes.map { $0.coordinate }, width: visible.width, height: visible.height)
        guard let fitting else { return nil }
        let frame = try MapFrame(visit.query, otherwise: (fitting.centre, fitting.zoom))
        let drawing = MapDrawing(viewport: frame.viewport, pins: notes.map { NotePins.pin($0) })
        return MapPart(drawing, address: "/archive?view=map&", viewer, site.basemaps)
    }

    /// A note's page: as its author sees it, or as a finder does, who has opened it by this.
    func showNote(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        let id = try noteID(visit)
        let words = DayWords(viewer.timeZone, now: visit.now)
        let found = try site.database.read { database -> (ReadableNote, [Receipt])? in
            guard let note = try NoteQueries.readable(database, id, viewer: viewer.id) else { return nil }
            let isOwn = note.author.id == viewer.id
            return (note, isOwn ? try NoteQueries.receipts(database, of: [id])[id] ?? [] : [])
        }
        guard let (note, receipts) = found else { throw Failure.notFound }
        if note.foundAt != nil && !note.isOpened && visit.request.head.method == .get {
            try site.database.write {
                try NoteQueries.setOpened($0, id, by: viewer.id, tellsSender: viewer.receipts, visit.now)
            }
        }
        return visit.page(NotePage(visit, viewer, note, receipts, words))
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

    private func noteID(_ visit: Visit) throws -> ID<Note> {
        guard let id = visit.parameters["id"].flatMap({ ID<Note>($0) }) else { throw Failure.notFound }
        return id
    }
}

/// Notes on a map.
enum NotePins {
    static func pin(_ note: ReadableNote) -> Pin {
        Pin(
            kind: .note, coordinate: note.coordinate, title: "Note from \(note.author.username)",
            href: NotePaths.note(note.id), id: "note-\(note.id)")
    }
}
