import Foundation
import Proximity

/// Pins at the same place, which no zoom separates, are drawn in rings around it.
enum PinFan {
    /// Pixels: slightly more than a pin's width.
    static let spacing = 44.0
    /// Most pins around one place. How many more there are is said beside them.
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

    /// The offsets of a few people, who stand as near to their common place as they fit: nobody is moved by the width of a
    /// pin. Of more than five a ring would be wider.
    static func near(_ count: Int) -> [Point] {
        let radius = count > 1 ? (spacing - 4) / 2 / sin(.pi / Double(count)) : 0
        return (0..<count).map { position in
            let turn = 2 * .pi * Double(position) / Double(count) - .pi / 2
            return Point(x: radius * cos(turn), y: radius * sin(turn))
        }
    }

    /// How many fit there.
    static let maxNear = 5

    /// The pins that are drawn of those at one place: where they are too many, the first of every owner, then the second
    /// of every owner and so on. So nobody hides another's by many beside it; the rest are on their owner's page.
    ///
    /// - Parameter pins: their indices among all places of the map; so is what it returns.
    static func shown(_ pins: [Int], of places: [PinPlace]) -> [Int] {
        // The number of one pin would take as much room as the pin.
        guard pins.count > most + 1 else { return pins }
        var counts: [Int64?: Int] = [:]
        let turns = pins.map { pin in
            counts[places[pin].owner, default: 0] += 1
            return counts[places[pin].owner] ?? 0
        }
        let first = pins.indices.sorted { (turns[$0], $0) < (turns[$1], $1) }.prefix(most)
        return first.sorted().map { pins[$0] }
    }

    /// Whether pins at these places overlap even at the closest zoom. There, each group is the last that one can open.
    static func isNeeded(_ places: [Coordinate], in viewport: Viewport) -> Bool {
        guard places.count >= 2, viewport.zoom >= 16 else { return false }
        if viewport.zoom >= Viewport.zooms.upperBound { return true }
        let nearest = Viewport(
            centre: viewport.centre, zoom: Viewport.zooms.upperBound, width: viewport.width, height: viewport.height)
        let points = places.map { nearest.point(of: $0) }
        let xs = points.map { $0.x }.sorted()
        let ys = points.map { $0.y }.sorted()
        guard let west = xs.first, let east = xs.last, let north = ys.first, let south = ys.last else { return false }
        return east - west < spacing && south - north < spacing
    }
}
