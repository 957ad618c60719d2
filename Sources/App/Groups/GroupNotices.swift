import Database
import Foundation
import Proximity
import WebPush

/// Which alert is which notice, and for whom.
enum GroupNotices {
    static let joined = "group.joined"
    static let asking = "group.asking"
    static let strayed = "group.strayed"
    static let left = "group.left"
    static let back = "group.back"
    static let help = "group.help"
    static let safe = "group.safe"
    static let home = "group.home"
    static let homeSafe = "group.home-safe"
    static let asked = "group.asked"
    static let message = "group.message"
    static let ended = "group.ended"
    static let invited = "group.invited"
    static let changed = "group.changed"
    static let silent = "group.silent"

    /// Those whose subject is an alert.
    static let ofAlerts = [joined, asking, strayed, left, back, help, safe, home, asked, changed, silent]

    /// Alerts that are not told of somebody who is on the way home.
    static let mutable: Set<GroupAlert.Kind> = [.strayed, .back, .apart, .together, .silent]

    /// Alerts that run until each has seen them.
    static let running: Set<GroupAlert.Kind> = [.help, .strayed, .apart]

    /// Who somebody is to an alert.
    enum Role {
        /// It is about them.
        case own
        /// They are the second whom it is about.
        case other
        case maker
        case member

        init(_ reader: GroupMember, kind: GroupAlert.Kind, member: ID<GroupMember>, other: ID<GroupMember>?) {
            self = reader.id == member ? .own : reader.id == other ? .other : reader.isMaker ? .maker : .member
        }
    }

    /// The notice by which somebody learns of an alert; nil for one that only the group's page tells.
    static func notice(_ kind: GroupAlert.Kind, for role: Role) -> String? {
        switch (kind, role) {
        case (.strayed, .own): left
        case (.strayed, _): strayed
        case (.apart, .own), (.apart, .other): strayed
        case (.back, .own): nil
        case (.back, _): back
        case (.together, .own), (.together, .other): back
        case (.joined, .own): nil
        case (.joined, _): joined
        case (.asking, .maker): asking
        case (.help, .own): nil
        case (.help, _): help
        case (.safe, .own): nil
        case (.safe, _): safe
        case (.home, .own): nil
        case (.home, _): home
        case (.asked, .own): asked
        case (.silent, .own): nil
        case (.silent, _): silent
        case (.extended, .own), (.renamed, .own), (.limited, .own): nil
        case (.extended, _), (.renamed, _), (.limited, _): changed
        default: nil
        }
    }
}

extension Groups: NoticeSource {
    var noticeTopic: NoticeTopic { .groups }

    var noticeKinds: [NoticeKind] {
        [
            kind(
                GroupNotices.strayed, icon: "triangle-alert", words: "Somebody gets too far from your group",
                urgency: .high, life: 3600, safety: .warning),
            kind(
                GroupNotices.left, icon: "triangle-alert", words: "You get too far from your group", urgency: .high,
                life: 3600, safety: .warning),
            kind(
                GroupNotices.back, icon: "users", words: "Somebody is back with your group", urgency: .low, life: 3600),
            kind(
                GroupNotices.help, icon: "triangle-alert", words: "Somebody in your group asks for help",
                urgency: .high, life: 86_400, safety: .help),
            kind(
                GroupNotices.safe, icon: "shield", words: "Somebody who asked for help is safe", urgency: .high,
                life: 86_400),
            kind(
                GroupNotices.home, icon: "house", words: "Somebody from your group is home", urgency: .low, life: 86_400
            ),
            kind(
                GroupNotices.asked, icon: "map-pin", words: "Somebody in your group asks where you are", urgency: .high,
                life: 3600),
            kind(
                GroupNotices.joined, icon: "user-plus", words: "Somebody joins your group", urgency: .normal, life: 3600
            ),
            kind(
                GroupNotices.changed, icon: "users", words: "Name, distance or end of your group change",
                urgency: .normal, life: 3600),
            kind(
                GroupNotices.silent, icon: "eye-off",
                words: "Somebody’s phone sends no position, so alerts for them don’t work",
                urgency: .low, life: 3600,
                channels: [.site]),
            invitedKind, homeSafeKind, endedKind, messageKind,
            kind(
                GroupNotices.asking, icon: "user-plus", words: "Somebody wants to join your group", urgency: .high,
                life: 3600),
        ]
    }

