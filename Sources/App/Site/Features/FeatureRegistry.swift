import Synchronization

/// The features of a running app, for those that ask all others: the map asks for layers, positions for observers.
///
/// The features hold the site and the site holds the registry: `clear` breaks this retain cycle when the app is closed.
final class FeatureRegistry: Sendable {
    private struct State {
        var features: [any Feature] = []
        var navigation: [NavigationEntry] = []
        /// What was found for a protocol.
        var conforming: [ObjectIdentifier: any Sendable] = [:]
    }

    private let state = Mutex(State())

    /// All features in the order of `App.swift`.
    var all: [any Feature] { state.withLock { $0.features } }

    /// The navigation entries of all features, by rank.
    var navigation: [NavigationEntry] { state.withLock { $0.navigation } }

    /// The features with something at the top right of every page.
    var frameSources: [any FrameSource] { conforming(to: (any FrameSource).self) }

    /// The features with something above the content of every page.
    var bannerSources: [any BannerSource] { conforming(to: (any BannerSource).self) }

    /// The features that conform to a protocol: `conforming(to: (any MapLayerSource).self)`.
    /// Kept, because every position and every page asks.
    func conforming<Role: Sendable>(to role: Role.Type) -> [Role] {
        state.withLock { state in
            if let kept = state.conforming[ObjectIdentifier(role)] as? [Role] { return kept }
            let found = state.features.compactMap { $0 as? Role }
            state.conforming[ObjectIdentifier(role)] = found
            return found
        }
    }

    /// Sets the features of an app, once at start.
    func register(_ features: [any Feature]) {
        let navigation = features.flatMap { $0.navigation }.sorted { $0.rank < $1.rank }
        state.withLock { $0 = State(features: features, navigation: navigation) }
    }

    /// Removes all features.
    func clear() { state.withLock { $0 = State() } }
}
