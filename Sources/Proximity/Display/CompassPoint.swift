/// One of the eight compass directions.
public enum CompassPoint: String, Hashable, Sendable, Codable, CaseIterable {
    case north = "N"
    case northEast = "NE"
    case east = "E"
    case southEast = "SE"
    case south = "S"
    case southWest = "SW"
    case west = "W"
    case northWest = "NW"

    /// The compass point nearest to a bearing. Each is 45° wide; a bearing half-way between two belongs to the
    /// clockwise one. A bearing that is not finite is north.
    public init(_ bearing: Degrees) {
        let turn = bearing.normalized.value
        let index = turn.isFinite ? Int((turn / 45).rounded(.toNearestOrAwayFromZero)) % 8 : 0
        self = CompassPoint.allCases[index]
    }

    /// The middle of this direction.
    public var bearing: Degrees {
        Degrees(Double(CompassPoint.allCases.firstIndex(of: self) ?? 0) * 45)
    }
}
