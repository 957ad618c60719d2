import Proximity

/// Where a person was when they last told so.
struct LastPosition: Sendable {
    let coordinate: Coordinate
    let accuracy: Metres?
}