    private func kind(
        _ name: String, icon: String, words: String, urgency: PushMessage.Urgency, life: Double,
        safety: NoticeKind.Safety = .none, channels: Set<NoticeChannel> = [.site, .push]
    ) -> NoticeKind {
        NoticeKind(
            name: name, icon: icon, words: words, channels: channels,
            push: PushOptions(urgency: urgency, life: life, group: .subject),
            safety: safety, holds: Groups.untilEnd
        ) { database, notices, account, now in
            try GroupWords.texts(database, notices, for: account, at: now)
        }
    }
}

extension Groups {
    /// Notices of a group are shown while it runs.
    static let untilEnd = NoticeKind.Holding.until { database, _, account, now in
        try GroupQueries.nextEnd(database, of: account, after: now)
    }

    /// For who is on the way home, alone. Its subject is the member.
    private var homeSafeKind: NoticeKind {
        NoticeKind(
            name: GroupNotices.homeSafe, icon: "house", words: "You were heading home: are you home safe?",
            push: PushOptions(urgency: .high, life: 3600, group: .subject), holds: Groups.untilEnd
        ) { database, notices, account, now in
            let members = try GroupMemberQueries.members(database, notices.map { ID(rawValue: $0.subject) })
            var texts: [ID<Notice>: NoticeText] = [:]
            for notice in notices {
                guard let member = members[notice.subject], member.person.id == account, member.isActive,
                    member.mutedAt != nil, member.homeAt == nil,
                    let group = try GroupQueries.group(database, member.group), group.isRunning(now)
                else { continue }
                texts[notice.id] = NoticeText(title: "Home safe?", path: GroupPaths.group(group.id))
            }
            return texts
        }
    }

    /// One for all messages of a group, which is its subject.
    private var messageKind: NoticeKind {
        NoticeKind(
            name: GroupNotices.message, icon: "message-circle", words: "Somebody writes in your group",
            push: PushOptions(group: .subject), holds: Groups.untilEnd
        ) { database, notices, account, now in
            var texts: [ID<Notice>: NoticeText] = [:]
            for notice in notices {
                let id = ID<FriendGroup>(rawValue: notice.subject)
                guard let view = try GroupView(database, id, for: account, at: now), view.own.isActive,
                    view.group.isRunning(now)
                else { continue }
                texts[notice.id] = NoticeText(title: "New in \(view.group.name)", path: GroupPaths.messages(id))
            }
            return texts
        }
    }

    /// Its subject is the group.
    private var endedKind: NoticeKind {
        NoticeKind(
            name: GroupNotices.ended, icon: "users", words: "Your group is over", channels: [.site],
            holds: .untilWritten
        ) { database, notices, account, _ in
            var texts: [ID<Notice>: NoticeText] = [:]
            for notice in notices {
                guard let group = try GroupQueries.group(database, ID(rawValue: notice.subject)) else { continue }
                texts[notice.id] = NoticeText(
                    title: "\(group.name) is over", path: GroupPaths.group(group.id),
                    detail: "Nobody sees your place there any more.")
            }
            return texts
        }
    }
}

extension Groups: EventSource {
    var eventName: String { "group" }

    private struct Event: Encodable {
        let group: String
        let url: String
    }

    /// Something happened in a group, which is the subject, or a message was sent there: the page says what.
    func eventData(
        _ database: Reader, of subjects: [Int64], for account: ID<Account>, _ now: Timestamp
    ) throws -> [Int64: String] {
        let messages = try GroupMessageQueries.groups(database, ofMessages: subjects, for: account)
        var texts: [Int64: String] = [:]
        for subject in Set(subjects) {
            let message = messages[subject]
            let id = message?.group ?? ID<FriendGroup>(rawValue: subject)
            guard let member = try GroupMemberQueries.member(database, of: id, account), member.isActive else {
                continue
            }
            let blocked = try GroupMemberQueries.blocked(database, in: id, for: account)
            if let message, blocked.contains(message.sender) { continue }
            let event = Event(group: "\(id)", url: message == nil ? GroupPaths.group(id) : GroupPaths.messages(id))
            texts[subject] = try SiteJSON.text(event)
        }
        return texts
    }
}
