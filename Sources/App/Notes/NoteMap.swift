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
                let waiting = try nearby(database, viewer, at: site.now)
                let area = FrameCovering.of(viewport.bounds, for: viewer.id)
                return try NoteLayers.found(database, viewer, viewport: viewport, area: area)
                    + NoteLayers.left(database, viewer, viewport: viewport, area: area, at: site.now)
                    + NoteLayers.waiting(database, viewer, area: area, at: site.now)
                    + MapContent(highlights: waiting?.areas ?? [])
            },
            extent: { [site] database, viewer in
                try NoteLayers.extent(database, NoteQueries.layer(of: viewer.id))
                    + NoteLayers.extent(database, NoteQueries.layer(by: viewer.id))
                    + NoteQueries.pinnedPlaces(database, for: viewer.id, site.now)
            })
    }

    /// What waits around the viewer: around their own last stored position, never around one that a request names, or
    /// else a request would be as good as a walk.
    func nearby(_ database: Reader, _ viewer: Viewer, at now: Timestamp) throws -> NearbyNotes? {
        guard let place = try recentPlace(database, viewer, at: now) else { return nil }
        let notes = try NoteQueries.hinted(database, for: viewer.id, in: Hint.cells(near: place), now)
        return NearbyNotes(notes, around: CellID(place, level: Hint.level))
    }

    struct ArchiveMapContent {
        let drawing: MapDrawing
        /// The notes nearest to the centre, nearest first.
        let nearest: [ReadableNote]
        /// Whether the frame contains too many notes for a list.
        let isCrowded: Bool
    }

    /// The archive as a map; nil if it is empty. Only reads: the markup is made after the
    /// transaction.
    func archiveMapContent(
        _ database: Reader, _ context: RequestContext, for viewer: Viewer
    ) throws -> ArchiveMapContent? {
        let places = try NoteLayers.extent(database, NoteQueries.layer(of: viewer.id))
        guard let all = MapFrame.everything(places) else { return nil }
        let viewport = try MapFrame(context.query, otherwise: all).viewport
        let area = FrameCovering.of(viewport.bounds, for: viewer.id)
        let content = try NoteLayers.found(database, viewer, viewport: viewport, area: area)
        let isTooMany = content.count > ArchiveMap.maxCompared
        let compared = isTooMany ? [] : try NoteQueries.points(database, of: viewer.id, in: area)
        let nearest = compared.map { (id: $0.id, distance: $0.coordinate.distance(to: viewport.centre).value) }
        let ids = nearest.sorted { $0.distance < $1.distance }.prefix(ArchiveMap.maxListed).map { $0.id }
        let notes = try NoteQueries.found(database, ids, by: viewer.id)
        return ArchiveMapContent(
            drawing: try content.drawing(database, in: viewport),
            nearest: ids.compactMap { id in notes.first { $0.id == id } },
            isCrowded: notes.isEmpty && !content.clusters.isEmpty)
    }

    /// The archive as a map with a list of the notes nearest to its centre.
    func archiveMap(_ content: ArchiveMapContent, for viewer: Viewer, times: RelativeTimeFormatter) -> ArchiveMap {
        ArchiveMap(
            map: MapPart(content.drawing, address: NotePaths.archiveMap + "&", for: viewer, basemaps: basemaps),
            nearest: content.nearest.map { FoundNotePart($0, times: times, places: placeFormatter(viewer)) },
            isCrowded: content.isCrowded)
    }

    /// `GET /notes/{id}/card`: the card of a pin. Does not open the note. Of one that waits it says only what one may
    /// know before.
    func showCard(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try noteID(context)
        let times = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        let found = try site.database.read { database -> (ReadableNote, [Receipt])? in
            guard let note = try NoteQueries.readable(database, id, viewer: viewer.id) else { return nil }
            let isOwn = note.author.id == viewer.id
            return (note, isOwn ? try NoteQueries.receipts(database, of: [id], context.now)[id] ?? [] : [])
        }
        guard let (note, receipts) = found else { return try waitingCard(id, in: context, for: viewer) }
        let part = FoundNotePart(note, times: times, places: placeFormatter(viewer))
        return context.page(
            NoteCardPart(
                note: part, isOwn: note.author.id == viewer.id, receipts: receipts.map { ReceiptPart($0, times) }))
    }
}

/// The archive's map and the list beside it.
struct ArchiveMap {
    let map: MapPart
    let nearest: [FoundNotePart]
    /// Whether the frame contains too many notes for a list.
    let isCrowded: Bool

    static let maxListed = 30
    /// Of a frame with more notes nothing is listed.
    static let maxCompared = 2_000
}

/// The card of a pin.
struct NoteCardPart {
    let note: FoundNotePart
    let isOwn: Bool
    /// Of one's own note.
    var receipts: [ReceiptPart] = []
}

enum NotePins {
    /// Where the pin of a note is, found or left.
    static func place(_ kind: Pin.Kind, _ note: NotePoint) -> PinPlace {
        PinPlace(kind: kind, coordinate: note.coordinate, id: note.id.rawValue)
    }

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
        let title = note.awaited.isEmpty ? "Your note" : "Your note, waiting for \(WordList.join(note.awaited))"
        return Pin(
            kind: .letter, coordinate: note.coordinate, title: title, id: note.id.rawValue,
            href: NotePaths.note(note.id), card: NotePaths.card(note.id), isMuted: note.awaited.isEmpty)
    }

    /// The pin on the map of the note's own page.
    static func pin(_ note: ReadableNote, isOwn: Bool) -> Pin {
        isOwn
            ? Pin(kind: .letter, coordinate: note.coordinate, title: "Your note")
            : pin(NotePlace(id: note.id, author: note.author.name, coordinate: note.coordinate))
    }
}
