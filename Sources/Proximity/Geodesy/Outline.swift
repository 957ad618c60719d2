import Foundation

/// A closed line of great-circle arcs on the sphere of S2, and the box round it.
enum Outline {
    /// The box that holds every ring, rounding included. `north` and `south` say whether the area within holds that pole.
    /// Each arc must be shorter than half a turn.
    static func bounds(_ rings: [[Vector]], north: Bool, south: Bool) -> Bounds {
        var latitudes = (low: 90.0, high: -90.0)
        var west = Double.infinity
        var east = -Double.infinity
        var allLongitudes = north || south
        for ring in rings {
            // Longitudes are followed round the ring without wrapping: a ring that holds no pole comes back to its start.
            var longitude = ring[0].coordinate.longitude
            for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
                let range = latitudeRange(a, b)
                latitudes = (min(latitudes.low, range.lowerBound), max(latitudes.high, range.upperBound))
                west = min(west, longitude)
                east = max(east, longitude)
                let step = (b.coordinate.longitude - a.coordinate.longitude).remainder(dividingBy: 360)
                // An arc that takes half a turn of longitude goes over a pole.
                if abs(step) > 179.999 { allLongitudes = true }
                longitude += step
            }
        }
        if east - west >= 359.999 { allLongitudes = true }
        let low = south ? -90 : max(-90, latitudes.low - margin)
        let high = north ? 90 : min(90, latitudes.high + margin)
        if allLongitudes { return Bounds(trusted: (low, -180, high, 180)) }
        return Bounds(trusted: (low, wrapped(west - margin), high, wrapped(east + margin)))
    }

    /// Degrees added on every side: more than all rounding above, a tenth of a micrometre.
    private static let margin = 1e-12

    private static func wrapped(_ longitude: Double) -> Double {
        longitude < -180 ? longitude + 360 : longitude > 180 ? longitude - 360 : longitude
    }

    /// The latitudes that an arc passes: those of its ends, and of its highest or lowest point if that lies between.
    private static func latitudeRange(_ a: Vector, _ b: Vector) -> ClosedRange<Double> {
        let (first, second) = (a.coordinate.latitude, b.coordinate.latitude)
        var range = min(first, second)...max(first, second)
        let pole = (a - b).cross(a + b)
        let squared = pole.dot(pole)
        guard squared > 0 else { return range }
        let highest = Vector(0, 0, 1) - pole * (pole.z / squared)
        for turning in [highest, -highest] where pole.cross(a).dot(turning) > 0 && b.cross(pole).dot(turning) > 0 {
            let latitude = turning.coordinate.latitude
            range = min(range.lowerBound, latitude)...max(range.upperBound, latitude)
        }
        return range
    }
}

extension CellID {
    /// The smallest box of latitudes and longitudes that holds the cell, a margin of 1e-12° for rounding included.
    ///
    /// Cells that hold a pole reach all longitudes; a cell on the antimeridian gives a box that crosses it.
    public var bounds: Bounds {
        let square = CellSquare(self)
        return Outline.bounds(
            [square.corners], north: square.contains(Vector(0, 0, 1)), south: square.contains(Vector(0, 0, -1)))
    }
}
