import Database
import Proximity

/// A device that sent positions, as its owner sees it.
struct DeviceEntry: Sendable {
    let id: ID<Device>
    /// A browser's session; nil if it has ended.
    let session: ID<Session>?
    /// What its owner calls a phone app; nil for a browser.
    let name: String?
    /// The User-Agent; nil for a phone app and if the session has ended.
    let agent: String?
    let seenAt: Timestamp
    /// Number of stored positions.
    let positionCount: Int
}
