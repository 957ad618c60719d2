import Database
import Foundation
import Proximity

/// What features tell their part of the demo world with. The cast is there when they are asked.
struct DemoContext: Sendable {
    /// Everybody's account, by name.
    var people: [String: ID<Account>]
    /// The moment from which the story is told.
    let now: Timestamp
    /// Everybody lives in one town.
    let zone = TimeZone(identifier: "Europe/Helsinki") ?? .gmt

    /// - Throws: `UnknownPerson`.
    func id(_ name: String) throws -> ID<Account> {
        guard let id = people[name] else { throw UnknownPerson(name: name) }
        return id
    }

    func ago(hours: Double) -> Timestamp { now - hours * 3_600 }

    /// A name that is not in the cast.
    struct UnknownPerson: Error {
        let name: String
    }
}
