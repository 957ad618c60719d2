import Database
import Proximity

/// Suggestions about friends, for a home page with nothing to open.
extension Friends: HomePageSource {
    /// Seconds for which a new friendship is news.
    private static let news = 86_400.0

    /// The most urgent next step: an unanswered request, no friends yet, or a new friend for whom
    /// nothing was done yet; nil if none applies.
    func nextStep(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> NextStepPart? {
        let asking = try FriendQueries.incoming(database, to: viewer.id).map { $0.1 }
        if let first = asking.first {
            let title =
                asking.count == 1 ? "\(first.fullName) wants to be friends" : "\(asking.count) friend requests"
            return NextStepPart(
                mark: .person(AvatarPart(first)), title: title, words: "Accept or decline", path: FriendPaths.friends)
        }
        let since = now - Friends.news
        if let friend = try FriendQueries.newestFriend(database, of: viewer.id, since: since),
            let action = try nextAction(database, for: friend, to: viewer.id, since: since)
        {
            return NextStepPart(
                mark: .person(AvatarPart(friend)), title: "You and \(friend.name) are friends now",
                words: action.hint, path: action.path)
        }
        guard try FriendQueries.friends(database, of: viewer.id).isEmpty,
            try FriendQueries.outgoing(database, from: viewer.id).isEmpty
        else { return nil }
        return NextStepPart(
            mark: .icon(IconPart("user-plus")), title: "Add your first friend",
            words: "Search by name, or send an invite link", path: FriendPaths.friends)
    }
}
