import Atlas
import Database
import Proximity

/// Photos whose authors gave an area as areas on a map: no pin points at a place that they did not give.
enum DailyPostAreas {
    /// A blue of the site, by which areas of photos are drawn.
    private static let colour = "#2b6c99"
    /// Pixels that an area is wide at least, so that a finger hits it. Where cells are smaller, those around are one area.
    private static let minWidth = 48.0
    /// About the width of a cell of `SnappedPosition.level`, in metres.
    private static let cellWidth = 1_100.0
    /// Cells of this level are a thousand kilometres wide: on a map of the world they are small, and few.
    private static let widest = 3

    /// An area for each cell with photos: it leads to its photo, or to the photos of the day that are nearest to it.
    static func regions(_ posts: [DailyPostPlace], on day: CalendarDay, in viewport: Viewport) -> [MapRegion] {
        regions(posts.map { $0.point }, on: day, in: viewport) { _ in
            DailyPostPins.titles(posts)
        }
    }

    /// The same of points.
    ///
    /// - Parameter titles: what the areas of some photos say, which are alone in theirs; without any there is none.
    static func regions(
        _ posts: [DailyPostPoint], on day: CalendarDay, in viewport: Viewport,
        titles: (_ alone: [ID<DailyPost>]) throws -> [ID<DailyPost>: String]
    ) rethrows -> [MapRegion] {
        if posts.isEmpty { return [] }
        let level = level(viewport)
        let cells = Dictionary(grouping: posts) { CellID($0.coordinate, level: level) }
        let alone = cells.values.filter { $0.count == 1 }.map { $0[0].id }
        let known = alone.isEmpty ? [:] : try titles(alone)
        return cells.sorted { $0.key.signed < $1.key.signed }.compactMap { cell, posts in
            let centre = cell.centre
            guard let name = posts.count == 1 ? known[posts[0].id] : "\(posts.count) photos" else { return nil }
            return MapRegion(
                area: .circle(centre: centre, radius: cell.radius), colour: colour, name: name,
                href: posts.count == 1
                    ? DailyPaths.post(posts[0].id) : DailyPaths.photos(day, around: centre, zoom: viewport.zoom),
                isOpenInside: true)
        }
    }

    /// That of an area, or of a larger cell where an area would be smaller than a finger.
    private static func level(_ viewport: Viewport) -> Int {
        var (level, width) = (SnappedPosition.level, cellWidth / viewport.metresPerPixel)
        while width < minWidth, level > widest { (level, width) = (level - 1, width * 2) }
        return level
    }
}
