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
        let (notices, next) = Cursor.page(shown, size: Notices.pageSize) { $0.notice.cursor }
        let times = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        return context.page(
            NoticesPage(
                frame: context.frame("Notifications", .notices), days: NoticeDay.days(notices, times),
                hasUnread: unread > 0, isNewest: after == nil, more: MorePart(NoticePaths.notices, next)))
    }

    /// Marks notices read. A single one leads on to its page, which only the server names.
    func read(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        if context.form["all"] == "1" {
            try site.database.write { try NoticeQueries.setAllRead($0, of: viewer.id, context.now) }
            return context.redirect(to: NoticePaths.notices)
        }
        let fields = context.form.all("id")
        let ids = fields.prefix(Notices.maxIDs).compactMap { ID<Notice>($0) }
        let shown = try site.database.write { database in
            let found = try NoticeQueries.notices(database, ids, of: viewer.id)
            let shown = try visible(database, found, for: viewer.id, at: context.now)
            try NoticeQueries.setRead(database, shown.map { $0.notice.id }, of: viewer.id, at: context.now)
            return shown
        }
        let path = fields.count == 1 ? shown.first?.text.path : nil
        return context.redirect(to: path ?? NoticePaths.notices)
    }
}
