import Database
import Proximity

/// Examples of the inbox and its bell.
enum NoticeExamples {
    static let all: [GalleryExample] = [
        .page("usual") { page($0, usual($0), hasUnread: true) },
        .page("all read") {
            page($0, [one($0, "export.ready", icon: "download", title: "Your export is ready", hours: 30)])
        },
        .page("many") { gallery in
            page(
                gallery,
                (1...Notices.pageSize).map {
                    one(gallery, "n", icon: "users", title: "Mikko is your friend now", hours: Double($0) * 7)
                }, next: Cursor(time: gallery.ago(400), id: 1))
        },
        .page("long names") { page($0, long($0), hasUnread: true) },
        .page("none") { page($0, []) },
        .part("unread") {
            NoticePart(
                one($0, "n", icon: "user-plus", title: "Ville wants to be friends", hours: 1, isRead: false), $0.times)
        },
        .part("read") {
            NoticePart(one($0, "n", icon: "users", title: "Sofia is your friend now", hours: 50), $0.times)
        },
        .part("nothing unread") { _ in BellPart(unread: 0, isCurrent: false) },
        .part("three unread") { _ in BellPart(unread: 3, isCurrent: false) },
        .part("more than can be counted") { _ in BellPart(unread: Notices.counted, isCurrent: true) },
    ]

    private static func usual(_ gallery: GalleryContext) -> [ShownNotice] {
        [
            one(
                gallery, "friend.asked", icon: "user-plus", title: "Ville wants to be friends", hours: 0,
                isRead: false),
            one(
                gallery, "note.waiting", icon: "map-pin", title: "A note from Leena waits for you", hours: 2,
                isRead: false,
                detail: "Somewhere in Kluuvi. Hint: look up."),
            one(gallery, "friend.accepted", icon: "users", title: "Sofia is your friend now", hours: 26),
            one(gallery, "export.ready", icon: "download", title: "Your export is ready", hours: 75),
            one(gallery, "friend.accepted", icon: "users", title: "Mikko is your friend now", hours: 400),
        ]
    }

    private static func long(_ gallery: GalleryContext) -> [ShownNotice] {
        [
            GalleryContext.longName, GalleryContext.longDisplayName, DisplayName.isolated(GalleryContext.arabicName),
            GalleryContext.longWord,
        ].enumerated().map { number, name in
            one(
                gallery, "friend.asked", icon: "user-plus", title: "\(name) wants to be friends", hours: Double(number),
                isRead: number > 1,
                detail: number == 0 ? String(GalleryContext.longText.prefix(200)) : GalleryContext.arabic)
        }
    }

    private static func one(
        _ gallery: GalleryContext, _ kind: String, icon: String, title: String, hours: Double, isRead: Bool = true,
        detail: String = ""
    ) -> ShownNotice {
        ShownNotice(
            notice: Notice(
                id: ID(rawValue: Int64(title.utf8.count * 100_000) + Int64(hours)), kind: kind, subject: 1,
                raisedAt: gallery.ago(hours), isRead: isRead),
            icon: icon, text: NoticeText(title: title, path: NoticePaths.notices, detail: detail))
    }

    private static func page(
        _ gallery: GalleryContext, _ notices: [ShownNotice], hasUnread: Bool = false, next: Cursor? = nil
    ) -> NoticesPage {
        NoticesPage(
            frame: gallery.frame("Notifications", .notices), days: NoticeDay.days(notices, gallery.times),
            hasUnread: hasUnread, isNewest: true, more: MorePart(NoticePaths.notices, next))
    }
}
