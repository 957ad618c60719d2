import Database
import HTML
import HTTP
import Proximity

/// `/notices` and its forms.
extension Notices {
    /// Notices on one page.
    static let pageSize = 50
    /// Most ids of one form that are read.
    private static let maxIDs = 500

    /// Marks nothing read: a page may be loaded by a glance at another tab.
    func showNotices(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let after = Cursor(context.query["after"])
        let (shown, unread) = try site.database.read { database in
            (
                try visible(
                    database, for: viewer.id, after: after ?? .newest, limit: Notices.pageSize + 1, context.now),
                try unreadCount(database, for: viewer.id, context.now)
            )
        }
        let (notices, next) = Cursor.page(shown, Notices.pageSize) { $0.notice.cursor }
        let words = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        return context.page(
            NoticesPage(
                frame: context.frame("Notices", .notices), days: NoticeDay.days(notices, words),
                hasUnread: unread > 0, isNewest: after == nil, more: MorePart(NoticePaths.notices, next)))
    }

    /// Marks notices read. A single one leads on to its page, which only the server names.
    func read(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        if try context.form.flag("all", on: "1", off: nil) {
            try site.database.write { try NoticeQueries.setAllRead($0, of: viewer.id, context.now) }
            return context.redirect(to: NoticePaths.notices)
        }
        let fields = context.form.all("id")
        let ids = fields.prefix(Notices.maxIDs).compactMap { ID<Notice>($0) }
        let shown = try site.database.write { database in
            let found = try NoticeQueries.notices(database, ids, of: viewer.id)
            let shown = try visible(database, found, for: viewer.id, context.now)
            try NoticeQueries.setRead(database, shown.map { $0.notice.id }, of: viewer.id, context.now)
            return shown
        }
        let path = fields.count == 1 ? shown.first?.text.path : nil
        return context.redirect(to: path ?? NoticePaths.notices)
    }
}

extension Notices: FrameSource {
    var isFrameForGuests: Bool { true }

    func cornerPart(for viewer: Viewer, _ section: Frame.Section, _ now: Timestamp) -> Markup {
        // A page without its count is better than none.
        let unread = try? unreadCounts.value(viewer.id, in: site.database, now) {
            try unreadCount($0, for: viewer.id, now)
        }
        return Markup(BellPart(unread: unread ?? 0, isCurrent: section == .notices))
    }
}
