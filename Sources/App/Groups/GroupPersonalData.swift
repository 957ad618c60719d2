import Database
import Export
import Proximity

/// The groups that a person was in.
extension Groups {
    var personalData: PersonalData {
        PersonalData(
            exported: ["friend_group_member"],
            leftOut: [
                "friend_group_alert": "What happened in a group is deleted when the group ends.",
                "friend_group_alert_reading": "Who has seen an alert is deleted with it.",
                "friend_group_photo": "The photos of a night stay until the next evening; yours are among your files.",
                "friend_group_invitation": "Who is asked into a group is deleted when they join, and when it ends.",
            ],
            files: [.init(path: "groups.json", words: "the groups you were in, and when")],
            deleted: [
                .init(
                    icon: "users", title: "Your groups",
                    words: "You leave those that run; nobody sees your place there.")
            ],
            count: { database, account in try GroupMemberQueries.count(database, of: account) },
            export: { writer, account in
                try writer.list("groups.json") { database, cursor in
                    try GroupMemberQueries.own(database, of: account, after: cursor)
                }
            },
            delete: { database, account, now in
                try departEverywhere(database, account, now)
                try GroupInvitationQueries.deleteAll(database, to: account)
                try GroupPhotoQueries.release(database, where: GroupPhotoQueries.isSent(by: account), now)
                try GroupMemberQueries.delete(database, of: account)
            })
    }
}

extension Groups: VisibilitySource {
    func visibilityLines(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> [VisibilityLine] {
        let views = try GroupView.running(database, of: viewer.id, now).filter { $0.own.isActive }
        guard let first = views.first else { return [] }
        let people = views.reduce(0) { $0 + $1.others.count }
        let isPaused = views.allSatisfy { $0.own.isPaused(now) }
        let words = RelativeTimeFormatter(viewer.timeZone, now: now)
        let names = WordList.join(views.map { $0.name(words) })
        return [
            VisibilityLine(
                .place, rank: 5, "users", "Your exact place, in \(names)",
                isPaused ? BadgePart("Not sharing", .good) : BadgePart(CountWords.people(people), .info),
                "The members see where you are until the group ends, you leave or pause.",
                LinkPart("Open", views.count == 1 ? GroupPaths.group(first.group.id) : GroupPaths.groups))
        ]
    }
}
