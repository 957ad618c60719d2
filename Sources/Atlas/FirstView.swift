import Foundation
import Proximity

/// The view with which a map begins: what matters around somebody or around most of their things, inside what can be
/// drawn.
public struct FirstView: Sendable {
    /// A centre and a zoom.
    public struct View: Equatable, Sendable {
        public let centre: Coordinate
        public let zoom: Double
    }

    private let areas: [Clipping]

    /// How close and how far a view may be, and where it begins when nothing is near.
    private struct Limits {
        let farthest, usual, closest: Double
        /// Others than the nearest thing are not worth a view from farther away.
        let near: Double
        /// From here on the map fills the largest window. Not a whole zoom where the map is small.
        let fills: Double

        /// The zoom for what would just fit at another: a whole one, which shows names in the size that they are drawn in,
        /// or the one from which the map fills a window.
        func zoom(fitting zoom: Double) -> Double {
            let whole = zoom.rounded(.down)
            return min(max(zoom >= fills ? max(whole, fills) : whole, farthest), closest)
        }
    }

    /// The parts of the drawing that are seen on a typical phone, and in a window of 1920 × 1080 beside the site's
    /// navigation, pixels.
    private static let (phone, window) = ((width: 390.0, height: 600.0), (width: 1_680.0, height: 1_080.0))
    /// Things are fitted into this: what is seen on a phone between its controls, with as much left out above as a
    /// sheet hides below.
    private static let room = (width: 264.0, height: 290.0)
    /// How far from the middle a thing may come to lie, pixels.
    private static let reach = (across: 132.0, up: 230.0, down: 145.0)
    /// How far from the middle somebody's own place may: less than 0.3 of the smallest phone's map, so that it is in sight
    /// everywhere, and a later position does not move the map.
    private static let ownReach = 96.0
    /// Where there are streets to see.
    private static let streets = Limits(farthest: 13, usual: 15, closest: 16, near: 14, fills: 13)
    /// Where only the built-in world is known: a country, with its towns.
    private static let country = Limits(farthest: 5, usual: 9, closest: 9, near: 7, fills: 5)
    /// How many of the things around somebody are looked at.
    private static let most = 12
    /// How many things are looked at without a position; the work grows with the square.
    private static let maxAnywhere = 100

    /// The first views on maps of these areas; elsewhere only the built-in world is known.
    public init(areas: [Bounds]) { self.areas = areas.map { TileSources.cover($0, 1) } }

    /// Somebody's place and the nearest of some things.
    public func around(_ place: Coordinate, _ things: [Coordinate]) -> View {
        let limits = limits(WebMercator.project(place))
        let nearest = things.map { (place.distance(to: $0), $0) }.sorted { $0.0 < $1.0 }.prefix(FirstView.most)
        // As much smaller as the own place is to lie nearer to the middle.
        let (reach, own) = (FirstView.reach, FirstView.ownReach)
        let room = (width: reach.across + own, height: reach.down + own)
        var shown = [place]
        var view = View(centre: place, zoom: limits.usual)
        for (_, thing) in nearest {
            let fit = fitted(shown + [thing], into: room)
            guard fit.zoom >= (shown.count == 1 ? limits.farthest : limits.near) else { break }
            shown.append(thing)
            view = View(centre: fit.centre, zoom: limits.zoom(fitting: fit.zoom))
        }
        return drawable(view, shown, own: place).view
    }

    /// Most of some things that lie together, those that a map shows first, and those around which it fills a window before
    /// others; of two such groups the one nearer to a place. Without things, the place.
    public func of(_ things: [Coordinate], near place: Coordinate) -> View {
        let onMaps = things.filter { thing in area(WebMercator.project(thing)) != nil }
        let known = (onMaps.isEmpty ? things : onMaps).map { (place.distance(to: $0), $0) }.sorted { $0.0 < $1.0 }
            .prefix(FirstView.maxAnywhere).map { WebMercator.project($0.1) }
        var best: (view: View, isFilled: Bool, count: Int)?
        for one in known {
            let limits = limits(one)
            let group = group(around: one, known, Viewport.worldSize(max(limits.farthest, limits.fills)))
            let shown = group.map { WebMercator.place($0) }
            let fit = fitted(shown, into: FirstView.room)
            let zoom = min(limits.zoom(fitting: fit.zoom), limits.usual)
            let found = drawable(View(centre: fit.centre, zoom: zoom), shown)
            let rank = (found.isFilled ? 1 : 0, group.count)
            if best.map({ rank > ($0.isFilled ? 1 : 0, $0.count) }) ?? true {
                best = (found.view, found.isFilled, group.count)
            }
        }
        return best?.view ?? around(place, [])
    }

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

