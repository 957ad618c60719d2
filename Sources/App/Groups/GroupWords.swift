import Database
import Foundation
import Proximity

/// What happened in a group, in words for one of its members.
enum GroupWords {
    /// A sentence: "Leena has left the group". Names, times and places of people whom the reader does not see never
    /// come here, because their alerts do not.
    static func line(_ alert: GroupAlert, for reader: ID<GroupMember>, _ members: [Int64: GroupMember]) -> String {
        let isOwn = alert.member == reader
        let name = isOwn ? "You" : members[alert.member.rawValue]?.person.name ?? Person.deletedName
        let second =
            alert.other.map { other in
                other == reader ? "you" : members[other.rawValue]?.person.name ?? Person.deletedName
            } ?? ""
        switch alert.kind {
        case .asking: return isOwn ? "You asked to join" : "\(name) wants to join"
        case .joined: return "\(name) joined"
        case .gone: return isOwn ? "You left" : "\(name) is no longer in the group"
        case .strayed: return isOwn ? "You have left the group" : "\(name) has left the group"
        case .back: return isOwn ? "You’re back with the group" : "\(name) is back with the group"
        case .apart: return pair(alert, reader, name, second, "far apart")
        case .together: return pair(alert, reader, name, second, "together again")
        case .headingHome: return isOwn ? "You’re heading home" : "\(name) is heading home"
        case .home: return isOwn ? "You’re home" : "\(name) is home"
        case .help: return isOwn ? "You asked for help" : "\(name) asks for help"
        case .safe: return isOwn ? "You’re safe" : "\(name) is safe"
        case .asked:
            return isOwn ? "\(capitalized(second)) asks where you are" : "\(capitalized(second)) asked where \(name) is"
        case .extended: return isOwn ? "You extended the group" : "\(name) extended the group"
        }
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
        var views: [Int64: GroupView] = [:]
        for group in Set(alerts.map { $0.group.rawValue }) {
            views[group] = try GroupView(database, ID(rawValue: group), for: account, now)
        }
        let known = try GroupMemberQueries.members(
            database, alerts.flatMap { [$0.member] + ($0.other.map { [$0] } ?? []) })
        var texts: [ID<Notice>: NoticeText] = [:]
        for notice in notices {
            guard let alert = alerts.first(where: { $0.id.rawValue == notice.subject }),
                let view = views[alert.group.rawValue], view.own.isActive, view.group.isRunning(now),
                view.mayKnow(alert)
            else { continue }
            texts[notice.id] = text(alert, view, known)
        }
        return texts
    }

    private static func text(_ alert: GroupAlert, _ view: GroupView, _ members: [Int64: GroupMember]) -> NoticeText {
        let line = line(alert, for: view.own.id, members)
        let group = view.group.id
        let isAbout = alert.kind == .asked || alert.member == view.own.id
        let far = isAbout ? alert.other : alert.member
        let path = far.flatMap { $0 == view.own.id || alert.kind == .asked ? nil : GroupPaths.member(group, $0) }
        return NoticeText(title: "\(line) · \(view.group.name)", path: path ?? GroupPaths.group(group))
    }
}

extension GroupView {
    /// Whether nobody whom an alert is about is hidden from the viewer.
    func mayKnow(_ alert: GroupAlert) -> Bool {
        !hidden.contains(alert.member.rawValue) && !(alert.other.map { hidden.contains($0.rawValue) } ?? false)
    }
}
