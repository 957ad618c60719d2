import Proximity

/// How early a place comes among those that have a name: the one rule for the order of every search.
///
/// A place costs its kilometres by its weight, so that of two of one name the nearer comes first, and a large city before
/// a hamlet that is somewhat nearer. A name that is only begun costs several times as much as a whole one: rather what
/// begins so in this town than what is called so on another continent, but not because it is a few streets nearer.
struct PlaceRank: Comparable {
    private let cost: Double
    /// Whether somebody typed the whole name of a settlement or a country: among what is found however far away it is.
    let isNamedSettlement: Bool

    /// - Parameter kilometres: from the middle of what somebody looks at.
    init(_ place: NamedPlace, fit: NameQuery.Fit, kilometres: Double) {
        // Within a kilometre all is near: there the larger thing comes first.
        cost = (1 + kilometres) / place.weight * PlaceRank.factor(fit)
        isNamedSettlement = fit == .exact && (place.sort.isSettlement || place.sort == .country)
    }

    private static func factor(_ fit: NameQuery.Fit) -> Double {
        switch fit {
        case .exact: 1
        case .beginning: 8
        case .word: 16
        case .words: 32
        case .almost: 64
        case .nearly: 256
        }
    }

    static func < (one: PlaceRank, other: PlaceRank) -> Bool { one.cost < other.cost }
}
