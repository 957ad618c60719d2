import HTML
import Proximity

/// What stands above every page for as long as it lasts.
struct PageBanners {
    /// What nobody may miss, above everything.
    var alerts: [Markup] = []
    /// Above the content.
    var banners: [Markup] = []
}

/// A feature with something above every page of a signed-in person, for as long as it lasts.
protocol BannerSource: Feature {
    /// Whether guests see it.
    var isBannerForGuests: Bool { get }
    /// What stands above the page at a path, with the token of its forms. Asked outside of transactions, also for the pages of
    /// errors: it does not throw, and without the database it shows nothing.
    func banners(for viewer: Viewer, at path: String, _ csrf: TokenField, _ now: Timestamp) -> PageBanners
}

extension BannerSource {
    var isBannerForGuests: Bool { false }
}

extension FeatureRegistry {
    /// The banners of all features for a page.
    func banners(_ viewer: Viewer, at path: String, csrf: TokenField, now: Timestamp) -> PageBanners {
        let all = bannerSources.filter { !viewer.isGuest || $0.isBannerForGuests }
            .map { $0.banners(for: viewer, at: path, csrf, now) }
        return PageBanners(alerts: all.flatMap { $0.alerts }, banners: all.flatMap { $0.banners })
    }
}
