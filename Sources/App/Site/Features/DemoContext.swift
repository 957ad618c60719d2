import Database
import Foundation
import Proximity

/// What features need to add their part of the demo world. All accounts exist when features are asked.
struct DemoContext: Sendable {
    /// All accounts by name.
    var people: [String: ID<Account>]
    /// The time that the story's times are relative to.
    let now: Timestamp
    /// The folder of the pictures and recordings, which Scripts/demo-pictures and Scripts/demo-recordings make.
    let pictures: String
    /// Those that are processed already.
    let files = DemoFiles()
    /// Everybody lives in the same town.
    let zone = TimeZone(identifier: "Europe/Helsinki") ?? .gmt

    /// - Throws: `UnknownPerson`.
    func id(_ name: String) throws -> ID<Account> {
        guard let id = people[name] else { throw UnknownPerson(name: name) }
        return id
    }

    func ago(hours: Double) -> Timestamp { now - hours * 3_600 }

    /// A time of the story: an hour of the day in the town, some days before the story's last day. That is the latest
    /// day of which the morning is over: nobody finds things at night because the world was made at night, and nothing
    /// lies in the future.
    func day(_ daysAgo: Double, at hour: Double) -> Timestamp {
        let local = LocalTime(now, zone)
        let hourNow = Double(local.hour) + Double(local.minute) / 60
        let midnight = now - hourNow * 3_600
        let lastDay = hourNow < DemoContext.endOfMorning ? midnight - 86_400 : midnight
        return lastDay - daysAgo * 86_400 + hour * 3_600
    }

    /// The story's last day has no later hours than this one.
    static let endOfMorning = 11.0

    /// The name is not in the cast.
    struct UnknownPerson: Error {
        let name: String
    }
}
