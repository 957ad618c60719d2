import Database
import Foundation
import Proximity

/// A judged fix, as passed to the features that react to it.
struct Arrival: Sendable {
    let account: ID<Account>
    let device: ID<Device>
    let fix: Fix
    /// Whether it fits the device's earlier fixes, see `Plausibility`.
    let isPlausible: Bool
    /// Whether it may open hidden notes, see `Looks`.
    let looks: Bool
    let now: Timestamp
    /// The person's time zone, for what they are told.
    var zone: TimeZone = .gmt

    /// When the fix was measured: not in the future.
    var measuredAt: Timestamp { min(fix.time, now) }
}

/// A device that reports positions: a browser's session or a phone app. A marker for ids.
enum Device {}
