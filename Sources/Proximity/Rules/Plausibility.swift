/// Whether a device's fixes can all come from one device that really moves: the state kept per device.
///
/// A fix is plausible unless
/// - it is dated before ``earliest`` or more than ``futureTolerance`` ahead of now, whatever its source, or
/// - max(0, d − accuracy₁ − accuracy₂)/Δt from the device's last precise fix exceeds ``fastest``.
///
/// The same coordinate again is always plausible, whatever its accuracy: a phone at rest reports its last position with
/// a new estimate of its error.
///
/// After a jump nothing is plausible until ``fixesToRecover`` fixes in a row fit together again; the last of these is
/// plausible. Spoofing cannot be proven; this only reveals the cheap kind.
public struct Plausibility: Hashable, Sendable {
    /// Metres per second; faster than any airliner over ground (about 290 m/s with a jet stream behind it).
    public static let fastest = 300.0
    /// One lucky repeat must not end a quarantine; three in a row are a track.
    public static let fixesToRecover = 3
    /// How far a phone's clock may run ahead, seconds. Phones set their clocks by network; five minutes is generous.
    public static let futureTolerance = 300.0
    /// No fix is older than this, the beginning of 2000 in UTC: a device whose clock was never set says 1970 or 1980.
    public static let earliest = Timestamp(milliseconds: 946_684_800_000)

    /// The newest fix that later ones are compared with; nil before the first.
    public private(set) var previous: Fix?
    /// How many plausible fixes in a row are still needed; 0 in the normal state.
    public private(set) var fixesNeeded = 0

    /// The state of a device that has reported nothing yet.
    public init() {}

    /// The state after `fix`, and whether `fix` is plausible.
    ///
    /// A fix with an impossible date changes nothing. A typed fix says nothing about the device: it is plausible and
    /// changes nothing. A fix older than the one before it (a late batch) is judged but does not become the reference.
    /// A fix coarser than ``Gate/maximumAccuracy`` is judged and does not become the reference either: otherwise one
    /// report "somewhere within 10,000 km" would excuse any jump.
    public func advanced(by fix: Fix, now: Timestamp) -> (state: Plausibility, isPlausible: Bool) {
        guard Plausibility.isPossible(fix.time, now: now) else { return (self, false) }
        if fix.isTyped { return (self, true) }
        var next = self
        if previous?.time.isFromWrongClock(now: now) == true { next.previous = nil }
        if let previous = next.previous, !fits(fix, after: previous) {
            next.fixesNeeded = Plausibility.fixesToRecover
            next.keep(fix)
            return (next, false)
        }
        if next.fixesNeeded > 0 && next.previous?.time != fix.time { next.fixesNeeded -= 1 }
        next.keep(fix)
        return (next, next.fixesNeeded == 0)
    }

    /// Whether a fix may have this time: from ``earliest`` to ``futureTolerance`` ahead of now, both included.
    public static func isPossible(_ time: Timestamp, now: Timestamp) -> Bool {
        time >= earliest && time.seconds(since: now) <= futureTolerance
    }

    private func fits(_ fix: Fix, after previous: Fix) -> Bool {
        let seconds = abs(fix.time.seconds(since: previous.time))
        let apart = fix.coordinate.distance(to: previous.coordinate)
        let moved = apart - (fix.accuracy ?? 0) - (previous.accuracy ?? 0)
        // Written as a product, so that two fixes of the same instant need no special case.
        return moved.value <= Plausibility.fastest * seconds
    }

    private mutating func keep(_ fix: Fix) {
        guard let accuracy = fix.accuracy, accuracy <= Gate.maximumAccuracy else { return }
        if let previous, fix.time < previous.time { return }
        previous = fix
    }
}

/// Stored as text: the fixes needed, and the previous fix if there is one.
extension Plausibility: LosslessStringConvertible {
    /// Reads what ``description`` wrote: nil for anything else.
    public init?(_ description: String) {
        var fields = StateFields(description)
        guard let needed = try? fields.integer(), (0...Int64(Plausibility.fixesToRecover)).contains(needed) else {
            return nil
        }
        fixesNeeded = Int(needed)
        if fields.isAtEnd { return }
        guard let fix = try? Fix(&fields), fields.isAtEnd else { return nil }
        previous = fix
    }

    /// The stored text.
    public var description: String {
        var text = StateText()
        text.add(fixesNeeded)
        previous?.add(to: &text)
        return text.text
    }
}
