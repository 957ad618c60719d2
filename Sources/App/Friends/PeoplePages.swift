import Database
import HTML

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

    var mutualWords: String { mutual.count == 1 ? "One friend in common" : "\(mutual.count) friends in common" }
}

/// `GET /friends/blocked`
struct BlockedPage {
    let frame: Frame
    let people: [PersonPart]
}

/// `GET /friends/invite`
struct InvitePage {
    let frame: Frame
    /// The full URL; "" if there is no valid link.
    let link: String
    let code: Markup
    /// "Saturday 28 November, 14:00"; nil if there is no link.
    let ends: TimePart?
    /// Whether the person never had a link.
    let isFirst: Bool
}

/// `GET /join-me/{token}`
struct InvitationPage {
    let frame: Frame
    let person: PersonPart
    let path: String
    /// Whether the link is the viewer's own.
    let isOwn: Bool
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
