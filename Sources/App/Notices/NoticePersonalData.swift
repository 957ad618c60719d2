import Database
import Proximity

extension Notices {
    var personalData: PersonalData {
        PersonalData(
            exported: ["notice", "notice_setting", "notice_choice", "push_subscription"],
            leftOut: [
                "notice_errand": "says only which notifications have gone out",
                "notice_revision": "a number that says when to count your notifications again",
            ],
            files: [
                .init(path: "notices/notices.json", words: "what you were told, and what you have read"),
                .init(path: "notices/settings.json", words: "what you’re told, and how"),
                .init(path: "notices/devices.json", words: "the devices that get notifications"),
            ],
            count: { try NoticeQueries.count($0, of: $1) + 2 },
            export: { [self] writer, account in
                try writer.one("notices/settings.json") {
                    NoticeSettingsExport(try NoticeSettingsQueries.settings($0, of: account), allKinds)
                }
                try writer.one("notices/devices.json") {
                    try PushSubscriptionQueries.all($0, of: account, writer.now).map(ExportedDevice.init)
                }
                try writer.list("notices/notices.json") { database, cursor in
                    let rows = try NoticeQueries.notices(
                        database, of: account, after: cursor ?? .newest, limit: ExportWriter.pageSize)
                    let shown = try visible(database, rows, for: account, at: writer.now)
                    let next = rows.count == ExportWriter.pageSize ? rows.last?.cursor : nil
                    return (shown.map(Exported.init), next)
                }
            },
            delete: { database, account, _ in
                try NoticeQueries.delete(database, of: account)
                try NoticeSettingsQueries.delete(database, of: account)
                try PushSubscriptionQueries.delete(database, of: account)
                try NoticeQueries.deleteRevision(database, of: account)
            })
    }

    /// A device in an export. Its address and keys would let others send to it.
    private struct ExportedDevice: Encodable {
        let browser: String
        let added: String
        let lastReached: String?

        init(_ subscription: PushSubscription) {
            browser = subscription.agent
            added = RelativeTimeFormatter.machine(subscription.createdAt)
            lastReached = subscription.deliveredAt.map(RelativeTimeFormatter.machine)
        }
    }

    /// A notice in an export.
    private struct Exported: Encodable {
        let kind: String
        let title: String
        let told: String
        let isRead: Bool

        init(_ shown: ShownNotice) {
            kind = shown.notice.kind
            title = shown.text.title
            // Day only: the minute may be when somebody else did something.
            told = RelativeTimeFormatter.day(shown.notice.raisedAt, .gmt)
            isRead = shown.notice.isRead
        }
    }
}
