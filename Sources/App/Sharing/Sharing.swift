import Database
import HTTP
import Proximity

/// What others learn about a person: the area that friends see, and *who can see me*.
struct Sharing: Feature {
    let site: Site
    let friends: Friends
    let basemaps: Basemaps

    static let migrations = SharingSchema.migrations

    var routes: [Route] { [.get("/settings/visibility", showVisibility)] }

    var jobKinds: [JobKind] { [.sweep("areas.sweep") { try sweep($0.now) }] }

    var navigation: [NavigationEntry] {
        let path = SharingPaths.visibility
        let friendsSee = "Friends see your area"
        return [
            NavigationEntry(
                slot: .sharing, rank: 10, path: path, icon: "eye", words: "Who can see me",
                detail: { $0.sharesArea ? friendsSee : "" }),
            NavigationEntry(slot: .devices, rank: 10, path: path, icon: "eye", words: "Who can see me"),
            NavigationEntry(slot: .ownPage, rank: 10, path: path, icon: "eye", words: "Who can see me"),
            NavigationEntry(
                slot: .status, rank: 10, path: path, icon: "eye", words: friendsSee, isShown: { $0.sharesArea }),
        ]
    }

    var galleryExamples: [GalleryExample] { SharingExamples(basemaps: basemaps).all }

    /// The lines use the queries of the other pages, so that this page says what they show.
    func showVisibility(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let now = context.now
        let sources = site.features.conforming(to: (any VisibilitySource).self)
        let (facts, lines) = try site.database.read { database -> (AreaFacts, [VisibilityLine]) in
            let lines = try sources.flatMap { try $0.visibilityLines(database, for: viewer, now) }
            return (try self.facts(database, viewer, now), lines)
        }
        let area = facts.area.map { AreaPart($0, viewer, now, basemaps) }
        let frame = context.frame("Who can see me", .you)
        return context.page(VisibilityPage(frame, viewer, facts, area, lines, now))
    }

    private func facts(_ database: Reader, _ viewer: Viewer, _ now: Timestamp) throws -> AreaFacts {
        let trail = try AreaQueries.trail(database, of: viewer.id)
        return AreaFacts(
            area: trail.shown(now), endsAt: trail.endOfShown(now),
            friendCount: try friends.reach(database, of: viewer.id, now).friendCount)
    }
}

/// What friends see of a person's position.
struct AreaFacts {
    /// nil if they see nothing.
    let area: Area?
    /// When the area disappears because its owner paused, disabled it or deleted their positions.
    let endsAt: Timestamp?
    let friendCount: Int
}
