import Proximity

/// Classes of radii. A position asks for the relics of each class in a covering of its own, so that small relics are not
/// read two kilometres around.
enum RadiusBucket: Int, Sendable, CaseIterable {
    case street, square, quarter, town

    /// The largest radius of the class.
    var radius: Metres {
        switch self {
        case .street: 50
        case .square: 200
        case .quarter: 600
        case .town: Metres(Relic.radii.upperBound)
        }
    }

    /// The class of a radius.
    init(_ radius: Metres) {
        self = RadiusBucket.allCases.first { radius <= $0.radius } ?? .town
    }
}
