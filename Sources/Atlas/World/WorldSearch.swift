import Proximity

/// Finds what lies at a place.
extension World {
    /// The cities around a place, and how far each is.
    func cities(around place: Coordinate, within limit: Metres) -> [(city: City, distance: Metres)] {
        // The list is long: only cities in the box get an exact distance.
        let box = Bounds(centre: place, radius: limit)
        return cityRows[World.row(box.south)...World.row(box.north)].joined().compactMap { number in
            // Reads only the coordinate: copying a city retains and releases its strings.
            let coordinate = cities[Int(number)].coordinate
            guard box.contains(coordinate) else { return nil }
            let distance = place.distance(to: coordinate)
            return distance <= limit ? (cities[Int(number)], distance) : nil
        }
    }

    /// Whether a point of the square of side 1 lies on land, lakes included; may be wrong within a few kilometres of a
    /// coast.
    func isLand(_ point: Point) -> Bool {
        let around = lands.filter {
            $0.left <= point.x && point.x <= $0.right && $0.top <= point.y && point.y <= $0.bottom
        }
        return Ring.contain(around.map { $0.points }, point)
    }
}
