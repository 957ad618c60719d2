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
        try invitePage(context, viewer, ValidationErrors())
    }

    private func invitePage(
        _ context: RequestContext, _ viewer: Viewer, _ errors: ValidationErrors
    ) throws -> Response {
        let (invite, singles) = try site.database.read { database in
            (
                try FriendQueries.invite(database, of: viewer.id),
                try FriendQueries.singleInvites(database, of: viewer.id, context.now)
            )
        }
        let words = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        let joining = "Join me on \(site.settings.name)"
        let waiting = singles.first { $0.state == .waiting }?.id
        let parts = try singles.map { single in
            let link = single.state == .waiting ? url(InviteToken.single(single.seed, site.key)) : nil
            return try SingleInvitePart(
                single,
                link: link.map {
                    try InviteLinkPart($0, id: "link-\(single.id)", for: "one person", title: joining)
                },
                words, isNewest: single.id == waiting)
        }
        let current = invite.flatMap { $0.endsAt > context.now ? $0 : nil }
        let link = try current.map {
            try InviteLinkPart(
                url(InviteToken.lasting($0.seed, site.key)), id: "link", for: "everyone you send it to", title: joining)
        }
        let page = InvitePage(
            frame: context.frame("Invite a friend", .friends), singles: parts, link: link,
            ends: current.map { TimePart(moment: $0.endsAt, words) }, isFirst: invite == nil, errors: errors)
        return context.page(page, status: errors.isEmpty ? .ok : .unprocessableContent)
    }

    private func url(_ token: String) -> String { site.settings.baseURL + FriendPaths.invitation(token) }

    /// `POST /friends/invite`: makes a link and replaces the previous one.
    func renewInvite(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let old = try site.database.read { try FriendQueries.invite($0, of: viewer.id) }
        let invite = newInvite(context.now, life: Friends.inviteLife)
        let hash = TokenHash.of(InviteToken.lasting(invite.seed, site.key))
        try site.database.write { try FriendQueries.setInvite($0, of: viewer.id, invite, tokenHash: hash, context.now) }
        let isWorking = old.map { $0.endsAt > context.now } ?? false
        let words = isWorking ? "New link created. The old one no longer works." : "Invite link created."
        return context.redirect(to: FriendPaths.invite, saying: words)
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
            try FriendQueries.insertSingleInvite(database, of: viewer.id, invite, tokenHash: hash, context.now)
            return true
        }
        guard isMade else {
            let words = "\(Friends.maxSingleInvites) invitations are waiting already. Cancel one first."
            return try invitePage(context, viewer, ValidationErrors("person", words))
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
        FriendQueries.Invite(seed: LinkToken.seed(site), endsAt: now.adding(seconds: life))
    }

    /// Deletes old invitations for one person.
    func sweepInvitations(_ now: Timestamp) throws {
        try site.database.write {
            try FriendQueries.deleteSingleInvites($0, endedBefore: now - Friends.endedInvitesKept)
        }
    }
}

/// Tokens of invite links.
private enum InviteToken {
    static func lasting(_ seed: String, _ key: SecretKey) -> String { LinkToken.of("invite", seed, key) }
    static func single(_ seed: String, _ key: SecretKey) -> String { LinkToken.of("invite one", seed, key) }
}
