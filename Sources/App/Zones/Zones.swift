import Database
import Foundation
import HTTP
import Proximity

/// Areas with songs that belong there. Their places are public.
struct Zones: Feature {
    let site: Site
    let uploads: Uploads
    let notices: Notices
    let positions: Positions
    let basemaps: Basemaps

    static let migrations = ZoneSchema.migrations

    // The first route that fits answers.
    var routes: [Route] { adminRoutes + coverRoutes + trackRoutes + songRoutes + pageRoutes }

    var jobKinds: [JobKind] { [presenceJob, excerptJob] }

    var navigation: [NavigationEntry] {
        [
            NavigationEntry(slot: .own, rank: 50, path: ZonePaths.zones, icon: "music", words: "Zones"),
            NavigationEntry(slot: .admin, rank: 37, path: ZonePaths.admin, icon: "music", words: "Zones"),
        ]
    }

    var galleryExamples: [GalleryExample] { ZoneExamples(basemaps: basemaps).all }

    /// The zone's id in the address.
    ///
    /// - Throws: `Failure.notFound`.
    func zoneID(_ context: RequestContext) throws -> ID<Zone> {
        guard let id = ID<Zone>(context.parameters["id"] ?? "") else { throw Failure.notFound }
        return id
    }

    /// The zone in the address.
    ///
    /// - Throws: `Failure.notFound`.
    func zone(_ database: Reader, _ context: RequestContext) throws -> Zone {
        guard let zone = try ZoneQueries.zone(database, try zoneID(context)) else { throw Failure.notFound }
        return zone
    }
}

extension Frame.Section {
    static let zones = Frame.Section(path: ZonePaths.zones)
}
