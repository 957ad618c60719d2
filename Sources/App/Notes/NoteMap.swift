import Atlas
import Database
import HTTP
import Proximity

/// Notes on maps: pins, their cards, and the list beside the archive's map.
extension Notes: MapLayerSource {
    /// What a person found, what they left, what waits for them in sight, and where something hidden does, on their own
    /// map.
    var mapLayer: MapLayer {
        MapLayer(
            content: { [site] database, viewer, viewport, _ in
                let waiting = try nearby(database, viewer, site.now)
                let area = Covering.of(viewport.bounds)
                return try NoteLayers.found(database, viewer, viewport, area: area)
                    + NoteLayers.left(database, viewer, viewport, area: area, site.now)
                    + NoteLayers.waiting(database, viewer, area: area, site.now)
                    + MapContent(halos: waiting?.areas ?? [])
            },
            extent: { [site] database, viewer in
                try NoteLayers.extent(database, NoteQueries.layer(of: viewer.id))
                    + NoteLayers.extent(database, NoteQueries.layer(by: viewer.id))
                    + NoteQueries.pinnedPlaces(database, for: viewer.id, site.now)
            })
    }

    /// What waits around the viewer: around their own last stored position, never around one that a request names, or
    /// else a request would be as good as a walk.
    func nearby(_ database: Reader, _ viewer: Viewer, _ now: Timestamp) throws -> NearbyNotes? {
        guard let place = try recentPlace(database, viewer, now) else { return nil }
        let notes = try NoteQueries.hinted(database, for: viewer.id, in: Hint.cells(near: place), now)
        return NearbyNotes(notes, around: CellID(place, level: Hint.level))
    }

    /// The content of the archive's map.
    struct ArchiveMapContent {
        let drawing: MapDrawing
        /// The notes nearest to the centre, nearest first.
        let nearest: [ReadableNote]
    }

    /// The archive as a map; nil if it is empty. Only reads: drawing happens after the transaction.
    func archiveMapContent(
        _ database: Reader, _ context: RequestContext, _ viewer: Viewer
    ) throws -> ArchiveMapContent? {
        let places = try NoteLayers.extent(database, NoteQueries.layer(of: viewer.id))
        guard let all = MapFrame.everything(places) else { return nil }
        let viewport = try MapFrame(context.query, otherwise: all).viewport
        let content = try NoteLayers.found(database, viewer, viewport, area: Covering.of(viewport.bounds))
        var drawing = MapDrawing(viewport: viewport, pins: content.pins)
        drawing.crowds = content.crowds
        let nearest = content.pins.sorted {
            $0.coordinate.distance(to: viewport.centre).value < $1.coordinate.distance(to: viewport.centre).value
        }
        let ids = nearest.prefix(ArchiveMap.maxListed).compactMap { $0.id.map { ID<Note>(rawValue: $0) } }
        let notes = try NoteQueries.found(database, ids, by: viewer.id)
        return ArchiveMapContent(
            drawing: drawing, nearest: ids.compactMap { id in notes.first { $0.id == id } })
    }

    /// The archive as a map with a list of the notes nearest to its centre.
    func archiveMap(_ content: ArchiveMapContent, _ viewer: Viewer, _ words: RelativeTimeFormatter) -> ArchiveMap {
        ArchiveMap(
            map: MapPart(content.drawing, address: NotePaths.archiveMap + "&", viewer, basemaps),
            nearest: content.nearest.map { FoundNotePart($0, words, placeFormatter(viewer)) },
            isCrowded: !content.drawing.crowds.isEmpty)
    }

    /// `GET /notes/{id}/card`: the card of a pin. Does not open the note. Of one that waits it says only what one may
    /// know before.
    func showCard(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try noteID(context)
        let words = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        let found = try site.database.read { database -> (ReadableNote, [Receipt])? in
            guard let note = try NoteQueries.readable(database, id, viewer: viewer.id) else { return nil }
            let isOwn = note.author.id == viewer.id
            return (note, isOwn ? try NoteQueries.receipts(database, of: [id], context.now)[id] ?? [] : [])
        }
        guard let (note, receipts) = found else { return try waitingCard(id, context, viewer) }
        let part = FoundNotePart(note, words, placeFormatter(viewer))
        return context.page(
            NoteCardPart(
                note: part, isOwn: note.author.id == viewer.id, receipts: receipts.map { ReceiptPart($0, words) }))
    }
}

/// The archive's map and the list beside it.
struct ArchiveMap {
    let map: MapPart
    let nearest: [FoundNotePart]
    /// Whether the frame contains too many notes for a list.
    let isCrowded: Bool

    static let maxListed = 30
}

/// The card of a pin.
struct NoteCardPart {
    let note: FoundNotePart
    let isOwn: Bool
    /// Of one's own note.
    var receipts: [ReceiptPart] = []
}

/// Notes as pins.
enum NotePins {
    static func pin(_ place: NotePlace) -> Pin {
        Pin(
            kind: .note, coordinate: place.coordinate, title: "Note from \(place.author)", id: place.id.rawValue,
            href: NotePaths.note(place.id), card: NotePaths.card(place.id))
    }

    /// A note that waits at a place which its recipient knows.
    static func waiting(_ place: NotePlace) -> Pin {
        Pin(
            kind: .waiting, coordinate: place.coordinate, title: "A note from \(place.author) waits here",
            id: place.id.rawValue, href: NotePaths.waiting(place.id), card: NotePaths.card(place.id))
    }

    /// One's own note; paler when it waits for nobody.
    static func pin(_ note: LeftNote) -> Pin {
        let finders = note.awaited + (note.isLinked ? ["whoever gets its link"] : [])
        let title = finders.isEmpty ? "Your note" : "Your note, waiting for \(WordList.join(finders))"
        return Pin(
            kind: .letter, coordinate: note.coordinate, title: title, id: note.id.rawValue,
            href: NotePaths.note(note.id), card: NotePaths.card(note.id), isMuted: finders.isEmpty)
    }

    /// The pin on the map of the note's own page.
    static func pin(_ note: ReadableNote, isOwn: Bool) -> Pin {
        isOwn
            ? Pin(kind: .letter, coordinate: note.coordinate, title: "Your note")
            : pin(NotePlace(id: note.id, author: note.author.name, coordinate: note.coordinate))
    }
}
