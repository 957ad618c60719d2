import Proximity

/// What lies around a place.
public enum Ground: Sendable, Hashable {
    /// A park, a wood, a lawn: open to the sky.
    case park
    /// A street with houses.
    case street
}

/// The name of a place as people say it: a street and a town rather than degrees.
public struct PlaceName: Sendable, Hashable {
    /// The street, square, park or building at the place; "" where none is near enough.
    public let spot: String
    /// The city, town or village that it belongs to or lies near; nil far from all of them.
    public let town: Town?

    public init(spot: String, town: Town?) {
        self.spot = spot
        self.town = town
    }

    /// A settlement and its position relative to a place.
    public struct Town: Sendable, Hashable {
        public let name: String
        public let relation: Relation
        /// From the place to the settlement's middle.
        public let distance: Metres

        public init(name: String, relation: Relation, distance: Metres) {
            self.name = name
            self.relation = relation
            self.distance = distance
        }
    }

    /// The position of a place relative to a settlement.
    public enum Relation: Sendable {
        /// In it, judging by its size.
        case inside
        /// On land or water outside it.
        case near
        /// On the open sea.
        case atSea
    }
}

/// A settlement that might name a place.
struct Settlement {
    let name: String
    /// A place within this distance of the middle, in metres, is in the settlement.
    let extent: Double
    let distance: Metres
}
