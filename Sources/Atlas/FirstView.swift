import Foundation
import Proximity

/// The view with which a map begins: what matters around somebody or around most of their things, inside what can be
/// drawn.
public struct FirstView: Sendable {
    /// A centre and a zoom.
    public struct View: Equatable, Sendable {
        public let centre: Coordinate
        public let zoom: Double

        public init(centre: Coordinate, zoom: Double) { (self.centre, self.zoom) = (centre, zoom) }
    }

    private let areas: [Clipping]

    /// How close and how far a view may be, and where it begins when nothing is near.
    private struct Limits {
        let farthest, usual, closest: Double
        /// Others than the nearest thing are not worth a view from farther away.
        let near: Double
    }

    /// The parts of the drawing that are seen on a typical phone and on a typical desktop, pixels.
    private static let (phone, desktop) = ((width: 390.0, height: 600.0), (width: 1_040.0, height: 800.0))
    /// Things are fitted into this: what is seen on a phone between its controls, with as much left out above as a
    /// sheet hides below.
    private static let room = (width: 264.0, height: 290.0)
    /// How far from the middle a thing may come to lie, pixels.
    private static let reach = (across: 132.0, up: 230.0, down: 145.0)
    /// Where there are streets to see.
    private static let streets = Limits(farthest: 13, usual: 15, closest: 16, near: 14)
    /// Where only the built-in world is known: a country, with its towns.
    private static let country = Limits(farthest: 5, usual: 9, closest: 9, near: 7)
    /// How many of the things around somebody are looked at.
    private static let most = 12
    /// How many things are looked at without a position; the work grows with the square.
    private static let mostAnywhere = 100

    /// The first views on maps of these areas; elsewhere only the built-in world is known.
    public init(areas: [Bounds]) { self.areas = areas.map { TileSources.cover($0, 1) } }

    /// Somebody's place and the nearest of some things.
    public func around(_ place: Coordinate, _ things: [Coordinate]) -> View {
        let limits = limits(WebMercator.project(place))
        let nearest = things.map { (place.distance(to: $0), $0) }.sorted { $0.0 < $1.0 }.prefix(FirstView.most)
        var shown = [place]
        var view = View(centre: place, zoom: limits.usual)
        for (_, thing) in nearest {
            let fit = fitted(shown + [thing])
            guard fit.zoom >= (shown.count == 1 ? limits.farthest : limits.near) else { break }
            shown.append(thing)
            view = View(centre: fit.centre, zoom: min(fit.zoom, limits.closest))
        }
        return drawable(view, shown)
    }

    /// Most of some things that lie together, those that a map shows first; of two such groups the one nearer to a
    /// place. Without things, the place.
    public func of(_ things: [Coordinate], near place: Coordinate) -> View {
        let onMaps = things.filter { thing in area(WebMercator.project(thing)) != nil }
        let known = (onMaps.isEmpty ? things : onMaps).map { (place.distance(to: $0), $0) }.sorted { $0.0 < $1.0 }
            .prefix(FirstView.mostAnywhere).map { WebMercator.project($0.1) }
        var best: [Point] = []
        for one in known {
            let group = group(around: one, known, Viewport.worldSize(limits(one).farthest))
            if group.count > best.count { best = group }
        }
        guard let first = best.first else { return around(place, []) }
        let limits = limits(first)
        let shown = best.map { WebMercator.place($0) }
        let fit = fitted(shown)
        return drawable(View(centre: fit.centre, zoom: min(max(fit.zoom, limits.farthest), limits.usual)), shown)
    }

    /// A view, moved so that as much of it as possible lies on the map around the first of some things, while all of them stay in
    /// sight.
    public func moved(_ view: View, showing things: [Coordinate]) -> View { drawable(view, things) }

    /// The edges of the map around a place, which fades there as ``fade`` says, as parts of a square world; beyond it, less than 0
    /// or more than 1, where the map goes on across the 180th meridian. Nil where only the built-in world is known.
    public func ground(around place: Coordinate) -> (left: Double, top: Double, right: Double, bottom: Double)? {
        area(WebMercator.project(place)).map { ($0.left, $0.top, $0.right, $0.bottom) }
    }

