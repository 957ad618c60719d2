import Proximity

extension BasemapTile {
    /// Where a place lies among the tiles of a zoom: columns from the west and rows from the north, with fractions.
    /// Within the map also for the poles.
    public static func position(of place: Coordinate, zoom: Int) -> (x: Double, y: Double) {
        let count = Double(1 << min(max(zoom, 0), 30))
        let point = WebMercator.project(place)
        return (min(max(point.x, 0), 1) * count, min(max(point.y, 0), 1) * count)
    }
}
