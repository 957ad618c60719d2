import Proximity

/// The people and places of the demo world.
enum DemoCast {
    static let names = ["aino_k", "mikko", "leena", "jonas", "sofia", "elias", "noor_h", "ville"]

    /// The address that the demo world confirms for somebody. No mail reaches it, so that nobody else can confirm it.
    static func address(of name: String) -> String { "\(name)@example.org" }

    /// Well-known places in Helsinki, in degrees.
    enum Place: CaseIterable {
        case senateSquare, esplanadi, railwaySquare, kamppiChapel, oodi, kaisaniemi, oldChurchPark, ateneum, university
        case tramStop, marketSquare, hakaniemi

        var coordinate: Coordinate {
            let (latitude, longitude) = degrees
            return Coordinate(latitude: latitude, longitude: longitude) ?? Bounds.everywhere.centre
        }

        private var degrees: (Double, Double) {
            switch self {
            case .senateSquare: (60.169_50, 24.952_40)
            case .esplanadi: (60.167_55, 24.947_30)
            case .railwaySquare: (60.171_35, 24.944_05)
            case .kamppiChapel: (60.170_30, 24.936_75)
            case .oodi: (60.173_90, 24.938_30)
            case .kaisaniemi: (60.174_75, 24.944_60)
            case .oldChurchPark: (60.165_60, 24.939_20)
            case .ateneum: (60.170_10, 24.944_25)
            case .university: (60.169_65, 24.950_20)
            case .tramStop: (60.170_35, 24.945_65)
            case .marketSquare: (60.167_55, 24.953_30)
            case .hakaniemi: (60.178_85, 24.951_70)
            }
        }
    }

    /// The middle of the town, where Aino is. The tram stop is less than a minute's walk away.
    static let centre = Coordinate(latitude: 60.1705, longitude: 24.9445) ?? Bounds.everywhere.centre
}
