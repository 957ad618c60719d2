import Database
import Proximity

/// Suggestions about friends, for a home page with nothing to open.
extension Friends: HomePageSource {
    /// Seconds for which a new friendship is news.
    private static let news = 86_400.0

    /// The most urgent next step: an unanswered request, no friends yet, or a new friend; nil if none applies.
    func nextStep(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> NextStepPart? {
        if let requests = try requests(database, to: viewer.id) { return requests }
        if let friend = try FriendQueries.newestFriend(database, of: viewer.id, since: now - Friends.news),
            let action = actions(for: friend, isFriend: true).first
        {
            return NextStepPart(
                mark: .person(AvatarPart(friend)), title: "You and \(friend.name) are friends now",
                words: action.hint, path: action.path)
        }
        // Who is new finds it among their first steps.
        guard try site.features.remainingFirstPage(database, for: viewer.id) == nil,
            try FriendQueries.friends(database, of: viewer.id).isEmpty,
            try FriendQueries.outgoing(database, from: viewer.id).isEmpty
        else { return nil }
        return NextStepPart(
            mark: .icon(IconPart("user-plus")), title: "Add your first friend",
            words: "Search by name, or send an invite link", path: FriendPaths.friends)
    }

    /// Requests that a person has not answered; nil for none.
    private func requests(_ database: Reader, to account: ID<Account>) throws -> NextStepPart? {
        let asking = try FriendQueries.incoming(database, to: account).map { $0.1 }
        guard let first = asking.first else { return nil }
        let title = asking.count == 1 ? "\(first.fullName) wants to be friends" : "\(asking.count) friend requests"
        return NextStepPart(
            mark: .person(AvatarPart(first)), title: title, words: "Accept or decline", path: FriendPaths.friends)
    }
}

extension Friends: FirstStepSource {
    /// A request to answer; or, for who knows nobody and has asked nobody, a link to share.
    func firstSteps(
        _ database: Reader, for viewer: Viewer, friends: [Person], _ now: Timestamp
    ) throws -> [FirstStep] {
        if let requests = try requests(database, to: viewer.id) { return [FirstStep(rank: 10, card: requests)] }
        guard friends.isEmpty, try FriendQueries.outgoing(database, from: viewer.id).isEmpty,
            try FriendQueries.invite(database, of: viewer.id) == nil,
            try FriendQueries.singleInvites(database, of: viewer.id, now).isEmpty
        else { return [] }
        let card = NextStepPart(
            mark: .icon(IconPart("link")), title: "Invite a friend", words: "Send a link. Then leave each other notes",
            path: FriendPaths.invite)
        return [FirstStep(rank: 50, card: card)]
    }
}