    private func fitted(_ things: [Coordinate], into room: (width: Double, height: Double)) -> View {
        let (width, height) = (Int(room.width), Int(room.height))
        guard
            let fit = Viewport.fitting(
                things, width: width, height: height, maximumZoom: Viewport.zooms.upperBound, padding: 0)
        else { return View(centre: things[0], zoom: 0) }
        return View(centre: fit.centre, zoom: fit.zoom)
    }

    /// The largest map around a point.
    private func area(_ point: Point) -> Clipping? {
        areas.filter { $0.contains(point) }.max { $0.right - $0.left < $1.right - $1.left }
    }

    private func limits(_ point: Point) -> Limits {
        guard let area = area(point) else { return FirstView.country }
        let streets = FirstView.streets
        // From farther away a small map would not fill a phone; what is near does not lead that far.
        let farthest = FirstView.zoom(from: streets.farthest, filling: FirstView.phone, with: area, isWhole: true)
        let fills = max(farthest, FirstView.zoom(from: farthest, filling: FirstView.window, with: area))
        return Limits(
            farthest: farthest, usual: max(streets.usual, fills), closest: max(streets.closest, fills),
            near: max(streets.near, fills), fills: fills)
    }

    /// Views closer than this show a doorstep: no small map leads there.
    private static let doorstep = 17.0
    /// Names on tiles that are enlarged by more look too large.
    private static let mostEnlarged = 4

    /// The zoom from which a map fills a part of the drawing without its edge: a whole one, or a little closer.
    private static func zoom(
        from least: Double, filling part: (width: Double, height: Double), with area: Clipping, isWhole: Bool = false
    ) -> Double {
        let last = isWhole ? streets.closest : doorstep
        for whole in stride(from: least, through: last, by: 1) {
            for tenths in 0...(isWhole || whole == last ? 0 : mostEnlarged) {
                let zoom = whole + Double(tenths) / 10
                let clear = clear(area, zoom)
                if clear.right - clear.left >= part.width, clear.bottom - clear.top >= part.height { return zoom }
            }
        }
        return last
    }

    /// Where a map does not fade, in pixels of a view's world: each tile fades as it was drawn, and is enlarged with it.
    private static func clear(_ area: Clipping, _ zoom: Double) -> Clipping {
        let drawn = Viewport.worldSize(Double(MapDrawing.tileZoom(zoom)))
        return MapEdge(cover: area.scaled(drawn)).inner.scaled(Viewport.worldSize(zoom) / drawn)
    }

    private static let endless = Clipping(left: -.infinity, top: -.infinity, right: .infinity, bottom: .infinity)

    /// The view, moved so that as much of it as possible lies on the map around it, in a large window too, while the things
    /// stay in sight, and somebody's own place stays near the middle. Also whether the map fills the window.
    private func drawable(
        _ view: View, _ things: [Coordinate], own: Coordinate? = nil
    ) -> (view: View, isFilled: Bool) {
        let scale = Viewport.worldSize(view.zoom)
        let points = things.map { WebMercator.project($0) }
        // The built-in world has no edge.
        let clear = points.first.flatMap { area($0) }.map { FirstView.clear($0, view.zoom) } ?? FirstView.endless
        let (window, reach, near) = (FirstView.window, FirstView.reach, FirstView.ownReach)
        var across = (points.map { $0.x * scale - reach.across }, points.map { $0.x * scale + reach.across })
        var down = (points.map { $0.y * scale - reach.down }, points.map { $0.y * scale + reach.up })
        if let own = own.map({ WebMercator.project($0) }) {
            across = (across.0 + [own.x * scale - near], across.1 + [own.x * scale + near])
            down = (down.0 + [own.y * scale - near], down.1 + [own.y * scale + near])
        }
        func moved(_ at: Double, edges: (Double, Double), half: Double, kept: ([Double], [Double])) -> Double {
            let (low, high) = (edges.0 + half, edges.1 - half)
            let inside = low > high ? (edges.0 + edges.1) / 2 : min(max(at, low), high)
            let (least, most) = (kept.0.max() ?? at, kept.1.min() ?? at)
            // Both ends of a wide group cannot be kept in sight.
            return least > most ? at : min(max(inside, least), most)
        }
        let middle = WebMercator.project(view.centre)
        let x = moved(middle.x * scale, edges: (clear.left, clear.right), half: window.width / 2, kept: across)
        let y = moved(middle.y * scale, edges: (clear.top, clear.bottom), half: window.height / 2, kept: down)
        // Half a pixel: numbers are rounded.
        let seen = Clipping(
            left: x - window.width / 2, top: y - window.height / 2, right: x + window.width / 2,
            bottom: y + window.height / 2
        ).widened(-0.5)
        let isFilled = clear.intersection(seen) == seen
        if Point(x: x, y: y) == Point(x: middle.x * scale, y: middle.y * scale) { return (view, isFilled) }
        return (View(centre: WebMercator.place(Point(x: x / scale, y: y / scale)), zoom: view.zoom), isFilled)
    }
}
