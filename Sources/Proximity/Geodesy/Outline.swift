import Foundation

/// A closed line of great-circle arcs on the sphere of S2, and its bounding box.
enum Outline {
    /// The box that holds every ring, rounding included. `north` and `south` say whether the area contains that pole.
    /// Each arc must be shorter than half a turn.
    static func bounds(_ rings: [[Vector]], north: Bool, south: Bool) -> Bounds {
        var latitudes = (low: 90.0, high: -90.0)
        var west = Double.infinity
        var east = -Double.infinity
        var allLongitudes = north || south
        for ring in rings {
            let places = ring.map { $0.coordinate }
            // Longitudes along the ring are not wrapped: a ring that contains no pole comes back to its start.
            var longitude = places[0].longitude
            for (from, to) in zip(ring.indices, Array(ring.indices.dropFirst()) + [0]) {
                let range = latitudeRange(
                    a: ring[from], b: ring[to], first: places[from].latitude, second: places[to].latitude)
                latitudes = (min(latitudes.low, range.lowerBound), max(latitudes.high, range.upperBound))
                west = min(west, longitude)
                east = max(east, longitude)
                let step = (places[to].longitude - places[from].longitude).remainder(dividingBy: 360)
                // An arc that spans half a turn of longitude passes over a pole.
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

    /// Degrees added on every side: a tenth of a micrometre, more than all rounding above.
    private static let margin = 1e-12

    private static func wrapped(_ longitude: Double) -> Double {
        longitude < -180 ? longitude + 360 : longitude > 180 ? longitude - 360 : longitude
    }

    /// The range of latitudes on an arc: its ends' latitudes, and its highest or lowest point if that lies between them.
    private static func latitudeRange(
        a: Vector, b: Vector, first: Double, second: Double
    ) -> ClosedRange<Double> {
        var range = min(first, second)...max(first, second)
        let pole = (a - b).cross(a + b)
        let squared = pole.dot(pole)
        guard squared > 0 else { return range }
        let highest = Vector(x: 0, y: 0, z: 1) - pole * (pole.z / squared)
        for turning in [highest, -highest] where pole.cross(a).dot(turning) > 0 && b.cross(pole).dot(turning) > 0 {
            let latitude = turning.coordinate.latitude
            range = min(range.lowerBound, latitude)...max(range.upperBound, latitude)
        }
        return range
    }
}

extension CellID {
    /// The smallest box of latitudes and longitudes that holds the cell, with a margin of 1e-12° for rounding.
    ///
    /// The box of a cell that contains a pole spans all longitudes; that of a cell on the antimeridian crosses it.
    public var bounds: Bounds {
        let square = CellSquare(self)
        return Outline.bounds(
            [square.corners], north: square.contains(Vector(x: 0, y: 0, z: 1)),
            south: square.contains(Vector(x: 0, y: 0, z: -1)))
    }
}
