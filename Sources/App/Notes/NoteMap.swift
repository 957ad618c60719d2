import Atlas
import Database
import HTTP
import Proximity

/// Notes on maps: pins, their cards, and the list beside the archive's map.
extension Notes: MapLayerSource {
    /// The notes that a person found, on their own map.
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

    /// The archive as a map with a list of the notes nearest to its centre.
    func archiveMap(_ content: ArchiveMapContent, _ viewer: Viewer, _ words: RelativeTimeFormatter) -> ArchiveMap {
        ArchiveMap(
            map: MapPart(content.drawing, address: NotePaths.archiveMap + "&", viewer, basemaps),
            nearest: content.nearest.map { FoundNotePart($0, words, placeFormatter(viewer)) },
            isCrowded: !content.drawing.crowds.isEmpty)
    }

    /// `GET /notes/{id}/card`: the card of a pin. Does not open the note.
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
    /// Whether the frame contains too many notes for a list.
    let isCrowded: Bool

    static let maxListed = 30
}

/// The card of a pin.
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
        pin(NotePlace(id: note.id, author: note.author.name, coordinate: note.coordinate))
    }
}
