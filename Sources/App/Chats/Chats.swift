import Database
import Foundation
import HTTP
import Proximity

/// Two people write to each other.
struct Chats: Feature {
    let friends: Friends
    let conversations: Conversations
    /// For the badge of every page.
    let unreadCounts = KeptReads<ID<Account>, Int>(limit: 4_000)

    var site: Site { conversations.site }
    var uploads: Uploads { conversations.uploads }
    var basemaps: Basemaps { conversations.basemaps }
    var accounts: Accounts { friends.accounts }
    var notices: Notices { friends.notices }
    var moderation: Moderation { friends.moderation }

    static let migrations = ChatSchema.migrations

    /// Who reads a chat may keep that to themselves.
    var metricsLabel: String? { "chats" }

    var routes: [Route] {
        (listRoutes + shareRoutes + screenRoutes + liveRoutes + requestRoutes + removalRoutes + reportRoutes)
            .map(counted)
    }

    var galleryExamples: [GalleryExample] { ChatExamples.all + ChatListExamples.all + ChatShareExamples.all }

    var jobKinds: [JobKind] { noticeJobs }

    /// Counts names that nobody has as searches for people, like the paths of `Friends`.
    private func counted(_ route: Route) -> Route {
        guard route.pattern.contains("{username}") else { return route }
        return route.with { context, handle in
            do { return try handle() } catch Failure.notFound {
                let (viewer, name) = (try context.signedIn, context.parameters["username"] ?? "")
                let chat = try site.database.read { try ChatQueries.chat($0, with: name, for: viewer.id) }
                guard chat == nil else { throw Failure.notFound }
                return try friends.countingUnknown(context, viewer) { throw Failure.notFound }
            }
        }
    }

    /// The chat that the address names, for the viewer.
    ///
    /// - Throws: `Failure.notFound`.
    func chat(_ database: Reader, _ context: RequestContext, _ viewer: Viewer) throws -> Chat {
        guard let chat = try ChatQueries.chat(database, with: context.parameters["username"] ?? "", for: viewer.id)
        else { throw Failure.notFound }
        return chat
    }
}
