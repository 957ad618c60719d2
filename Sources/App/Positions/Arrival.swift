import Database
import Proximity

/// A fix that has been judged, on its way to the features that react to it.
struct Arrival: Sendable {
    let account: ID<Account>
    let device: ID<Device>
    let fix: Fix
    /// What the device's earlier fixes say of this one, see `Plausibility`.
    let isPlausible: Bool
    /// Whether it may open what is hidden, see `Looks`.
    let looks: Bool
    let now: Timestamp
}

/// A thing that reports positions: a browser's session, later a phone app. A marker for ids.
enum Device {}
