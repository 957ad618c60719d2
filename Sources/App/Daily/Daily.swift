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
    var routes: [Route] { windowRoutes + cameraRoutes + mapRoutes + dailyPostRoutes }

    var jobKinds: [JobKind] { windowJobs + dailyPostJobs }

    var navigation: [NavigationEntry] { windowNavigation + cameraNavigation + mapNavigation }

    var galleryExamples: [GalleryExample] { windowExamples + cameraExamples + mapExamples + dailyPostExamples }

    /// The calendar by which days are counted.
    var zone: TimeZone { TimeZone(identifier: site.settings.timeZone) ?? .gmt }

    /// The site's date: the same for everybody.
    func today(_ now: Timestamp) -> CalendarDay { CalendarDay(now, zone) }

    /// The day whose photo may still come, also by an upload that has begun; nil for none.
    func openDay(_ database: Reader, _ now: Timestamp) throws -> CalendarDay? {
        guard let window = try WindowQueries.last(database),
            window.takesPhotos(now) || now < window.closesAt + DailyWindow.grace
        else { return nil }
        return window.day
    }

    /// The photo's id in the address.
    ///
    /// - Throws: `Failure.notFound`.
    func postID(_ context: RequestContext) throws -> ID<DailyPost> {
        guard let id = ID<DailyPost>(context.parameters["id"] ?? "") else { throw Failure.notFound }
        return id
    }
}
