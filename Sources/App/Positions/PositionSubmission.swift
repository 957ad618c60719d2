import Database
import Foundation
import Proximity

/// A fix of a report with what the site judges of it, as passed to the features that react to it.
struct PositionSubmission: Sendable {
    let account: ID<Account>
    let device: ID<Device>
    let fix: Fix
    /// Whether it fits the device's earlier fixes, see `Plausibility`.
    let isPlausible: Bool
    /// Whether it may open hidden notes, see `LookBucket`.
    let looks: Bool
    let now: Timestamp
    /// The person's time zone, for what they are told.
    var zone: TimeZone = .gmt
    /// The person's units, for what they are told.
    var units: DistanceFormat = .metric
}

/// A device that reports positions: a browser's session or a phone app. A marker for ids.
enum Device {}
