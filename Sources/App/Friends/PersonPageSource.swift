import Database
import Proximity

/// A feature that shows something on a person's page.
protocol PersonPageSource: Feature {
    /// The part for a person's page, limited to what the viewer may see; nil for none. Read-only.
    func personPart(
        _ database: Reader, of person: Person, for viewer: Viewer, _ now: Timestamp
    ) throws -> DeferredPart?
}
