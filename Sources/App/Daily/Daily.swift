import Database
import Foundation
import HTTP
import Proximity

/// Once a day everybody has a few minutes for one photo.
struct Daily: Feature {
    let site: Site
    let uploads: Uploads
    let friends: Friends
    let positions: Positions
    let basemaps: Basemaps
    /// For the banner of every page.
    let openWindows = KeptReads<ID<Account>, DailyWindow?>(limit: 4_000)

    var accounts: Accounts { friends.accounts }
    var notices: Notices { friends.notices }
    var events: Events { notices.events }
    var moderation: Moderation { friends.moderation }

    /// What drafts of its photos are for.
    static let draftPurpose = "moment"

    static let migrations = DailySchema.migrations

    // The first route that fits answers: /daily/new before /daily/{day}.
    var routes: [Route] { windowRoutes + cameraRoutes + mapRoutes + momentRoutes + calendarRoutes }

    var jobKinds: [JobKind] { windowJobs + momentJobs + calendarJobs }

    var navigation: [NavigationEntry] { windowNavigation + cameraNavigation + mapNavigation + calendarNavigation }

    var galleryExamples: [GalleryExample] {
        windowExamples + cameraExamples + mapExamples + momentExamples + calendarExamples
    }

    /// The calendar by which days are counted.
    var zone: TimeZone { TimeZone(identifier: site.settings.timeZone) ?? .gmt }

    /// The site's date: the same for everybody.
    func today(_ now: Timestamp) -> CalendarDay { CalendarDay(now, zone) }

    /// The photo's id in the address.
    ///
    /// - Throws: `Failure.notFound`.
    func momentID(_ context: RequestContext) throws -> ID<Moment> {
        guard let id = ID<Moment>(context.parameters["id"] ?? "") else { throw Failure.notFound }
        return id
    }
}
