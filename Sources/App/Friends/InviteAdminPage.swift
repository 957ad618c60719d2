import Proximity

/// `GET /admin/invites`
struct InviteAdminPage {
    let frame: Frame
    let registration: SiteSettings.Registration
    let rows: [OpenInvitePart]
    let more: MorePart?

    /// What an invitation is good for.
    var meaning: String {
        switch registration {
        case .open: "Anyone can sign up. These links also make friends."
        case .invited: "Only people with one of these links can sign up."
        case .closed: "Nobody can sign up. These links only make friends of people who are here."
        }
    }
}

/// An invitation in the list.
struct OpenInvitePart {
    let name: String
    let path: String
    let kind: String
    let made: TimePart
    let ends: TimePart
    let end: ConfirmPart

    init(_ invite: OpenInvite, csrf: TokenField, times: RelativeTimeFormatter) {
        name = invite.person.fullName
        path = PersonPaths.person(invite.person.username)
        kind = invite.isSingle ? "For one person" : "For everyone who has the link"
        made = TimePart(moment: invite.createdAt, times)
        ends = TimePart(moment: invite.endsAt, times)
        let address = invite.isSingle ? FriendPaths.endSingle(invite.id) : FriendPaths.endLasting(invite.id)
        end = ConfirmPart(
            csrf, post: address, opener: "Turn off",
            words: "The link stops working. People who signed up with it stay.",
            button: "Turn off link")
    }
}

/// The page with example data.
enum InviteAdminExamples {
    static let all: [GalleryExample] = [
        .page("some") { page($0, .invited, rows: [row($0), row($0, GalleryContext.longName, isSingle: true)]) },
        .page("none") { page($0, .closed, rows: []) },
        .part("usual") { row($0) },
        .part("single") { row($0, GalleryContext.longName, isSingle: true) },
    ]

    private static func row(
        _ gallery: GalleryContext, _ name: String = "mikko", isSingle: Bool = false
    ) -> OpenInvitePart {
        OpenInvitePart(
            OpenInvite(
                id: 7, isSingle: isSingle, person: gallery.person(name), createdAt: gallery.ago(3),
                endsAt: gallery.now.adding(seconds: 80_000)), csrf: gallery.frame("").csrf, times: gallery.times)
    }

    private static func page(
        _ gallery: GalleryContext, _ registration: SiteSettings.Registration, rows: [OpenInvitePart]
    ) -> InviteAdminPage {
        InviteAdminPage(frame: gallery.frame("Invites", .you), registration: registration, rows: rows, more: nil)
    }
}
