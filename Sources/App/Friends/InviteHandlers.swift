import Database
import HTML
import HTTP
import Proximity
import QR

/// Invite links. A link makes a request, not a friendship, because strangers may get hold of it.
extension Friends {
    /// Shows the link, or a button that makes one: GET changes nothing.
    func showInvite(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let invite = try site.database.read { try FriendQueries.invite($0, of: viewer.id) }
        let frame = context.frame("Invite a friend", .friends)
        guard let invite, invite.endsAt > context.now else {
            let empty = InvitePage(frame: frame, link: "", code: Markup(trusted: ""), ends: nil, isFirst: invite == nil)
            return context.page(empty)
        }
        let link = site.settings.baseURL + FriendPaths.invitation(token(invite))
        let code = try QRCode(link).svg(title: "QR code of your invite link")
        let words = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        return context.page(
            InvitePage(
                frame: frame, link: link, code: Markup(trusted: code), ends: TimePart(moment: invite.endsAt, words),
                isFirst: false))
    }

    /// `POST /friends/invite`: makes a link and replaces the previous one.
    func renewInvite(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let old = try site.database.read { try FriendQueries.invite($0, of: viewer.id) }
        try makeInvite(viewer, context.now)
        let isWorking = old.map { $0.endsAt > context.now } ?? false
        let words = isWorking ? "Here is a new link. The one before leads nowhere now." : "Here is your link."
        return context.redirect(to: FriendPaths.invite, saying: words)
    }

    func revokeInvite(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try site.database.write { try FriendQueries.endInvite($0, of: viewer.id, context.now) }
        return context.redirect(to: FriendPaths.invite, saying: "The link leads nowhere now.")
    }

    /// The target of an invite link. Visitors are sent to login or sign-up and come back afterwards.
    func showInvitation(_ context: RequestContext) throws -> Response {
        let token = context.parameters["token"] ?? ""
        let invitation = Invitation(token)
        let (inviter, standing) = try site.database.read { database -> (Person?, FriendQueries.Standing) in
            let inviter = try invitation.flatMap {
                try self.inviter(database, $0, context.viewer?.id, context.now)
            }
            guard let inviter, let viewer = context.viewer else { return (inviter, .stranger) }
            let found = try FriendQueries.found(database, named: inviter.username, viewer: viewer.id)
            return (inviter, found?.standing ?? .stranger)
        }
        guard let inviter else {
            context.addCookie(site.cookies.end(site.cookies.invitation))
            return context.page(
                ErrorPage(
                    frame: context.frame("This invitation is over"), heading: "This invitation is over",
                    message: "Links like this are good for a week. Ask your friend for a new one.",
                    isSignedIn: context.viewer != nil), status: .notFound)
        }
        // Signing up takes longer than a redirect lasts, so a cookie keeps the invitation for the friends page.
        context.addCookie(
            context.viewer == nil
                ? site.cookies.set(site.cookies.invitation, token, maxAge: 86_400)
                : site.cookies.end(site.cookies.invitation))
        // Pictures are only for signed-in people.
        let shown = context.viewer == nil ? Person(id: inviter.id, username: inviter.username) : inviter
        return context.page(
            InvitationPage(
                frame: context.frame("\(inviter.username) invites you", .friends), person: PersonPart(shown),
                path: FriendPaths.invitation(token), isOwn: inviter.id == context.viewer?.id,
                isSignedIn: context.viewer != nil,
                canSignUp: site.settings.registration != .closed, standing: StandingPart(standing)))
    }

    func followInvitation(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        context.addCookie(site.cookies.end(site.cookies.invitation))
        guard let invitation = Invitation(context.parameters["token"] ?? "") else { throw Failure.notFound }
        let (name, areFriends) = try site.database.write { database in
            guard let inviter = try self.inviter(database, invitation, viewer.id, context.now), inviter.id != viewer.id
            else { throw Failure.notFound }
            return (inviter.username, try ask(database, viewer.id, inviter.id, context.now))
        }
        return context.redirect(
            to: FriendPaths.friends, saying: areFriends ? "You and \(name) are friends." : "You asked \(name).")
    }

    /// The invitation that a browser came by before its owner signed up.
    func waitingInvitation(_ context: RequestContext) -> Invitation? {
        context.request.head.cookie(site.cookies.invitation).flatMap { Invitation($0) }
    }

    /// What somebody came by who followed a link.
    struct Invitation {
        let path: String
        fileprivate let tokenHash: String

        /// Nil for what cannot be the token of a link.
        init?(_ token: String) {
            guard (20...64).contains(token.utf8.count) else { return nil }
            path = FriendPaths.invitation(token)
            tokenHash = TokenHash.of(token)
        }
    }

    /// Whose link it is; nil when it leads nowhere.
    func inviter(
        _ database: Reader, _ invitation: Invitation, _ viewer: ID<Account>?, _ now: Timestamp
    ) throws -> Person? {
        try FriendQueries.inviter(database, tokenHash: invitation.tokenHash, viewer: viewer, now)
    }

    private func makeInvite(_ viewer: Viewer, _ now: Timestamp) throws {
        let invite = FriendQueries.Invite(
            seed: Base64URL.encode(site.environment.randomBytes(18)), endsAt: now.adding(seconds: Friends.inviteLife))
        let hash = TokenHash.of(token(invite))
        try site.database.write { try FriendQueries.setInvite($0, of: viewer.id, invite, tokenHash: hash, now) }
    }

    /// 144 bits in 24 characters: short enough for a small QR code.
    private func token(_ invite: FriendQueries.Invite) -> String {
        Base64URL.encode(Array(site.key.code("invite", invite.seed).prefix(18)))
    }
}

extension Friends: InvitationSource {
    func isInvited(_ context: RequestContext) throws -> Bool {
        guard let invitation = waitingInvitation(context) else { return false }
        return try site.database.read { try inviter($0, invitation, nil, context.now) } != nil
    }
}
