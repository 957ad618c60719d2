/// Limits how often an account may look for hidden things, whose places it does not know: the state kept per account.
///
/// An invented fix costs nothing, so without a limit a script finds everything in a town within seconds. One look opens
/// what lies round one place; an account has ``limit`` of them, over all its devices, and gains one every ``interval``
/// seconds. Fixes near the last paid look of the same device are free, so that a person who stands still or walks never
/// runs out of them.
///
/// Only the place and the arrival time of fixes decide the cost, never what lies there: the number left reveals
/// nothing.
public struct Looks: Hashable, Sendable {
    /// The maximum number of looks of an account.
    public static let limit = 10
    /// Seconds after which the account gains a look. A cyclist at 6 m/s covers 24 m in this time, less than the gate of
    /// a note and the free distance round two looks together.
    public static let interval = 4.0
    /// A fix within this distance of the device's last paid look is free: the drift of a receiver at rest.
    public static let freeDistance: Metres = 10

    /// When the account has all its looks again; in the past = it has them now.
    public let fullAt: Timestamp

    /// The state of one device of the account.
    public struct Device: Hashable, Sendable {
        /// The time of the device's newest plausible fix; nil before the first.
        public var newest: Timestamp?
        /// Where the device's last paid look was; nil before the first, and once it is forgotten.
        public var paidPlace: Coordinate?

        public init(newest: Timestamp? = nil, paidPlace: Coordinate? = nil) {
            self.newest = newest
            self.paidPlace = paidPlace
        }
    }

    /// The state of an account that has all its looks from `fullAt` on.
    public init(fullAt: Timestamp) {
        self.fullAt = fullAt
    }

    /// The states after a fix, and whether it looks: only a fix that looks may open a hidden thing.
    ///
    /// A fix that does not count (``Gate/objection(to:now:isPlausible:allowsTyped:)``) or is older than the newest of
    /// its device does not look and costs nothing. A fix dated ahead of `now` counts as taken now.
    public func advanced(
        by fix: Fix, of device: Device, now: Timestamp, isPlausible: Bool, allowsTyped: Bool
    ) -> (state: Looks, device: Device, looks: Bool) {
        guard isPlausible else { return (self, device, false) }
        let time = min(fix.time, now)
        if let newest = device.newest.known(at: now), time < newest { return (self, device, false) }
        var next = device
        next.newest = time
        guard Gate.objection(to: fix, now: now, isPlausible: isPlausible, allowsTyped: allowsTyped) == nil else {
            return (self, next, false)
        }
        if let place = device.paidPlace, place.distance(to: fix.coordinate) <= Looks.freeDistance {
            return (self, next, true)
        }
        guard let state = paid(now) else { return (self, next, false) }
        next.paidPlace = fix.coordinate
        return (state, next, true)
    }

    /// The state after paying for one look; nil when none is left.
    private func paid(_ now: Timestamp) -> Looks? {
        let longest = now + Looks.interval * Double(Looks.limit)
        // Later than an empty account's: the clock was wrong when this was stored, so it is ignored.
        let fullAt = fullAt > longest ? now : max(fullAt, now)
        let after = fullAt + Looks.interval
        return after <= longest ? Looks(fullAt: after) : nil
    }
}
