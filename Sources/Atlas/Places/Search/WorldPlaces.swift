import Proximity

/// The built-in world, for searches.
extension World {
    /// A city has at least so many thousand people.
    private static let leastCity = 100
    /// A settlement belongs to the country of a city within this distance.
    private static let countryReach: Metres = 150_000

    /// Its cities and countries. A large city comes before a small one that is somewhat nearer.
    public var namedPlaces: [NamedPlace] {
        let towns = cities.map { city in
            let isCity = city.population >= World.leastCity
            return NamedPlace(
                name: city.name, sort: isCity ? .city : .town, what: isCity ? "City" : "Town",
                coordinate: city.coordinate, weight: max(4, Double(city.population).squareRoot()))
        }
        let lands = countries.map {
            NamedPlace(name: $0.name, sort: .country, what: "Country", coordinate: WebMercator.place($0.point))
        }
        return lands + towns
    }

    /// The two letters of the country of the nearest city; nil far from all of them.
    public func country(around place: Coordinate) -> String? {
        cities(around: place, within: World.countryReach).min { $0.distance.value < $1.distance.value }?.city.country
    }
}
