import Database
import HTML
import QR

/// `GET /people/{username}`
struct PersonPage {
    let frame: Frame
    let person: PersonPart
    /// What they write about themselves; "" for nothing.
    let bio: String
    /// Parts of other features, such as the area.
    let parts: [Markup]
    let isSelf: Bool
    /// Where other features lead from the viewer's own page; empty on the pages of others.
    let links: [NavigationPart]
    /// What the viewer can do for them.
    let actions: [PersonAction]
    let standing: StandingPart
    let mutual: [PersonPart]
    let report: ReportFormPart
    /// What ends with a friendship.
    let end: FriendshipEnd
    /// What else a block may do.
    let blockChoices: [BlockChoice]

    var mutualWords: String { mutual.count == 1 ? "One friend in common" : "\(mutual.count) friends in common" }
}

/// `GET /friends/blocked`
struct BlockedPage {
    let frame: Frame
    let people: [PersonPart]
}

/// `GET /people/{username}/report`
struct PersonReportPage {
    let frame: Frame
    let person: PersonPart
    let report: ReportFormPart
}

/// `GET /friends/invite`
struct InvitePage {
    let frame: Frame
    /// Invitations for one person each, newest first.
    let singles: [SingleInvitePart]
    /// The lasting link; nil if it is off.
    let link: InviteLinkPart?
    /// "Saturday 28 November, 14:00"; nil if there is no link.
    let ends: TimePart?
    /// Whether the person never had a link.
    let isFirst: Bool
    let errors: ValidationErrors
}

/// An invite link with its QR code.
struct InviteLinkPart {
    let share: ShareLinkPart
    let code: Markup

    /// - Parameter title: what the device's share sheet shows.
    init(_ link: String, id: String, for whom: String, title: String) throws {
        share = ShareLinkPart(id: id, label: "Link for \(whom)", link: link, title: title)
        code = Markup(trusted: try QRCode(link).svg(title: "QR code of the link for \(whom)"))
    }
}

/// An invitation for one person, as its maker sees it.
struct SingleInvitePart {
    /// The path that takes it back.
    let cancel: String
    let badge: BadgePart
    let made: TimePart
    let ends: TimePart
    /// nil once it is used or expired.
    let link: InviteLinkPart?
    /// Whether it is the newest that waits: it alone has its QR code, for a friend who stands by.
    let isNewest: Bool

    init(
        _ invite: FriendQueries.OwnSingleInvite, link: InviteLinkPart?, _ words: RelativeTimeFormatter, isNewest: Bool
    ) {
        cancel = FriendPaths.cancel(invite.id)
        badge =
            switch invite.state {
            case .waiting: BadgePart("Waiting", .waiting)
            case .used: BadgePart("Used", .good)
            case .expired: BadgePart("Expired")
            }
        made = TimePart(invite.createdAt, words)
        ends = TimePart(moment: invite.endsAt, words)
        self.link = link
        self.isNewest = isNewest
    }
}

/// `GET /join-me/{token}`
struct InvitationPage {
    let frame: Frame
    let person: PersonPart
    let path: String
    /// Whether the link is the viewer's own.
    let isOwn: Bool
    /// Whether the invitation was made for one person, and makes friends at once.
    let isForOne: Bool
    let isSignedIn: Bool
    /// Whether those who come by it may sign up.
    var canSignUp = true
    let standing: StandingPart
}

/// A pending invitation on the friends page.
struct InvitationPart {
    let person: PersonPart
    let path: String
}

extension InvitationPart {
    /// Nil without somebody else who invites the viewer.
    init?(_ invitation: Friends.Invitation?, _ inviter: Person?, _ viewer: Viewer) {
        guard let invitation, let inviter, inviter.id != viewer.id else { return nil }
        self.init(person: PersonPart(inviter), path: invitation.path)
    }
}
