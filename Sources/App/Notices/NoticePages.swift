import Database
import Proximity

/// `GET /notices`
struct NoticesPage {
    let frame: Frame
    let days: [NoticeDay]
    /// Whether there is something to mark, on this page or another.
    let hasUnread: Bool
    /// Whether the list begins with the newest: it renews itself when another comes.
    let isNewest: Bool
    let more: MorePart?
}

/// The notices of one day.
struct NoticeDay {
    /// "Today"
    let title: String
    var notices: [NoticePart]

    /// The days of a list, in its order.
    static func days(_ notices: [ShownNotice], _ times: RelativeTimeFormatter) -> [NoticeDay] {
        var days: [NoticeDay] = []
        for notice in notices {
            let title = times.heading(notice.notice.raisedAt)
            if days.last?.title != title { days.append(NoticeDay(title: title, notices: [])) }
            days[days.count - 1].notices.append(NoticePart(notice, times))
        }
        return days
    }
}

/// A notice in the list: a button while it is unread, then a link.
struct NoticePart {
    let id: String
    let icon: IconPart
    let title: String
    /// "" for none.
    let detail: String
    /// "Join"; "" for none.
    let action: String
    /// "" for `time`.
    let happened: String
    let time: TimePart
    let path: String
    let isRead: Bool

    init(_ shown: ShownNotice, _ times: RelativeTimeFormatter) {
        id = "\(shown.notice.id)"
        icon = IconPart(shown.icon)
        title = shown.text.title
        detail = shown.text.detail
        action = shown.text.action
        happened = shown.text.happened
        // The minute would say when somebody else did something.
        time = TimePart(inDay: shown.notice.raisedAt, times)
        path = shown.text.path
        isRead = shown.notice.isRead
    }
}

/// The link to the notices at the top right of every page.
struct BellPart {
    /// Unread notices, at most ``Notices/counted``.
    let unread: Int
    let isCurrent: Bool

    /// "3", "99+"
    var count: String { unread > 99 ? "99+" : "\(unread)" }
    /// What a screen reader says. notices.js makes the same words.
    var label: String { unread == 0 ? "Notifications" : "Notifications, \(count) unread" }
}
