import HTML
import Proximity

/// A feature with something at the top right of every page of a signed-in person.
protocol FrameSource: Feature {
    /// The part for a page of a section. Asked outside of transactions, also for the pages of errors: it does not throw,
    /// and without the database it shows what it can.
    func cornerPart(for viewer: Viewer, _ section: Frame.Section, _ now: Timestamp) -> Markup
}

extension FeatureRegistry {
    /// The parts of all features.
    func corner(_ viewer: Viewer, _ section: Frame.Section, _ now: Timestamp) -> [Markup] {
        frameSources.map { $0.cornerPart(for: viewer, section, now) }
    }
}
