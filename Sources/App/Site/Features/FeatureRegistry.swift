import Proximity
import Safeguards

/// The features of a running app, for those that ask all others: the map asks for layers, positions for observers.
///
/// The features hold the site and the site holds the registry: `clear` breaks this retain cycle when the app is closed.
/// Every page asks many times, so those who ask must not wait for each other.
final class FeatureRegistry: Sendable {
    private struct State: Sendable {
        var features: [any Feature] = []
        var services: FeatureServices?
        /// The entries of all features, and of each slot, by rank.
        var navigation: [NavigationEntry] = []
        var entries: [NavigationEntry.Slot: [NavigationEntry]] = [:]
        /// What was found for a protocol.
        var conforming: [ObjectIdentifier: any Sendable] = [:]
    }

    private let state = ReadersWriterLocked(State())

    /// All features in the order of `App.swift`.
    var all: [any Feature] { state.read { $0.features } }

    /// What one feature does for those below it; nil before the app has begun. For what a page may lack.
    var services: FeatureServices? { state.read { $0.services } }

    /// The same for what must not be skipped, such as a line of the audit log.
    ///
    /// - Throws: `NotRunning`.
    var requiredServices: FeatureServices {
        get throws {
            guard let services else { throw NotRunning() }
            return services
        }
    }

    /// The app has not begun, or was closed.
    struct NotRunning: Error {}

    /// The navigation entries of all features, by rank.
    var navigation: [NavigationEntry] { state.read { $0.navigation } }

    /// Those of a slot.
    func entries(_ slot: NavigationEntry.Slot) -> [NavigationEntry] { state.read { $0.entries[slot] ?? [] } }

    /// Names under which jobs are counted and told together, by kind.
    var jobGroups: [String: String] {
        let pairs = all.flatMap { feature in
            feature.jobKinds.compactMap { kind in feature.figuresGroup.map { (kind.name, $0) } }
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// What all features limit.
    var throttles: [Throttle] { all.flatMap { $0.throttles } }

    /// The features with something above the content of every page.
    var bannerSources: [any BannerSource] { conforming(to: (any BannerSource).self) }

    /// The features that conform to a protocol: `conforming(to: (any MapLayerSource).self)`.
    /// Kept, because every position and every page asks.
    func conforming<Role: Sendable>(to role: Role.Type) -> [Role] {
        if let kept = state.read({ $0.conforming[ObjectIdentifier(role)] }) as? [Role] { return kept }
        return state.write { state in
            let found = state.features.compactMap { $0 as? Role }
            state.conforming[ObjectIdentifier(role)] = found
            return found
        }
    }

    /// Sets the features of an app, once at start.
    ///
    /// - Parameter services: nil for those that it has.
    func register(_ features: [any Feature], _ services: FeatureServices? = nil) {
        let navigation = features.flatMap { $0.navigation }.sorted { $0.rank < $1.rank }
        let entries = Dictionary(grouping: navigation) { $0.slot }
        state.write { state in
            let services = services ?? state.services
            state = State(features: features, services: services, navigation: navigation, entries: entries)
        }
    }

    /// Removes all features.
    func clear() {
        // What they hold ends outside of the lock.
        let old = state.write { state in
            let old = state
            state = State()
            return old
        }
        withExtendedLifetime(old) {}
    }
}
