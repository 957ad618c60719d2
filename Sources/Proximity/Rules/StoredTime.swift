/// Times that were kept while the clock was wrong.
extension Timestamp {
    /// Whether this time, kept as one that is past, lies farther ahead of `now` than ``Plausibility/futureTolerance``: the
    /// clock was ahead when it was kept, and has been set right since. It counts as none. Whatever waited for it would
    /// stand still until that time comes again.
    public func isFromWrongClock(now: Timestamp) -> Bool { seconds(since: now) > Plausibility.futureTolerance }
}

extension Timestamp? {
    /// The same, or nil for a time from a wrong clock (``Timestamp/isFromWrongClock(now:)``).
    public func known(at now: Timestamp) -> Timestamp? { flatMap { $0.isFromWrongClock(now: now) ? nil : $0 } }
}
