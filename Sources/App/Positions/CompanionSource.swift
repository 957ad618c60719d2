import Database
import Proximity

/// A feature in which people see each other's exact places for a time: they are shown in phone apps too.
protocol CompanionSource: Feature {
    /// Whom a person sees now, without themselves. Somebody may be among them twice.
    func companions(_ database: Reader, of account: ID<Account>, _ now: Timestamp) throws -> [Companion]
}

/// Somebody whose exact place a person may see now.
struct Companion: Sendable, Equatable {
    let person: Person
    let coordinate: Coordinate
    let accuracy: Metres?
    let time: Timestamp
    /// Percent, if known.
    let battery: Int?
}
