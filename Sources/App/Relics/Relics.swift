import Database
import Foundation
import HTTP
import Proximity

/// Photos, videos and sounds left at places, which open for who comes there.
struct Relics: Feature {
    let site: Site
    let uploads: Uploads
    let friends: Friends
    let positions: Positions
    let basemaps: Basemaps

    var accounts: Accounts { friends.accounts }
    var notices: Notices { friends.notices }
    var moderation: Moderation { friends.moderation }

    /// Where its form is made.
    var composer: Composer { Composer(site: site, uploads: uploads, positions: positions, basemaps: basemaps) }

    /// What drafts of its files are for.
    static let draftPurpose = "relic"

    static let migrations = RelicSchema.migrations

    // The first route that fits answers: /relics/new and /relics/found before /relics/{id}.
    /// Who opens a relic may keep that to themselves.
    var metricsLabel: String? { "relics" }

    var routes: [Route] { composeRoutes + ownRoutes + pageRoutes + mapRoutes }

    var jobKinds: [JobKind] { [nearJob] + endJobs }

    var navigation: [NavigationEntry] { composeNavigation + ownNavigation }

    var galleryExamples: [GalleryExample] {
        RelicComposeExamples(basemaps: basemaps).all + RelicPageExamples(basemaps: basemaps).all
            + RelicMapExamples.all + (OwnRelicExamples(basemaps)?.all ?? [])
    }

    /// Leaves a relic. A form that was sent before gives the relic that it left then.
    ///
    /// - Throws: `ValidationErrors` on `media` if its draft is no longer stored.
    @discardableResult
    func create(
        _ relic: NewRelic, from maker: ID<Account>, zone: TimeZone, _ now: Timestamp
    ) throws -> ID<Relic> {
        try site.database.write { database in
            if let earlier = try RelicQueries.relic(database, of: maker, submission: relic.submission) {
                return earlier
            }
            guard try Uploads.claimDraft(database, relic.media, of: maker, for: Relics.draftPurpose, now) else {
                throw ValidationErrors("media", "That file is not kept any more. Choose it again.")
            }
            return try RelicQueries.insert(database, relic, maker: maker, zone: zone, now)
        }
    }

    /// The relic's id in the address.
    ///
    /// - Throws: `Failure.notFound`.
    func relicID(_ context: RequestContext) throws -> ID<Relic> {
        guard let id = ID<Relic>(context.parameters["id"] ?? "") else { throw Failure.notFound }
        return id
    }
}
