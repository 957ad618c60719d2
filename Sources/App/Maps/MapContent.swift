import Atlas
import Database
import Proximity

/// What a feature draws on a map.
struct MapContent: Sendable {
    /// Things drawn one by one, of one layer after the other.
    var pins: [MapPins] = []
    /// Things drawn as counts, because they are too many.
    var clusters: [PinCluster] = []
    /// Areas in which something waits, each by its corners: drawn as soft light.
    var highlights: [[Coordinate]] = []
    /// Areas with names.
    var regions: [MapRegion] = []

    /// Everything from both sides.
    static func + (left: MapContent, right: MapContent) -> MapContent {
        MapContent(
            pins: left.pins + right.pins, clusters: left.clusters + right.clusters,
            highlights: left.highlights + right.highlights,
            regions: left.regions + right.regions)
    }

    /// How many things there are in all.
    var count: Int { clusters.reduce(pins.reduce(0) { $0 + $1.count }) { $0 + $1.count.count } }

    /// A map of all of it. Things are grouped by their places; then the pins of those that are drawn are read. Only
    /// reads: the markup is made after the transaction.
    func drawing(_ database: Reader, in viewport: Viewport) throws -> MapDrawing {
        let layout = PinLayout(pins.flatMap { $0.places }, clusters: clusters, in: viewport)
        var drawn: [Int: Pin] = [:]
        var start = 0
        for layer in pins {
            let end = start + layer.count
            let positions = layout.drawn.filter { (start..<end).contains($0) }.map { $0 - start }
            for (position, pin) in try layer.pins(database, at: positions) { drawn[start + position] = pin }
            start = end
        }
        var drawing = MapDrawing(layout: layout, pins: drawn)
        drawing.highlights = highlights
        drawing.regions = regions
        return drawing
    }
}

extension MapContent {
    /// The things of a layer in an area: one by one, or as counts where they are too many.
    init(
        _ database: Reader, _ amount: GridCounts.Amount, as kind: Pin.Kind, in area: @autoclosure () -> Covering,
        from source: PinSource
    ) throws {
        switch amount {
        case .few(let most): self.init(pins: [try source.read(database, in: area(), atMost: most)])
        case .many(let counts): try self.init(database, counts, as: kind, from: source)
        }
    }

    /// Counted things as clusters; where a square has one thing alone, its pin.
    private init(_ database: Reader, _ counts: [CellCount], as kind: Pin.Kind, from source: PinSource) throws {
        func point(_ count: CellCount) -> GridPoint { GridPoint(x: count.sum.x, y: count.sum.y) }
        let points = Set(counts.lazy.filter { $0.count == 1 }.map { point($0) })
        // Wide enough for what a place loses as a ``GridPoint``.
        let area = Covering(
            cells: points.flatMap { Covering.of(centre: $0.coordinate, radius: 0.1, maxCells: 4).cells })
        let things: MapPins = points.isEmpty ? .whole([]) : try source.read(database, in: area, atMost: points.count)
        let alone = things.last(at: points)
        let others = counts.filter { $0.count > 1 || !alone.points.contains(point($0)) }
        self.init(pins: [alone.pins], clusters: others.map { PinCluster(kind: kind, count: $0) })
    }
}

/// One feature's layer on a person's own map.
struct MapLayer: Sendable {
    /// What people choose of it by chips; nil for a layer that is always there.
    var filter: MapFilter?
    /// Whether the viewer has the layer and its chips.
    var isOffered: @Sendable (Reader, Viewer) throws -> Bool = { _, _ in true }
    /// The content in and around a viewport, limited to what the viewer may see and to the names of the choices that they
    /// made, see ``MapFilter``.
    let content: @Sendable (Reader, Viewer, Viewport, Set<String>) throws -> MapContent
    /// Places that outline all of the viewer's things, a few hundred at most.
    let extent: @Sendable (Reader, Viewer) throws -> [Coordinate]
}

/// A feature whose things are shown on the home map.
protocol MapLayerSource: Feature {
    var mapLayer: MapLayer { get }
}
