/// How often an account may look for hidden things, whose places it does not know: the state kept per account.
///
/// An invented fix costs nothing, so without a limit a script finds whatever lies in a town within seconds. One look opens
/// what lies round one place; an account has ``limit`` of them, over all its devices, and gains one every ``interval``
/// seconds. Fixes near the last paid look of the same device are free, so that whoever stands still or walks never runs
/// out of them.
///
/// A look is paid for by where fixes are and when they arrive, never by what lies there: how many are left tells nothing.
public struct Looks: Hashable, Sendable {
    /// The most looks an account can have at once.
    public static let limit = 10
    /// Seconds after which one more look is there. A cyclist at 6 m/s comes 24 m in this time, less than the gate of a
    /// note and the free distance round two looks together.
    public static let interval = 4.0
    /// A fix within this distance of the device's last paid look is free: the drift of a receiver at rest.
    public static let freeDistance: Metres = 10

    /// When the account has all its looks; in the past = it has them now.
    public let fullAt: Timestamp

    /// What is known of one device of the account.
    public struct Device: Hashable, Sendable {
        /// The time of the device's newest believed fix; nil before the first.
        public var newest: Timestamp?
        /// Where the device's last paid look was; nil before the first, and once it is forgotten.
        public var paidPlace: Coordinate?

        /// A device of which these are known.
        public init(newest: Timestamp? = nil, paidPlace: Coordinate? = nil) {
            self.newest = newest
            self.paidPlace = paidPlace
        }
    }

    /// The state of an account that has all its looks from `fullAt` on.
    public init(fullAt: Timestamp) {
        self.fullAt = fullAt
    }

    /// The states after a fix, and whether it looks: only then it may open a hidden thing.
    ///
    /// A fix that counts nowhere (``Gate/objection(to:now:isPlausible:allowsTyped:)``) or is older than the newest of its
    /// device does not look and costs nothing. A fix dated ahead of `now` counts as taken now.
    public func advanced(
        by fix: Fix, of device: Device, now: Timestamp, isPlausible: Bool, allowsTyped: Bool
    ) -> (state: Looks, device: Device, looks: Bool) {
        guard isPlausible else { return (self, device, false) }
        let time = min(fix.time, now)
        if let newest = device.newest, time < newest { return (self, device, false) }
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

    /// The state after one look is paid for; nil when none is left.
    private func paid(_ now: Timestamp) -> Looks? {
        let longest = now + Looks.interval * Double(Looks.limit)
        // Farther ahead than an empty account's: the clock was wrong then, and what it says is worth nothing.
        let fullAt = fullAt > longest ? now : max(fullAt, now)
        let after = fullAt + Looks.interval
        return after <= longest ? Looks(fullAt: after) : nil
    }
}
