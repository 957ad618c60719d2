import Database
import Safeguards

/// A feature of the site: the members that `App.swift` collects. All except `migrations` and `routes` have defaults.
///
/// What features do for another one is a protocol beside that other feature, such as `MapLayerSource` or
/// `PositionObserver`. They conform to it; nothing else needs to know. What one feature alone does for those below it stands
/// in `FeatureServices`.
protocol Feature: Sendable {
    /// The steps that create and change the feature's tables. Each is applied once, in the order of their numbers.
    static var migrations: [Migration] { get }
    /// The feature's pages and forms.
    var routes: [Route] { get }
    /// The feature's work outside of requests, including its sweeps.
    var jobKinds: [JobKind] { get }
    /// The personal data that the feature stores, for exports and account deletion.
    var personalData: PersonalData { get }
    /// The feature's links in the navigation, on *You* and in the settings.
    var navigation: [NavigationEntry] { get }
    /// The feature's pages and parts with example data, for the gallery.
    var galleryExamples: [GalleryExample] { get }
    /// What the feature limits for an account, a device or a network, as administrators read it.
    var throttles: [Throttle] { get }
    /// A name under which all routes and jobs of the feature are counted in figures, so that nobody learns from them which
    /// one it was; nil to tell them apart.
    var figuresGroup: String? { get }
    /// Deletes what must not survive a restore, such as sessions, because others may have had the copy.
    func restored(_ database: Writer) throws
    /// Adds the feature's part of the demo world, by the functions that handlers use.
    func addDemo(_ demo: DemoContext) throws
}

extension Feature {
    static var migrations: [Migration] { [] }
    var jobKinds: [JobKind] { [] }
    var personalData: PersonalData { PersonalData() }
    var navigation: [NavigationEntry] { [] }
    var galleryExamples: [GalleryExample] { [] }
    var throttles: [Throttle] { [] }
    var figuresGroup: String? { nil }
    func restored(_ database: Writer) throws {}
    func addDemo(_ demo: DemoContext) throws {}
}
