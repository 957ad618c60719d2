import Database
import Foundation
import Proximity

/// What happened in a group, in words for one of its members.
enum GroupWords {
    /// A sentence: "Leena is more than 300 m from the group". Names, times and places of people whom the reader does not
    /// see never come here, because their alerts do not.
    static func line(
        _ alert: GroupAlert, for reader: ID<GroupMember>, in group: String, _ members: [Int64: GroupMember],
        _ units: DistanceFormat
    ) -> String {
        let isOwn = alert.member == reader
        let name = isOwn ? "You" : members[alert.member.rawValue]?.person.name ?? Person.deletedName
        let second =
            alert.other.map { other in
                other == reader ? "you" : members[other.rawValue]?.person.name ?? Person.deletedName
            } ?? ""
        let far = far(alert.limit, units)
        switch alert.kind {
        case .asking: return isOwn ? "You asked to join" : "\(name) wants to join"
        case .joined: return "\(name) joined"
        case .gone: return "\(name) left \(group)"
        case .strayed: return isOwn ? "You’re \(far) from the group" : "\(name) is \(far) from the group"
        case .back: return isOwn ? "You’re back with the group" : "\(name) is back with the group"
        case .apart: return pair(alert, reader, name, second, "\(far) apart")
        case .together: return pair(alert, reader, name, second, "together again")
        case .headingHome: return isOwn ? "You’re heading home" : "\(name) is heading home"
        case .home: return isOwn ? "You’re home" : "\(name) is home"
        case .help: return isOwn ? "You asked for help" : "\(name) asks for help"
        case .safe: return isOwn ? "You’re safe" : "\(name) is safe"
        case .asked:
            return isOwn ? "\(capitalized(second)) asks where you are" : "\(capitalized(second)) asked where \(name) is"
        case .extended: return "\(name) changed when the group ends"
        case .silent:
            return isOwn ? "No word from your phone" : GroupSilence.words([name])
        case .renamed: return "\(name) named the group \(group)"
        case .limited:
            return "\(name) set the limit to \(alert.limit.map { units.string(for: $0) } ?? "another distance")"
        }
    }

    /// "more than 300 m"
    static func far(_ limit: Metres?, _ units: DistanceFormat) -> String {
        limit.map { "more than \(units.string(for: $0))" } ?? "too far"
    }

    private static func pair(
        _ alert: GroupAlert, _ reader: ID<GroupMember>, _ name: String, _ second: String, _ how: String
    ) -> String {
        alert.other == reader ? "You and \(name) are \(how)" : "\(name) and \(second) are \(how)"
    }

    private static func capitalized(_ name: String) -> String { name == "you" ? "You" : name }

    /// The texts of notices whose subjects are alerts, for who may still know of them.
    static func texts(
        _ database: Reader, _ notices: [Notice], for account: ID<Account>, _ now: Timestamp
    ) throws -> [ID<Notice>: NoticeText] {
        let alerts = try GroupAlertQueries.alerts(database, notices.map { ID(rawValue: $0.subject) })
        guard !alerts.isEmpty else { return [:] }
        let views = try GroupView.running(database, of: account, now)
        let silent = Set(alerts.filter { $0.kind == .silent }.map { $0.group.rawValue })
        let silences =
            try silent.isEmpty ? [] : GroupAlertQueries.silences(database, in: silent.map { ID(rawValue: $0) })
        let known = try GroupMemberQueries.members(
            database, (alerts + silences).flatMap { [$0.member] + ($0.other.map { [$0] } ?? []) })
        guard let reader = try GroupReader(database, account) else { return [:] }
        var texts: [ID<Notice>: NoticeText] = [:]
        for notice in notices {
            guard let alert = alerts.first(where: { $0.id.rawValue == notice.subject }),
                let view = views.first(where: { $0.group.id == alert.group }), view.own.isActive
            else { continue }
            if alert.kind == .silent {
                texts[notice.id] = text(ofSilence: alert, silences, view, known, reader, now)
            } else if view.mayKnow(alert) {
                texts[notice.id] = text(alert, view, known, reader, now)
            }
        }
        return texts
    }

    private static func text(
        _ alert: GroupAlert, _ view: GroupView, _ members: [Int64: GroupMember], _ reader: GroupReader, _ now: Timestamp
    ) -> NoticeText {
        let line = line(alert, for: view.own.id, in: view.group.name, members, reader.units)
        let group = view.group.id
        let isAbout = alert.kind == .asked || alert.member == view.own.id
        let far = isAbout ? alert.other : alert.member
        let path = far.flatMap { $0 == view.own.id || alert.kind == .asked ? nil : GroupPaths.member(group, $0) }
        let words = RelativeTimeFormatter(reader.zone, now: now)
        return NoticeText(
            title: "\(line) · \(view.name(words))", path: path ?? GroupPaths.group(group),
            happened: at(alert.createdAt, words))
    }

    /// "at 22:41": on such a night minutes count.
    static func at(_ time: Timestamp, _ words: RelativeTimeFormatter) -> String { "at \(words.clock(time))" }
}

/// How somebody reads distances and times.
struct GroupReader {
    let units: DistanceFormat
    let zone: TimeZone

    /// nil for an account that is gone.
    init?(_ database: Reader, _ account: ID<Account>) throws {
        let found = try database.first(
            "SELECT units, time_zone FROM \(Account.reading) AS reader WHERE id = \(account)"
        ) { row -> (String, String) in (try row["units"], try row["time_zone"]) }
        guard let (units, zone) = found else { return nil }
        self.units = DistanceFormat(rawValue: units) ?? .metric
        self.zone = TimeZone(identifier: zone) ?? .gmt
    }
}

extension GroupView {
    /// Whether the viewer was told of an alert, and nobody whom it is about is hidden from them.
    func mayKnow(_ alert: GroupAlert) -> Bool {
        let isTold =
            alert.viewer.map { $0 == own.id }
            ?? (!alert.kind.isJudged || own.ownStateSince.map { alert.createdAt < $0 } ?? true)
        return isTold && ([alert.member] + [alert.other].compactMap { $0 }).allSatisfy { !hidden.contains($0.rawValue) }
    }
}
