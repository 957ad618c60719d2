import HTML
import Proximity

/// What stands at the top right of every page of a signed-in person: the part for a page of a section. Asked outside of
/// transactions, also for the pages of errors: it does not throw, and without the database it shows what it can.
typealias CornerSource = @Sendable (Viewer, Frame.Section, Timestamp) -> Markup

extension FeatureRegistry {
    /// What stands at the top right of a page; nothing before the app has begun.
    func corner(_ viewer: Viewer, section: Frame.Section, at now: Timestamp) -> [Markup] {
        services.map { [$0.corner(viewer, section, now)] } ?? []
    }
}
