import Atlas
import Database
import HTTP
import Proximity

/// Notes on maps: pins, the cards that they open, and the list beside the map.
extension Notes: MapLayerSource {
    /// The notes that a person has found, on their own map.
    var mapLayer: MapLayer {
        MapLayer(
            content: { database, viewer, viewport in
                let layer = NoteQueries.layer(of: viewer.id)
                if let crowd = try GridCounts.crowd(database, layer, in: viewport) {
                    return MapContent(crowds: crowd.map { PinCrowd(kind: .note, count: $0) })
                }
                let area = Covering.of(viewport.bounds)
                let places = try NoteQueries.places(database, of: viewer.id, in: area)
                return MapContent(pins: places.map { NotePins.pin($0) })
            },
            extent: { database, viewer in
                try GridCounts.extent(database, NoteQueries.layer(of: viewer.id)).map { $0.middle }
            })
    }

    /// What the archive's map shows, as the database has it.
    struct ArchiveMapContent {
        let drawing: MapDrawing
        /// The notes nearest to its middle, the nearest first.
        let nearest: [ReadableNote]
    }

    /// The archive as a map; nil without notes. Only reads: the picture is drawn after the transaction.
    func archiveMapContent(
        _ database: Reader, _ context: RequestContext, _ viewer: Viewer
    ) throws -> ArchiveMapContent? {
        let places = try mapLayer.extent(database, viewer)
        let visible = MapFrame.visible
        guard let all = Viewport.fitting(places, width: visible.width, height: visible.height) else { return nil }
        let viewport = try MapFrame(context.query, otherwise: (all.centre, all.zoom)).viewport
        let content = try mapLayer.content(database, viewer, viewport)
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

    /// The archive as a map, and the notes nearest to its middle as a list.
    func archiveMap(_ content: ArchiveMapContent, _ viewer: Viewer, _ words: RelativeTimeFormatter) -> ArchiveMap {
        ArchiveMap(
            map: MapPart(content.drawing, address: NotePaths.archiveMap + "&", viewer, basemaps),
            nearest: content.nearest.map { FoundNotePart($0, words, placeFormatter(viewer)) },
            isCrowded: !content.drawing.crowds.isEmpty)
    }

    /// `GET /notes/{id}/card`: what a pin shows before one goes to the note. Does not open it.
    func showCard(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try noteID(context)
        let words = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        let note = try site.database.read { try NoteQueries.readable($0, id, viewer: viewer.id) }
        guard let note else { throw Failure.notFound }
        let part = FoundNotePart(note, words, placeFormatter(viewer))
        return context.page(NoteCardPart(note: part, isOwn: note.author.id == viewer.id))
    }
}

/// The archive's map and the list beside it.
struct ArchiveMap {
    let map: MapPart
    let nearest: [FoundNotePart]
    /// Whether there is too much in the frame for a list.
    let isCrowded: Bool

    static let maxListed = 30
}

/// What a pin opens.
struct NoteCardPart {
    let note: FoundNotePart
    let isOwn: Bool
}

/// Notes as pins.
enum NotePins {
    static func pin(_ place: NotePlace) -> Pin {
        Pin(
            kind: .note, coordinate: place.coordinate, title: "Note from \(place.author)", id: place.id.rawValue,
            href: NotePaths.note(place.id), card: NotePaths.card(place.id))
    }

    static func pin(_ note: ReadableNote) -> Pin {
        pin(NotePlace(id: note.id, author: note.author.username, coordinate: note.coordinate))
    }
}
