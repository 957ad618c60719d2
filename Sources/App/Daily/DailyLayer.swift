import Atlas
import Database
import Proximity

/// What a frame shows of a day.
struct DayContent: Sendable {
    var map = MapContent()
    /// Where each photo is.
    var places: [(id: ID<DailyPost>, coordinate: Coordinate)] = []

    /// The photos of a day in a frame: as pins and areas, or counted where they are too many.
    ///
    /// - Parameter most: of more photos, which nobody has counted before, only the points are read first.
    init(
        _ database: Reader, _ choice: DayChoice, in viewport: Viewport, for viewer: ID<Account>, at now: Timestamp,
        whole most: Int = PinSource.maxWhole
    ) throws {
        let bounds = viewport.bounds
        let posts = try DayQueries.within(database, bounds, choice: choice, for: viewer, at: now, limit: most + 1)
        guard posts.count > most else {
            map.pins = [.whole(posts.filter { !$0.isArea }.map { DailyPostPins.pin($0) })]
            map.regions = DailyPostAreas.regions(posts.filter { $0.isArea }, on: choice.day, in: viewport)
            places = posts.map { ($0.id, $0.coordinate) }
            return
        }
        let points = try DayQueries.points(database, bounds, choice: choice, for: viewer, at: now)
        places = points.map { ($0.id, $0.coordinate) }
        guard points.count > DayQueries.maxDrawn else {
            let pins = points.filter { !$0.isArea }.map { DailyPostPins.place($0) }
            map.pins = [.places(pins, named: DailyPostPins.named(to: viewer, now))]
            map.regions = try DailyPostAreas.regions(points.filter { $0.isArea }, on: choice.day, in: viewport) { ids in
                DailyPostPins.titles(try DayQueries.places(database, ids, to: viewer, at: now))
            }
            return
        }
        let level = min(PinGrid.deepest, PinGrid(viewport, things: places.count).level)
        let counts = places.map { place in
            let point = GridPoint(place.coordinate)
            return CellCount(cell: GridCell(point, level: level), count: 1, sum: (x: point.x, y: point.y))
        }
        map.clusters = CellCount.merged(counts, level: level).map { PinCluster(kind: .moment, count: $0) }
    }
}

/// Today's photos on the home map: those that the viewer sees.
extension Daily: MapLayerSource {
    var mapLayer: MapLayer {
        MapLayer(
            filter: MapFilter(name: "today", words: "Today", choices: [], rank: 10),
            content: { database, viewer, viewport, _ in
                guard let choice = try todaysChoice(database) else { return MapContent() }
                return try DayContent(database, choice, in: viewport, for: viewer.id, at: site.now).map
            },
            extent: { database, viewer in
                guard let choice = try todaysChoice(database) else { return [] }
                return try DayQueries.outline(database, choice, for: viewer.id, at: site.now)
            })
    }

    /// nil while today has no window.
    private func todaysChoice(_ database: Reader) throws -> DayChoice? {
        try WindowQueries.window(database, on: today(site.now)).map { DayChoice(day: $0.day, audience: $0.audience) }
    }
}

/// Photos of the day as pins.
enum DailyPostPins {
    /// What a pin or an area says.
    static func title(_ post: DailyPostPlace) -> String {
        post.isOwn ? "Your photo" : "Photo from \(post.author.name)"
    }

    /// The same of each of some photos.
    static func titles(_ posts: [DailyPostPlace]) -> [ID<DailyPost>: String] {
        Dictionary(posts.map { ($0.id, title($0)) }, uniquingKeysWith: { first, _ in first })
    }

    /// How those among some photos are read that somebody sees.
    static func named(to viewer: ID<Account>, _ now: Timestamp) -> PinSource.Named {
        return { database, ids in
            let posts = ids.map { ID<DailyPost>(rawValue: $0) }
            return try DayQueries.places(database, posts, to: viewer, at: now).map { pin($0) }
        }
    }

    static func place(_ post: DailyPostPoint) -> PinPlace {
        PinPlace(
            kind: .moment, coordinate: post.coordinate, id: post.id.rawValue, owner: post.author.rawValue,
            marks: post.isOwn ? [.own] : [], hasPortrait: true)
    }

    static func pin(_ post: DailyPostPlace) -> Pin {
        Pin(
            kind: .moment, coordinate: post.coordinate, title: title(post), id: post.id.rawValue,
            owner: post.author.id.rawValue, href: DailyPaths.post(post.id), card: DailyPaths.card(post.id),
            portrait: MediaPaths.of(post.back, .small), marks: post.isOwn ? [.own] : [])
    }
}
