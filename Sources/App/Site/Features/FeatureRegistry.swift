import Synchronization

/// The features of a running app, for those that ask all others: the map for layers, positions for what reacts to them.
///
/// The features hold the site and the site holds the registry: `clear` breaks that circle when the app is closed.
final class FeatureRegistry: Sendable {
    private struct State {
        var features: [any Feature] = []
        var navigation: [NavigationEntry] = []
    }

    private let state = Mutex(State())

    /// All features, in the order in which `App.swift` lists them.
    var all: [any Feature] { state.withLock { $0.features } }

    /// The entries of all features, by rank.
    var navigation: [NavigationEntry] { state.withLock { $0.navigation } }

    /// The features that have a role: `conforming(to: (any MapLayerSource).self)`.
    func conforming<Role>(to role: Role.Type) -> [Role] { all.compactMap { $0 as? Role } }

    /// Takes the features of an app, once at start.
    func register(_ features: [any Feature]) {
        let navigation = features.flatMap { $0.navigation }.sorted { $0.rank < $1.rank }
        state.withLock { $0 = State(features: features, navigation: navigation) }
    }

    /// Forgets the features.
    func clear() { state.withLock { $0 = State() } }
}
