import Database
import Foundation
import HTTP
import Proximity

/// The end of a group, as its guests see it. A guest's account is gone by then: what the page says comes from a signed cookie of
/// their browser, and nothing of them stays on the server. So the page says the same to all: who left, was removed or was never
/// let in does not learn from it whether the others are still out.
struct GroupFarewell: Sendable {
    let group: ID<FriendGroup>
    /// As the group was called when they joined.
    let name: String

    private static let purpose = "farewell"
    /// Seconds: longer than groups usually last.
    private static let life = 14 * 86_400
    /// Seconds for which the page can be loaded again.
    private static let shown = 3_600

    init(_ group: FriendGroup) {
        self.group = group.id
        name = group.name
    }

    /// What the browser brings; nil for one that was in no group.
    init?(_ context: RequestContext) {
        let site = context.site
        guard let cookie = context.request.head.cookie(site.cookies.farewell), cookie.utf8.count <= 1_024,
            let text = site.key.verified(GroupFarewell.purpose, cookie)
        else { return nil }
        let parts = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let group = ID<FriendGroup>(String(parts[0])) else { return nil }
        self.group = group
        name = String(parts[1])
    }

    /// The cookie for a browser that joins, or whose page of the end was shown.
    func cookie(_ site: Site, isShown: Bool = false) -> String {
        site.cookies.set(
            site.cookies.farewell, site.key.sign(GroupFarewell.purpose, "\(group)\n\(name)"),
            maxAge: isShown ? GroupFarewell.shown : GroupFarewell.life)
    }
}

extension Groups {
    var farewellRoutes: [Route] {
        [.openGet(GroupPaths.over, showFarewell), .openPost(GroupPaths.over, closeFarewell)]
    }

    /// A group that is over, for a guest who was in it until then: before the job that ends it.
    func farewell(_ context: RequestContext, _ group: FriendGroup) -> Response {
        context.addCookie(GroupFarewell(group).cookie(site))
        return context.redirect(to: GroupPaths.over)
    }

    /// `GET /groups/over`
    func showFarewell(_ context: RequestContext) throws -> Response {
        let isMember = context.member != nil
        guard let farewell = GroupFarewell(context) else {
            return context.redirect(to: isMember ? GroupPaths.groups : SitePaths.home)
        }
        // Somebody who was a guest in this browser.
        if isMember {
            context.addCookie(site.cookies.end(site.cookies.farewell))
            return context.redirect(to: GroupPaths.groups)
        }
        if let guest = context.viewer, guest.isGuest, let path = try runningPath(of: guest, context.now) {
            return context.redirect(to: path)
        }
        context.addCookie(farewell.cookie(site, isShown: true))
        return context.page(
            GroupOverPage(
                frame: context.frame("It’s over for you", .groups, hasForm: true), name: farewell.name,
                canSignUp: site.settings.registration == .open))
    }

    /// `POST /groups/over`: the browser forgets it.
    func closeFarewell(_ context: RequestContext) throws -> Response {
        context.addCookie(site.cookies.end(site.cookies.farewell))
        return context.redirect(to: SitePaths.home)
    }

    /// The group of a guest, while it runs.
    private func runningPath(of guest: Viewer, _ now: Timestamp) throws -> String? {
        try site.database.read { try GroupQueries.groups($0, of: guest.id, areRunning: true, limit: 1, now) }.first
            .map { GroupPaths.group($0.id) }
    }

    /// A visitor whose browser was in a group as a guest.
    func farewellPath(_ context: RequestContext) -> String? {
        GroupFarewell(context) == nil ? nil : GroupPaths.over
    }
}

/// `GET /groups/over`
struct GroupOverPage {
    let frame: Frame
    let name: String
    let canSignUp: Bool
}
