import Database
import HTTP
import Proximity

/// The targets of invite links. The lasting link makes a request, because strangers may get hold of it; an invitation made
/// for one person makes friends.
extension Friends {
    /// The invite link that somebody followed.
    struct Invitation {
        let path: String
        fileprivate let tokenHash: String

        /// Nil if the token cannot be that of a link.
        init?(_ token: String) {
            guard let hash = LinkToken.hash(token) else { return nil }
            path = FriendPaths.invitation(token)
            tokenHash = hash
        }
    }

    /// Who invites, and by which invitation if it was made for one person.
    struct Inviter {
        let person: Person
        let single: ID<SingleInvite>?
    }

    /// Visitors are sent to login or sign-up and come back afterwards.
    func showInvitation(_ context: RequestContext) throws -> Response {
        let token = context.parameters["token"] ?? ""
        let invitation = Invitation(token)
        let (inviter, standing) = try site.database.read { database -> (Inviter?, FriendQueries.Standing) in
            let inviter = try invitation.flatMap {
                try self.inviter(database, $0, context.member?.id, context.now)
            }
            guard let inviter, let viewer = context.member else { return (inviter, .stranger) }
            let found = try FriendQueries.found(database, named: inviter.person.username, viewer: viewer.id)
            return (inviter, found?.standing ?? .stranger)
        }
        guard let inviter else { return oldInvitation(context) }
        // Signing up takes longer than a redirect lasts, so a cookie keeps the invitation for the friends page.
        context.addCookie(
            context.member == nil
                ? site.cookies.set(site.cookies.invitation, token, maxAge: 86_400)
                : site.cookies.end(site.cookies.invitation))
        var shown = inviter.person
        // Pictures are only for signed-in people.
        if context.member == nil { shown.picture = nil }
        var frame = context.frame("\(shown.name) invites you", .friends)
        frame.preview = context.preview(
            frame.title, "Friends leave each other notes at real places and find them by being there.", .friend)
        return context.page(
            InvitationPage(
                frame: frame, person: PersonPart(shown),
                path: FriendPaths.invitation(token), isOwn: shown.id == context.member?.id,
                isForOne: inviter.single != nil, isSignedIn: context.member != nil,
                canSignUp: site.settings.registration != .closed, standing: StandingPart(standing)))
    }

    func followInvitation(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        context.addCookie(site.cookies.end(site.cookies.invitation))
        guard let invitation = Invitation(context.parameters["token"] ?? "") else { return oldInvitation(context) }
        let followed = try site.database.write { database -> (name: String, areFriends: Bool)? in
            guard let inviter = try inviter(database, invitation, viewer.id, context.now),
                inviter.person.id != viewer.id,
                let areFriends = try follow(database, inviter, viewer, context.now)
            else { return nil }
            return (inviter.person.name, areFriends)
        }
        guard let followed else { return oldInvitation(context) }
        let words =
            followed.areFriends ? "You and \(followed.name) are friends." : "Friend request sent to \(followed.name)."
        return context.redirect(to: FriendPaths.friends, saying: words)
    }

    /// Whether the two are friends now; nil if the invitation was used in the meantime.
    private func follow(_ database: Writer, _ inviter: Inviter, _ viewer: Viewer, _ now: Timestamp) throws -> Bool? {
        guard let single = inviter.single else { return try ask(database, viewer.id, inviter.person.id, now) }
        if try FriendQueries.areFriends(database, viewer.id, inviter.person.id) { return true }
        guard try FriendQueries.use(database, single, now) else { return nil }
        try befriend(database, inviter.person.id, acceptedBy: viewer.id, now)
        return true
    }

    /// The same page for every link that leads nowhere.
    private func oldInvitation(_ context: RequestContext) -> Response {
        context.addCookie(site.cookies.end(site.cookies.invitation))
        let page = ErrorPage(
            frame: context.frame("This link no longer works"), heading: "This link no longer works",
            message: "It was used, turned off or too old. Ask your friend for a new one.",
            isSignedIn: context.member != nil)
        return context.page(page, status: .notFound)
    }

    /// The invitation that a browser came by before its owner signed up.
    func waitingInvitation(_ context: RequestContext) -> Invitation? {
        context.request.head.cookie(site.cookies.invitation).flatMap { Invitation($0) }
    }

    /// Whose link it is; nil when it leads nowhere.
    func inviter(
        _ database: Reader, _ invitation: Invitation, _ viewer: ID<Account>?, _ now: Timestamp
    ) throws -> Inviter? {
        let hash = invitation.tokenHash
        if let person = try FriendQueries.inviter(database, tokenHash: hash, viewer: viewer, now) {
            return Inviter(person: person, single: nil)
        }
        let found = try FriendQueries.singleInviter(database, tokenHash: hash, viewer: viewer, now)
        return found.map { Inviter(person: $0.person, single: $0.id) }
    }
}

extension Friends: InvitationSource {
    func isInvited(_ context: RequestContext) throws -> Bool {
        guard let invitation = waitingInvitation(context) else { return false }
        return try site.database.read { try inviter($0, invitation, nil, context.now) } != nil
    }

    func admit(_ database: Writer, _ account: ID<Account>, _ context: RequestContext) throws -> Bool {
        guard let invitation = waitingInvitation(context),
            let inviter = try inviter(database, invitation, nil, context.now)
        else { return false }
        guard let single = inviter.single else { return true }
        return try FriendQueries.reserve(database, single, for: account)
    }
}
