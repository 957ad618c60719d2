import Database

/// A feature of the site: what `App.swift` collects of every one of them. Each member but `migrations` and `routes` has a
/// default.
///
/// What a feature does for another one is a protocol beside that other feature, such as `MapLayerSource` or
/// `PositionObserver`: the feature conforms to it, and nothing else has to know.
protocol Feature: Sendable {
    /// The feature's tables, as steps that are applied once each in the order of their numbers.
    static var migrations: [Migration] { get }
    /// The feature's pages and forms.
    var routes: [Route] { get }
    /// The feature's work outside of requests, its own sweeps among it.
    var jobKinds: [JobKind] { get }
    /// What the feature stores of people, for their exports and for the deletion of their accounts.
    var personalData: PersonalData { get }
    /// The feature's entries in the navigation, on *You* and in the settings.
    var navigation: [NavigationEntry] { get }
    /// The feature's pages and parts with example data, for the gallery.
    var galleryExamples: [GalleryExample] { get }
    /// Ends what must not outlive a restore from a backup, such as sessions: the copy may have been in other hands.
    func restored(_ database: Writer) throws
    /// Adds the feature's part of the demo world, by the verbs that people use.
    func addDemo(_ demo: DemoContext) throws
}

extension Feature {
    static var migrations: [Migration] { [] }
    var jobKinds: [JobKind] { [] }
    var personalData: PersonalData { PersonalData() }
    var navigation: [NavigationEntry] { [] }
    var galleryExamples: [GalleryExample] { [] }
    func restored(_ database: Writer) throws {}
    func addDemo(_ demo: DemoContext) throws {}
}
