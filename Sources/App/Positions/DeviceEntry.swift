import Database
import Proximity

/// Something that has sent a person's positions, as its owner sees it.
struct DeviceEntry: Sendable {
    let id: ID<Device>
    /// The session that it is; nil when that has ended.
    let session: ID<Session>?
    /// What it calls itself; nil when its session has ended.
    let agent: String?
    let seenAt: Timestamp
    /// How many positions of it are kept.
    let positionCount: Int
}