    /// How wide the edge of a map fades: pixels at most, and at most this part of its shorter side.
    public static let fade = (pixels: MapEdge.widest, part: MapEdge.most)

    /// The points around one that fit into a view of a world of this size, the nearest first.
    private func group(around one: Point, _ points: [Point], _ world: Double) -> [Point] {
        func steps(_ point: Point) -> Double { max(abs(point.x - one.x), abs(point.y - one.y)) }
        var (left, top, right, bottom) = (one.x, one.y, one.x, one.y)
        var group: [Point] = []
        for point in points.sorted(by: { steps($0) < steps($1) }) {
            let wider = (min(left, point.x), min(top, point.y), max(right, point.x), max(bottom, point.y))
            guard (wider.2 - wider.0) * world <= FirstView.room.width,
                (wider.3 - wider.1) * world <= FirstView.room.height
            else { continue }
            (left, top, right, bottom) = wider
            group.append(point)
        }
        return group
    }

    /// At a whole zoom, which shows names in the size that they are drawn in.
    private func fitted(_ things: [Coordinate]) -> View {
        let (width, height) = (Int(FirstView.room.width), Int(FirstView.room.height))
        guard let fit = Viewport.fitting(things, width: width, height: height, padding: 0) else {
            return View(centre: things[0], zoom: 0)
        }
        return View(centre: fit.centre, zoom: fit.zoom.rounded(.down))
    }

    /// The largest map around a point.
    private func area(_ point: Point) -> Clipping? {
        areas.filter { $0.contains(point) }.max { $0.right - $0.left < $1.right - $1.left }
    }

    private func limits(_ point: Point) -> Limits {
        guard let area = area(point) else { return FirstView.country }
        // From farther away a small map would not fill a phone.
        let clear = MapEdge(cover: area).inner
        let (across, down) = (clear.right - clear.left, clear.bottom - clear.top)
        let fill = log2(max(FirstView.phone.width / across, FirstView.phone.height / down) / 512)
        let streets = FirstView.streets
        let farthest = min(streets.closest, max(streets.farthest, fill.rounded(.up)))
        return Limits(
            farthest: farthest, usual: max(streets.usual, farthest), closest: streets.closest,
            near: max(streets.near, farthest))
    }

    /// The view, moved so that as much of it as possible lies on the map around it, on a desktop too, while the things
    /// stay in sight.
    private func drawable(_ view: View, _ things: [Coordinate]) -> View {
        let scale = Viewport.worldSize(view.zoom)
        let points = things.map { WebMercator.project($0) }
        guard let first = points.first, let area = area(first) else { return view }
        let clear = MapEdge(cover: area.scaled(scale)).inner
        func moved(_ at: Double, _ edges: (Double, Double), _ half: Double, _ kept: (Double, Double)) -> Double {
            let (low, high) = (edges.0 + half, edges.1 - half)
            let inside = low > high ? (edges.0 + edges.1) / 2 : min(max(at, low), high)
            // Both ends of a wide group cannot be kept in sight.
            return kept.0 > kept.1 ? at : min(max(inside, kept.0), kept.1)
        }
        let (xs, ys) = (points.map { $0.x * scale }, points.map { $0.y * scale })
        let (middle, reach) = (WebMercator.project(view.centre), FirstView.reach)
        let centre = Point(x: middle.x * scale, y: middle.y * scale)
        let x = moved(
            centre.x, (clear.left, clear.right), FirstView.desktop.width / 2,
            ((xs.max() ?? 0) - reach.across, (xs.min() ?? 0) + reach.across))
        let y = moved(
            centre.y, (clear.top, clear.bottom), FirstView.desktop.height / 2,
            ((ys.max() ?? 0) - reach.down, (ys.min() ?? 0) + reach.up))
        if Point(x: x, y: y) == centre { return view }
        return View(centre: WebMercator.place(Point(x: x / scale, y: y / scale)), zoom: view.zoom)
    }
}
