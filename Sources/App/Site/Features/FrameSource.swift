import HTML
import Proximity

/// A feature with something at the top right of every page of a signed-in person.
protocol FrameSource: Feature {
    /// Whether guests see it.
    var isFrameForGuests: Bool { get }
    /// The part for a page of a section. Asked outside of transactions, also for the pages of errors: it does not throw,
    /// and without the database it shows what it can.
    func cornerPart(for viewer: Viewer, _ section: Frame.Section, _ now: Timestamp) -> Markup
}

extension FrameSource {
    var isFrameForGuests: Bool { false }
}

/// A feature with something above the content of every page of a signed-in person, for as long as it lasts.
protocol BannerSource: Feature {
    /// Whether guests see it.
    var isBannerForGuests: Bool { get }
    /// The banner for a page; nil for none. Asked outside of transactions, also for the pages of errors: it does not
    /// throw, and without the database it shows nothing.
    func banner(for viewer: Viewer, at path: String, _ now: Timestamp) -> Markup?
}

extension BannerSource {
    var isBannerForGuests: Bool { false }
}

extension FeatureRegistry {
    /// The banners of all features for a page.
    func banners(_ viewer: Viewer, at path: String, _ now: Timestamp) -> [Markup] {
        bannerSources.filter { !viewer.isGuest || $0.isBannerForGuests }
            .compactMap { $0.banner(for: viewer, at: path, now) }
    }

    /// The parts of all features.
    func corner(_ viewer: Viewer, _ section: Frame.Section, _ now: Timestamp) -> [Markup] {
        frameSources.filter { !viewer.isGuest || $0.isFrameForGuests }
            .map { $0.cornerPart(for: viewer, section, now) }
    }
}
