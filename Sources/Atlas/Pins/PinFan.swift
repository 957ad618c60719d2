import Foundation
import Proximity

/// Pins at the same place, which no zoom separates, are drawn in rings around it.
enum PinFan {
    /// Pixels: slightly more than a pin's width.
    private static let spacing = 44.0
    /// More pins than this stay one cluster.
    static let most = 30

    /// The offset of each of `count` pins from their common place. One ring of five, one of eleven, then one of
    /// seventeen.
    static func offsets(_ count: Int) -> [Point] {
        var offsets: [Point] = []
        var radius = spacing
        while offsets.count < count {
            let room = Int(2 * .pi * radius / spacing * 0.9)
            let ring = min(room, count - offsets.count)
            for position in 0..<ring {
                let turn = 2 * .pi * Double(position) / Double(ring) - .pi / 2
                offsets.append(Point(x: radius * cos(turn), y: radius * sin(turn)))
            }
            radius += spacing
        }
        return offsets
    }

    /// Whether pins at these places overlap even at the closest zoom.
    static func isNeeded(_ pins: [Pin], in viewport: Viewport) -> Bool {
        guard (2...most).contains(pins.count), viewport.zoom >= 16 else { return false }
        let nearest = Viewport(
            centre: viewport.centre, zoom: Viewport.zooms.upperBound, width: viewport.width, height: viewport.height)
        let points = pins.map { nearest.point(of: $0.coordinate) }
        let xs = points.map { $0.x }.sorted()
        let ys = points.map { $0.y }.sorted()
        guard let west = xs.first, let east = xs.last, let north = ys.first, let south = ys.last else { return false }
        return east - west < spacing && south - north < spacing
    }
}
