import Database
import HTTP
import Proximity

/// *Who can see me*: what others learn of a person at this moment, in one place. Front door of the feature.
struct Sharing: Feature {
    let site: Site
    let areas: Areas
    let accounts: Accounts
    let friends: Friends
    let positions: Positions
    let notes: Notes

    static let migrations = Areas.migrations

    var routes: [Route] { [.get("/settings/visibility", showVisibility)] }

    var jobKinds: [JobKind] { [.sweep("areas.sweep") { try areas.sweep($0.now) }] }

    /// Everything comes from what the other pages ask: what this one says is what they show.
    func showVisibility(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let now = context.now
        let facts = try site.database.read { database in
            VisibilityFacts(
                area: try areas.part(viewer.id, viewer, now, database),
                areaEndsAt: try areas.endOfShown(viewer.id, now, database),
                reach: try friends.reach(of: viewer.id, now, database),
                devices: try positions.devices(of: viewer.id, database),
                awaited: try notes.awaited(by: viewer.id, now, database),
                sessionCount: try accounts.sessionCount(of: viewer.id, now, database))
        }
        return context.page(VisibilityPage(context.frame("Who can see me", .settings), viewer, facts, now))
    }
}

/// What the page is made of.
struct VisibilityFacts {
    /// What friends see of where the viewer is; nil when they see nothing.
    let area: AreaPart?
    /// When friends stop seeing it because the viewer paused, switched it off or forgot their positions.
    let areaEndsAt: Timestamp?
    let reach: Reach
    let devices: [DeviceEntry]
    /// For whom notes of theirs wait, as far as they are told.
    let awaited: [String]
    let sessionCount: Int
}
