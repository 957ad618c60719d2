import Database
import Foundation
import Proximity

/// What features need to add their part of the demo world. All accounts exist when features are asked.
struct DemoContext: Sendable {
    /// All accounts by name.
    var people: [String: ID<Account>]
    /// The time that the story's times are relative to.
    let now: Timestamp
    /// Everybody lives in the same town.
    let zone = TimeZone(identifier: "Europe/Helsinki") ?? .gmt

    /// - Throws: `UnknownPerson`.
    func id(_ name: String) throws -> ID<Account> {
        guard let id = people[name] else { throw UnknownPerson(name: name) }
        return id
    }

    func ago(hours: Double) -> Timestamp { now - hours * 3_600 }

    /// The name is not in the cast.
    struct UnknownPerson: Error {
        let name: String
    }
}
