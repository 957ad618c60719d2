import Database
import HTTP
import Proximity
import Safeguards

/// Friendships, which both sides must agree to, and ways to find people.
struct Friends: Feature {
    let site: Site
    let accounts: Accounts
    let notices: Notices
    let moderation: Moderation

    static let migrations = FriendSchema.migrations

    /// Seconds for which a removal can be undone.
    static let undoTime = 600.0
    /// Seconds until an invite link expires: a week.
    static let inviteLife = 7 * 86_400.0
    /// Seconds until an invitation for one person expires: a day.
    static let singleInviteLife = 86_400.0
    /// Seconds for which one that has ended stays in its maker's list.
    static let endedInvitesKept = 86_400.0

    var routes: [Route] {
        [
            .get("/friends", show), .post("/friends/requests", ask),
            .post("/friends/requests/{id}/accept", accept), .post("/friends/requests/{id}/decline", decline),
            .post("/friends/requests/{id}/cancel", cancel), .post("/friends/{username}/remove", named(remove)),
            .post("/friends/{username}/restore", named(restore)),
            .get("/friends/order", showOrder), .post("/friends/order", order),
            .get("/friends/contacts", showContacts),
            .upload("/friends/contacts", bodyLimit: Friends.contactBytes, findContacts),
            .post("/friends/findable", changeFindable),
            .get("/friends/invite", showInvite), .post("/friends/invite", renewInvite),
            .post("/friends/invite/revoke", revokeInvite), .post("/friends/invite/person", inviteOne),
            .post("/friends/invite/person/{id}/cancel", cancelInvitation),
            .openGet("/join-me/{token}", showInvitation), .post("/join-me/{token}", followInvitation),
            .get("/friends/blocked", showBlocked),
            .get("/friends/circles", showCircles), .post("/friends/circles", addCircle),
            .get("/friends/circles/new", showNewCircle), .get("/friends/circles/{id}", showCircle),
            .post("/friends/circles/{id}/edit", changeCircle), .post("/friends/circles/{id}/delete", deleteCircle),
            .post("/friends/circles/{id}/restore", restoreCircle),
            .get("/people/{username}", named(showPerson)), .post("/people/{username}/block", named(block)),
            .post("/people/{username}/unblock", named(unblock)), .post("/people/{username}/report", named(report)),
            .get("/people/{username}/report", named(showReport)),
        ]
    }

    var navigation: [NavigationEntry] {
        [
            NavigationEntry(slot: .friends, rank: 30, path: FriendPaths.friends, icon: "users", words: "Friends"),
            NavigationEntry(
                slot: .settings, rank: 60, path: FriendPaths.blocked, icon: "ban", words: "Blocked people"),
        ]
    }

    var galleryExamples: [GalleryExample] { FriendExamples.all + CircleExamples.all + PeopleExamples.all }

    var jobKinds: [JobKind] {
        [
            .sweep("invitations.sweep") { try sweepInvitations($0.now) },
            .sweep("circles.sweep") { try sweepCircles($0.now) },
        ]
    }

    private func named(
        _ handle: @escaping @Sendable (RequestContext, Viewer) throws -> Response
    ) -> @Sendable (RequestContext, Viewer) throws -> Response {
        { context, viewer in try countingUnknown(context, viewer) { try handle(context, viewer) } }
    }

    /// Counts an unknown name in a path as a search; otherwise these paths would reveal without limit which names
    /// exist.
    func countingUnknown(
        _ context: RequestContext, _ viewer: Viewer, _ handle: () throws -> Response
    ) throws -> Response {
        do { return try handle() } catch Failure.notFound {
            try site.throttles.attemptReading([(.search, "\(viewer.id)")], context.now)
            throw Failure.notFound
        }
    }

    /// An invite link turned off after the backup must not become valid again.
    func restored(_ database: Writer) throws { try FriendQueries.deleteInvites(database) }

    /// Sends a friend request. If the other has already asked, both become friends.
    ///
    /// - Returns: whether they are friends now.
    @discardableResult
    func ask(_ from: ID<Account>, _ to: ID<Account>, _ now: Timestamp) throws -> Bool {
        try site.database.write { try ask($0, from, to, now) }
    }

    func ask(_ database: Writer, _ from: ID<Account>, _ to: ID<Account>, _ now: Timestamp) throws -> Bool {
        guard try FriendQueries.isVisible(database, to, to: from) else { throw Failure.notFound }
        if try FriendQueries.areFriends(database, from, to) { return true }
        if let waiting = try FriendQueries.request(database, from: to, to: from) {
            try befriend(database, waiting.from, acceptedBy: waiting.to, now)
            return true
        }
        // Asking again means that an earlier removal can no longer be undone.
        try FriendQueries.forgetEndedFriendship(database, from, to)
        if try FriendQueries.request(database, from: from, to: to) == nil {
            try FriendQueries.insertRequest(database, from: from, to: to, now)
            try tellOfRequest(database, from: from, to: to, now)
        }
        return false
    }

    /// The stored form of an e-mail address: its code under the site's key.
    func code(ofAddress folded: String) -> String { Base64URL.encode(site.key.code("contact", folded)) }

    /// A person's visible friends, in the order of their list.
    func friends(_ database: Reader, of account: ID<Account>) throws -> [Person] {
        try FriendQueries.friends(database, of: account)
    }

    /// People who are found by the beginning of a name, as a viewer sees them. Each call is to count as a search.
    func people(_ database: Reader, called text: String, for viewer: ID<Account>) throws -> [Person] {
        try FriendQueries.search(database, text, viewer: viewer).map { $0.person }
    }

    /// A person's circles by name, each with those members who are visible friends now, in the order of the list of
    /// friends.
    func circles(_ database: Reader, of account: ID<Account>) throws -> [Circle] {
        try FriendQueries.circles(database, of: account)
    }

    /// Whether two people are visible to each other.
    func isVisible(_ database: Reader, _ account: ID<Account>, to viewer: ID<Account>) throws -> Bool {
        try FriendQueries.isVisible(database, account, to: viewer)
    }

    /// How a person can be found, and how many friends and blocks they have.
    func reach(_ database: Reader, of account: ID<Account>, _ now: Timestamp) throws -> Reach {
        let invite = try FriendQueries.invite(database, of: account)
        return Reach(
            friendCount: try FriendQueries.friends(database, of: account).count,
            blockedCount: try FriendQueries.blockedPeople(database, by: account).count,
            isFindable: try FriendQueries.isFindable(database, account),
            inviteEndsAt: invite.flatMap { $0.endsAt > now ? $0.endsAt : nil })
    }
}

/// A friend request. A marker for ids.
enum FriendRequest {}

extension Frame.Section {
    static let friends = Frame.Section(path: FriendPaths.friends)
}
