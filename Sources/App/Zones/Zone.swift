import Atlas
import Database
import Foundation
import Media
import Proximity

/// An area with songs that belong there.
struct Zone: Sendable {
    let id: ID<Zone>
    let name: String
    /// `#rrggbb`
    let colour: String
    let fence: Fence
    /// Its place in lists, from 0 on.
    let position: Int64
    /// Of zones that lie over each other the smallest counts, square metres.
    let size: Double
    /// Its photo.
    var cover: MediaName? = nil

    /// Characters.
    static let maxNameLength = 60
    /// The pink of a zone whose colour nobody chose.
    static let usualColour = "#d6336c"

    /// Its middle.
    var centre: Coordinate {
        switch fence.area {
        case .circle(let centre, _): centre
        case .polygon(let polygon): polygon.surroundingCircle.centre
        }
    }

    /// How far it reaches around its middle.
    var reach: Metres {
        switch fence.area {
        case .circle(_, let radius): radius
        case .polygon(let polygon): polygon.surroundingCircle.radius
        }
    }

    /// What a map draws of it.
    var region: MapRegion { MapRegion(area: fence.area, colour: colour, name: name, href: ZonePaths.zone(id)) }
}

extension Fence {
    /// Square metres, of a polygon as on a plane around its first corner: exact enough to tell which of two is smaller.
    var size: Double {
        switch area {
        case .circle(_, let radius): return .pi * radius.value * radius.value
        case .polygon(let polygon):
            let parts = polygon.rings.map { Polygon($0) }
            return polygon.rings.enumerated().reduce(0) { sum, entry in
                let (number, ring) = entry
                // A ring within another one is a hole.
                let around = parts.enumerated().count { other in
                    other.offset != number && other.element?.contains(ring[0]) == true
                }
                return sum + (around % 2 == 0 ? 1 : -1) * Fence.size(ring)
            }
        }
    }

    private static func size(_ ring: [Coordinate]) -> Double {
        guard let first = ring.first else { return 0 }
        let scale = 111_195.0
        let shrink = cos(first.latitude * .pi / 180)
        func flat(_ place: Coordinate) -> (x: Double, y: Double) {
            let across = place.longitude - first.longitude
            return (
                (across - (across / 360).rounded() * 360) * scale * shrink, (place.latitude - first.latitude) * scale
            )
        }
        let points = ring.map { flat($0) }
        let twice = zip(points, points.dropFirst() + points.prefix(1)).reduce(0) {
            $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y
        }
        return abs(twice) / 2
    }
}
