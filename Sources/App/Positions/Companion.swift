import Proximity

/// Somebody whose exact place a person may see now.
struct Companion: Sendable, Equatable {
    let person: Person
    let coordinate: Coordinate
    let accuracy: Metres?
    let time: Timestamp
    /// Percent, if known.
    let battery: Int?
}
