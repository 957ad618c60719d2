import Database
import Proximity

/// Phones from which nothing came for long. Those that fall silent within ten minutes are one notice, whose subject is the
/// alert of the first of them.
enum GroupSilence {
    /// How long after the first one another belongs to it, in seconds.
    private static let together = 600.0

    /// The alert that a notice of the newest one is about; nil without alerts.
    ///
    /// - Parameter alerts: all of a group about silent phones, oldest first.
    static func first(_ alerts: [GroupAlert], for viewer: ID<GroupMember>?) -> GroupAlert? {
        alerts.filter { $0.viewer == viewer }.reduce(nil) { first, alert in
            guard let first, belongs(alert, to: first) else { return alert }
            return first
        }
    }

    /// What is told together with a first alert, itself included, oldest first.
    static func told(with first: GroupAlert, among alerts: [GroupAlert]) -> [GroupAlert] {
        alerts.filter {
            $0.group == first.group && $0.viewer == first.viewer && $0.id.rawValue >= first.id.rawValue
                && belongs($0, to: first)
        }
    }

    private static func belongs(_ alert: GroupAlert, to first: GroupAlert) -> Bool {
        alert.createdAt < first.createdAt + together
    }

    /// "No word from Leena’s phone", "No word from the phones of Leena, Mikko and 3 others"
    static func words(_ names: [String]) -> String {
        guard names.count > 1 else { return "No word from \(names.first ?? Person.deletedName)’s phone" }
        return "No word from the phones of \(WordList.people(names, most: 3))"
    }
}

extension GroupWords {
    /// What the notice of a first alert says to a reader; nil if they may know of none of those who fell silent.
    static func text(
        ofSilence first: GroupAlert, _ silences: [GroupAlert], _ view: GroupView, _ members: [Int64: GroupMember],
        _ reader: GroupReader, _ now: Timestamp
    ) -> NoticeText? {
        let told = GroupSilence.told(with: first, among: silences).filter {
            $0.member != view.own.id && view.mayKnow($0)
        }
        guard let last = told.last else { return nil }
        let group = view.group.id
        let words = GroupSilence.words(told.map { members[$0.member.rawValue]?.person.name ?? Person.deletedName })
        let times = RelativeTimeFormatter(reader.zone, now: now)
        return NoticeText(
            title: "\(words): you won’t hear if they drift off · \(view.name(times))",
            path: told.count == 1 ? GroupPaths.member(group, last.member) : GroupPaths.group(group),
            happened: at(last.createdAt, times))
    }
}
