import Database
import Proximity

/// A feature of the site: the members that `App.swift` collects. All except `migrations` and `routes` have defaults.
///
/// What a feature does for another one is a protocol beside that other feature, such as `MapLayerSource` or
/// `PositionObserver`. The feature conforms to it; nothing else needs to know.
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
    /// A label under which all routes and jobs of the feature are counted in metrics, so that nobody learns from these what
    /// somebody did; nil to count each by itself. For features in which people may read without being told of.
    var metricsLabel: String? { get }
    /// What an administrator has to look after now.
    func warnings(_ database: Reader, _ now: Timestamp) throws -> [SiteWarning]
    /// The feature's pages and parts with example data, for the gallery.
    var galleryExamples: [GalleryExample] { get }
    /// Deletes what must not survive a restore, such as sessions, because others may have had the copy.
    func restored(_ database: Writer) throws
    /// Adds the feature's part of the demo world, by the functions that handlers use.
    func addDemo(_ demo: DemoContext) throws
}

/// Something that an administrator has to look after.
struct SiteWarning: Sendable {
    /// One sentence.
    let words: String
    /// The page that says more.
    let path: String
}

extension Feature {
    static var migrations: [Migration] { [] }
    var jobKinds: [JobKind] { [] }
    var personalData: PersonalData { PersonalData() }
    var navigation: [NavigationEntry] { [] }
    var metricsLabel: String? { nil }
    func warnings(_ database: Reader, _ now: Timestamp) throws -> [SiteWarning] { [] }
    var galleryExamples: [GalleryExample] { [] }
    func restored(_ database: Writer) throws {}
    func addDemo(_ demo: DemoContext) throws {}
}
