import Proximity

/// A person's last reported position.
struct LastPosition: Sendable {
    let coordinate: Coordinate
    let accuracy: Metres?
    /// When it was measured.
    let takenAt: Timestamp
}
