import Synchronization

/// The features of a running app, for those that ask all others: the map asks for layers, positions for observers.
///
/// The features hold the site and the site holds the registry: `clear` breaks this retain cycle when the app is closed.
final class FeatureRegistry: Sendable {
    private struct State {
        var features: [any Feature] = []
        var navigation: [NavigationEntry] = []
        var frameSources: [any FrameSource] = []
        var bannerSources: [any BannerSource] = []
    }

    private let state = Mutex(State())

    /// All features in the order of `App.swift`.
    var all: [any Feature] { state.withLock { $0.features } }

    /// The navigation entries of all features, by rank.
    var navigation: [NavigationEntry] { state.withLock { $0.navigation } }

    /// The features with something at the top right of every page. Kept, because every page asks.
    var frameSources: [any FrameSource] { state.withLock { $0.frameSources } }

    /// The features with something above the content of every page. Kept, because every page asks.
    var bannerSources: [any BannerSource] { state.withLock { $0.bannerSources } }

    /// The features that conform to a protocol: `conforming(to: (any MapLayerSource).self)`.
    func conforming<Role>(to role: Role.Type) -> [Role] { all.compactMap { $0 as? Role } }

    /// Sets the features of an app, once at start.
    func register(_ features: [any Feature]) {
        let navigation = features.flatMap { $0.navigation }.sorted { $0.rank < $1.rank }
        let frameSources = features.compactMap { $0 as? any FrameSource }
        let bannerSources = features.compactMap { $0 as? any BannerSource }
        state.withLock {
            $0 = State(
                features: features, navigation: navigation, frameSources: frameSources, bannerSources: bannerSources)
        }
    }

    /// Removes all features.
    func clear() { state.withLock { $0 = State() } }
}
