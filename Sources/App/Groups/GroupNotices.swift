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

        init(_ reader: GroupMember, _ kind: GroupAlert.Kind, _ member: ID<GroupMember>, _ other: ID<GroupMember>?) {
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
            kind(GroupNotices.strayed, "triangle-alert", "Somebody strays from your group", .high, 3600, .warning),
            kind(GroupNotices.left, "triangle-alert", "You stray from your group", .high, 3600, .warning),
            kind(GroupNotices.back, "users", "Somebody is back with your group", .low, 3600),
            kind(GroupNotices.help, "triangle-alert", "Somebody in your group asks for help", .high, 86_400, .help),
            kind(GroupNotices.safe, "shield", "Somebody who asked for help is safe", .high, 86_400),
            kind(GroupNotices.home, "house", "Somebody from your group is home", .low, 86_400),
            kind(GroupNotices.asked, "map-pin", "Somebody in your group asks where you are", .high, 3600),
            kind(GroupNotices.joined, "user-plus", "Somebody joins your group", .normal, 3600),
            kind(GroupNotices.changed, "users", "Somebody changes your group’s name, distance or end", .normal, 3600),
            kind(
                GroupNotices.silent, "eye-off", "No word from somebody’s phone: you won’t hear if they drift off", .low,
                3600, channels: [.site]),
            invitedKind, homeSafeKind, endedKind, messageKind,
            kind(GroupNotices.asking, "user-plus", "Somebody wants to join your group", .high, 3600),
        ]
    }

    private func kind(
        _ name: String, _ icon: String, _ words: String, _ urgency: PushMessage.Urgency, _ life: Double,
        _ safety: NoticeKind.Safety = .none, channels: Set<NoticeChannel> = [.site, .push]
    ) -> NoticeKind {
        NoticeKind(
            name: name, icon: icon, words: words, channels: channels,
            push: PushManner(urgency: urgency, life: life, group: .subject),
            safety: safety
        ) { database, notices, account, now in
            try GroupWords.texts(database, notices, for: account, now)
        }
    }
}

extension Groups {
    /// For who is on the way home, alone. Its subject is the member.
    private var homeSafeKind: NoticeKind {
        NoticeKind(
            name: GroupNotices.homeSafe, icon: "house", words: "You were heading home: are you home safe?",
            push: PushManner(urgency: .high, life: 3600, group: .subject)
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
            push: PushManner(group: .subject)
        ) { database, notices, account, now in
            let views = try GroupView.running(database, of: account, now).filter { $0.own.isActive }
            var texts: [ID<Notice>: NoticeText] = [:]
            for notice in notices {
                guard let view = views.first(where: { $0.group.id.rawValue == notice.subject }) else { continue }
                let name = try view.name(database, now)
                texts[notice.id] = NoticeText(title: "New in \(name)", path: GroupPaths.messages(view.group.id))
            }
            return texts
        }
    }

    /// Its subject is the group.
    private var endedKind: NoticeKind {
        NoticeKind(
            name: GroupNotices.ended, icon: "users", words: "Your group is over", channels: [.site]
        ) { database, notices, account, now in
            var texts: [ID<Notice>: NoticeText] = [:]
            let groups = try GroupQueries.groups(database, notices.map { ID(rawValue: $0.subject) })
            let told = try GroupDistinction.ofPast(
                database, groups.values.map { (id: $0.id, name: $0.name, endedAt: $0.overAt) }, for: account, in: zone)
            // Since when, only where it matters.
            let reader = try told.isEmpty ? nil : GroupReader(database, account)
            let words = RelativeTimeFormatter(reader?.zone ?? zone, now: now)
            for notice in notices {
                guard let group = groups[notice.subject] else { continue }
                texts[notice.id] = NoticeText(
                    title: "\(GroupDistinction.name(group.name, told[group.id], words)) is over",
                    path: GroupPaths.group(group.id),
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
            texts[subject] = String(decoding: try Groups.encoder.encode(event), as: UTF8.self)
        }
        return texts
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
