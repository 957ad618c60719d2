import Atlas
import Database
import HTTP
import Proximity

/// Notes on maps: pins, the cards that they open, and the list beside the map.
extension Notes {
    /// The notes that a person has found, on their own map.
    var mapLayer: MapLayer {
        MapLayer(
            content: { viewer, viewport, database in
                let layer = NoteQueries.layer(of: viewer.id)
                if let crowd = try GridCounts.crowd(database, layer, in: viewport) {
                    return MapContent(crowds: crowd.map { PinCrowd(kind: .note, count: $0) })
                }
                let area = Covering.of(viewport.bounds)
                let places = try NoteQueries.places(database, of: viewer.id, in: area)
                return MapContent(pins: places.map { NotePins.pin($0) })
            },
            extent: { viewer, database in
                try GridCounts.extent(database, NoteQueries.layer(of: viewer.id)).map { $0.middle }
            })
    }

    /// The archive as a map, and the notes nearest to its middle as a list; nil without notes.
    func archiveMap(_ context: RequestContext, _ viewer: Viewer, _ words: RelativeTimeFormatter, _ database: Reader)
        throws -> ArchiveMap?
    {
        let places = try mapLayer.extent(viewer, database)
        let visible = MapFrame.visible
        guard let all = Viewport.fitting(places, width: visible.width, height: visible.height) else { return nil }
        let viewport = try MapFrame(context.query, otherwise: (all.centre, all.zoom)).viewport
        let content = try mapLayer.content(viewer, viewport, database)
        var drawing = MapDrawing(viewport: viewport, pins: content.pins)
        drawing.crowds = content.crowds
        let nearest = content.pins.sorted {
            $0.coordinate.distance(to: viewport.centre).value < $1.coordinate.distance(to: viewport.centre).value
        }
        let ids = nearest.prefix(ArchiveMap.maxListed).compactMap { NotePaths.id($0.href) }
        let notes = try NoteQueries.found(database, ids, by: viewer.id)
        return ArchiveMap(
            map: MapPart(drawing, address: "/archive?view=map&", viewer, site.basemaps),
            nearest: ids.compactMap { id in notes.first { $0.id == id } }.map {
                FoundNotePart($0, words, placeFormatter(viewer))
            },
            isCrowded: !content.crowds.isEmpty)
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
            kind: .note, coordinate: place.coordinate, title: "Note from \(place.author)",
            href: NotePaths.note(place.id))
    }

    static func pin(_ note: ReadableNote) -> Pin {
        pin(NotePlace(id: note.id, author: note.author.username, coordinate: note.coordinate))
    }
}
