import Proximity

/// A feature that moves members of groups by itself.
protocol GroupWatcher: Feature {
    /// Called some times a minute, outside of transactions, before groups are judged by the clock.
    func groupsAreJudged(at now: Timestamp)
}
