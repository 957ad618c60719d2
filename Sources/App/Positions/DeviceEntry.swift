import Database
import Proximity

/// A device that sent positions, as its owner sees it.
struct DeviceEntry: Sendable {
    let id: ID<Device>
    /// The device's session; nil if it has ended.
    let session: ID<Session>?
    /// The User-Agent; nil if the session has ended.
    let agent: String?
    let seenAt: Timestamp
    /// Number of stored positions.
    let positionCount: Int
}
