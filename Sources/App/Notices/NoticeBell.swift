import Database
import HTML
import Proximity

extension Notices {
    /// The bell at the top right of every page, with the count of what is unread.
    func bell(for viewer: Viewer, _ section: Frame.Section, _ now: Timestamp) -> Markup {
        // A page without its count is better than none.
        let unread = try? unreadCounts.value(viewer.id, in: site.database, at: now) {
            try unreadCount($0, for: viewer.id, now)
        }
        return Markup(BellPart(unread: unread ?? 0, isCurrent: section == .notices))
    }
}
