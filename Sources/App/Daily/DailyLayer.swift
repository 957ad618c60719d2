import Atlas
import Database
import Proximity

/// What a frame shows of a day.
struct DayContent: Sendable {
    var map = MapContent()
    /// Where each photo is.
    var places: [(id: ID<Moment>, coordinate: Coordinate)] = []

    /// The photos of a day in a frame: one by one, or counted where they are too many.
    init(
        _ database: Reader, _ choice: DayChoice, in viewport: Viewport, for viewer: ID<Account>, _ now: Timestamp
    ) throws {
        let bounds = viewport.bounds
        let moments = try DayQueries.within(database, bounds, choice, for: viewer, now)
        guard moments.count > DayQueries.mostDrawn else {
            map.pins = moments.map { MomentPins.pin($0) }
            places = moments.map { ($0.id, $0.coordinate) }
            return
        }
        places = try DayQueries.crowd(database, bounds, choice, for: viewer, now)
        let level = min(PinGrid.deepest, PinGrid(viewport, things: places.count).level)
        let counts = places.map { place in
            let point = GridPoint(place.coordinate)
            return CellCount(cell: GridCell(point, level: level), count: 1, sum: (x: point.x, y: point.y))
        }
        map.crowds = CellCount.merged(counts, level: level).map { PinCrowd(kind: .moment, count: $0) }
    }
}

/// Today's photos on the home map: those that the viewer sees.
extension Daily: MapLayerSource {
    var mapLayer: MapLayer {
        MapLayer(
            filter: MapFilter(name: "today", words: "Today", choices: [], rank: 10),
            content: { database, viewer, viewport, _ in
                guard let choice = try todaysChoice(database) else { return MapContent() }
                return try DayContent(database, choice, in: viewport, for: viewer.id, site.now).map
            },
            extent: { database, viewer in
                guard let choice = try todaysChoice(database) else { return [] }
                return try DayQueries.outline(database, choice, for: viewer.id, site.now)
            })
    }

    /// nil while today has no window.
    private func todaysChoice(_ database: Reader) throws -> DayChoice? {
        try WindowQueries.window(database, on: today(site.now)).map { DayChoice(day: $0.day, audience: $0.audience) }
    }
}

/// Photos of the day as pins.
enum MomentPins {
    static func pin(_ moment: MomentPlace) -> Pin {
        Pin(
            kind: .moment, coordinate: moment.coordinate,
            title: moment.isOwn ? "Your photo" : "Photo from \(moment.author.name)", id: moment.id.rawValue,
            owner: moment.author.id.rawValue, href: DailyPaths.moment(moment.id), card: DailyPaths.card(moment.id),
            portrait: MediaPaths.of(moment.back, .small), marks: moment.isOwn ? [.own] : [])
    }
}
