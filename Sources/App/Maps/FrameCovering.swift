import Database
import Proximity

/// The cells of the frames that people look at: for a frame computed once, and not by each layer and at each visit.
enum FrameCovering {
    private struct Key: Hashable {
        /// Each has their own, so that no time tells what others looked at.
        let viewer: ID<Account>
        let bounds: Bounds
        let maxCells: Int
    }

    private static let kept = LRUCache<Key, Covering>(limit: 2_000)

    /// The covering of a frame, as ``Covering`` makes it.
    static func of(
        _ bounds: Bounds, maxCells: Int = Covering.usualCells, for viewer: ID<Account>
    ) -> Covering {
        kept.value(Key(viewer: viewer, bounds: bounds, maxCells: maxCells)) { Covering.of(bounds, maxCells: maxCells) }
    }
}
