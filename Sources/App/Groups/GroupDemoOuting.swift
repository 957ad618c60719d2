import Database
import Foundation
import Proximity

/// The group of a demo world whose people live on.
extension Groups {
    /// Hours for which they go out. A guest whom no browser remembers is gone after a day.
    private static let outingHours = 20
    /// Seconds for which a group that somebody ended stays ended.
    private static let outingPause = 3_600.0
    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

    /// The running group in which they are out together, as one of them sees it; nil while there is none.
    func demoOuting(
        _ database: Reader, _ people: [String: ID<Account>], _ now: Timestamp
    ) throws -> GroupView? {
        guard let host = Groups.host(people) else { return nil }
        let accounts = Set(people.values)
        return try GroupView.running(database, of: host, now).first { view in
            view.own.isActive && view.others.count { accounts.contains($0.person.id) } >= 2
        }
    }

    /// They go out again; nil if too few of them are left, and for a while after somebody ended their group.
    func beginDemoOuting(
        _ database: Writer, _ people: [String: ID<Account>], _ zone: TimeZone, _ now: Timestamp
    ) throws -> GroupView? {
        guard people.count > 2, let host = Groups.host(people) else { return nil }
        let past = try GroupQueries.groups(database, of: host, areRunning: false, limit: 1, now).first
        if let past, let end = past.endedAt, end < past.endsAt, (0..<Groups.outingPause) ~= now.seconds(since: end) {
            return nil
        }
        let id = try makeDemo(
            database, Groups.weekdays[LocalTime(now, zone).weekday], hours: Groups.outingHours,
            submission: "demo-\(now.milliseconds)", by: people["aino_k"] ?? host, now)
        _ = try joinDemo(database, id, people, zone) { _ in now }
        if let group = try GroupQueries.group(database, id) { try readAlerts(database, in: group, now) }
        return try GroupView(database, id, for: host, now)
    }

    /// Lets one of them be with the others as if they had never been away: nobody is told that they were silent or are back.
    func gatherDemo(_ database: Writer, _ member: GroupMember) throws {
        try forget(database, member.id, of: member.person.id, in: member.group)
        if member.mutedAt != nil { try GroupMemberQueries.setMuted(database, member.id, since: nil) }
    }

    private static func host(_ people: [String: ID<Account>]) -> ID<Account>? {
        GroupDemo.members.lazy.compactMap { people[$0.name] }.first
    }
}
