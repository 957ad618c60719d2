import Database
import HTML
import HTTP
import Proximity
import QR

/// The page with a person's invitations, and its forms.
extension Friends {
    /// Most invitations for one person each that wait at the same time.
    static let maxSingleInvites = 5

    /// Shows the links that there are: GET makes none.
    func showInvite(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try invitePage(context, viewer, errors: ValidationErrors())
    }

    private func invitePage(
        _ context: RequestContext, _ viewer: Viewer, errors: ValidationErrors
    ) throws -> Response {
        let (invite, singles) = try site.database.read { database in
            (
                try FriendQueries.invite(database, of: viewer.id),
                try FriendQueries.singleInvites(database, of: viewer.id, context.now)
            )
        }
        let times = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        let waiting = singles.first { $0.state == .waiting }?.id
        let parts = try singles.map { single in
            let link = single.state == .waiting ? url(InviteToken.single(single.seed, site.key)) : nil
            return try SingleInvitePart(
                single,
                link: link.map {
                    try InviteLinkPart($0, id: "link-\(single.id)", for: "one person", site: site.settings.name)
                },
                times, isNewest: single.id == waiting)
        }
        let current = invite.flatMap { $0.endsAt > context.now ? $0 : nil }
        let link = try current.map {
            try InviteLinkPart(
                url(InviteToken.lasting($0.seed, site.key)), id: "link", for: "everyone you send it to",
                site: site.settings.name)
        }
        let page = InvitePage(
            frame: context.frame("Invite a friend", .friends), singles: parts, link: link,
            ends: current.map { TimePart(moment: $0.endsAt, times) }, isFirst: invite == nil, errors: errors)
        return context.page(page, status: errors.isEmpty ? .ok : .unprocessableContent)
    }

    private func url(_ token: String) -> String { site.settings.baseURL + FriendPaths.invitation(token) }

    /// `POST /friends/invite`: makes a link and replaces the previous one.
    func renewInvite(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let old = try site.database.read { try FriendQueries.invite($0, of: viewer.id) }
        let invite = newInvite(context.now, life: Friends.inviteLife)
        let hash = TokenHash.of(InviteToken.lasting(invite.seed, site.key))
        try site.database.write {
            try FriendQueries.setInvite($0, of: viewer.id, invite, tokenHash: hash, at: context.now)
        }
        let isWorking = old.map { $0.endsAt > context.now } ?? false
        let message = isWorking ? "New link created. The old one no longer works." : "Invite link created."
        return context.redirect(to: FriendPaths.invite, saying: message)
    }

    func revokeInvite(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try site.database.write { try FriendQueries.endInvite($0, of: viewer.id, context.now) }
        return context.redirect(to: FriendPaths.invite, saying: "Link turned off.")
    }

    /// `POST /friends/invite/person`: makes an invitation for one person.
    func inviteOne(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let invite = newInvite(context.now, life: Friends.singleInviteLife)
        let hash = TokenHash.of(InviteToken.single(invite.seed, site.key))
        let isMade = try site.database.write { database in
            let waiting = try FriendQueries.singleInvites(database, of: viewer.id, context.now)
                .filter { $0.state == .waiting }
            guard waiting.count < Friends.maxSingleInvites else { return false }
            try FriendQueries.insertSingleInvite(database, of: viewer.id, invite, tokenHash: hash, at: context.now)
            return true
        }
        guard isMade else {
            let refusal = "\(Friends.maxSingleInvites) invitations are waiting already. Cancel one first."
            return try invitePage(context, viewer, errors: ValidationErrors("person", refusal))
        }
        return context.redirect(to: FriendPaths.invite, saying: "Invitation ready. Send the link to one person.")
    }

    /// `POST /friends/invite/person/{id}/cancel`
    func cancelInvitation(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        guard let id = context.parameters["id"].flatMap({ ID<SingleInvite>($0) }),
            try site.database.write({ try FriendQueries.cancelSingleInvite($0, id, of: viewer.id) })
        else { throw Failure.notFound }
        return context.redirect(to: FriendPaths.invite, saying: "Invitation cancelled. Its link no longer works.")
    }

    private func newInvite(_ now: Timestamp, life: Double) -> FriendQueries.Invite {
        FriendQueries.Invite(
            seed: Base64URL.encode(site.environment.randomBytes(18)), endsAt: now.adding(seconds: life))
    }

    /// Deletes old invitations for one person.
    func sweepInvitations(_ now: Timestamp) throws {
        try site.database.write {
            try FriendQueries.deleteSingleInvites($0, endedBefore: now - Friends.endedInvitesKept)
        }
    }
}

/// Tokens of invite links: 144 bits in 24 characters, short enough for a small QR code. Derived from a stored seed and the
/// site's key, so that a copy of the database yields no valid links.
private enum InviteToken {
    static func lasting(_ seed: String, _ key: SecretKey) -> String { token("invite", seed: seed, key: key) }
    static func single(_ seed: String, _ key: SecretKey) -> String { token("invite one", seed: seed, key: key) }

    private static func token(_ purpose: String, seed: String, key: SecretKey) -> String {
        Base64URL.encode(Array(key.code(purpose, seed).prefix(18)))
    }
}
