import Database
import HTML
import HTTP
import QR

/// Examples of person pages, blocks and invitations.
enum PeopleExamples {
    static let all: [GalleryExample] = [
        .page("stranger") { person($0, "jonas", .stranger, mutual: ["mikko"]) },
        .page("asked") { person($0, GalleryContext.longName, .asked(ID(rawValue: 1))) },
        .page("asking") { person($0, "ville", .asking(ID(rawValue: 1))) },
        .page("report refused") {
            person($0, "ville", .stranger, errors: ValidationErrors("reason", "Say what happened."))
        },
        .page("some") { gallery in
            BlockedPage(
                frame: gallery.frame("Blocked people", .friends),
                people: ["ville", GalleryContext.longName].map { PersonPart(gallery.person($0)) })
        },
        .page("nobody") { BlockedPage(frame: $0.frame("Blocked people", .friends), people: []) },
        .page("link") { gallery in
            let link = "https://cairn.example.org/join-me/0123456789abcdefghijklmn"
            return InvitePage(
                frame: gallery.frame("Invite a friend", .friends), link: link,
                code: Markup(trusted: try QRCode(link).svg(title: "QR code of your invite link")),
                ends: TimePart(moment: gallery.ago(-168), gallery.words), isFirst: false)
        },
        .page("none") { noInvite($0, isFirst: true) },
        .page("over") { noInvite($0, isFirst: false) },
        .page("guest") { invitation($0, isSignedIn: false) },
        .page("member") { invitation($0) },
        .page("friend") { invitation($0, standing: .friend) },
        .page("own") { invitation($0, isOwn: true) },
    ]

    private static let subjects = [
        ReportSubject(name: "person", words: "Who they are or how they act"),
        ReportSubject(name: "note", words: "A note"),
    ]

    /// A person's page; `parts` come from other features.
    static func person(
        _ gallery: GalleryContext, _ name: String, _ standing: FriendQueries.Standing, mutual: [String] = [],
        isSelf: Bool = false, parts: [Markup] = [], errors: ValidationErrors = ValidationErrors()
    ) -> PersonPage {
        PersonPage(
            frame: gallery.frame(name, .friends), person: PersonPart(gallery.person(name)),
            bio: standing == .friend ? "Rinks, riddles, rye bread." : "",
            parts: parts, isSelf: isSelf,
            links: isSelf ? gallery.site.features.links(.ownPage, gallery.viewer) : [],
            actions: standing == .friend ? [FriendExamples.note(to: name)] : [],
            standing: StandingPart(standing), mutual: mutual.map { PersonPart(gallery.person($0)) },
            report: ReportFormPart(subjects, FormFields(), errors), end: FriendExamples.end)
    }

    private static func noInvite(_ gallery: GalleryContext, isFirst: Bool) -> InvitePage {
        InvitePage(
            frame: gallery.frame("Invite a friend", .friends), link: "", code: Markup(trusted: ""), ends: nil,
            isFirst: isFirst)
    }

    private static func invitation(
        _ gallery: GalleryContext, isSignedIn: Bool = true, isOwn: Bool = false,
        standing: FriendQueries.Standing = .stranger
    ) -> InvitationPage {
        InvitationPage(
            frame: isSignedIn ? gallery.frame("mikko invites you", .friends) : gallery.guestFrame("mikko invites you"),
            person: PersonPart(gallery.person("mikko")), path: "/join-me/0123456789abcdefghijklmn", isOwn: isOwn,
            isSignedIn: isSignedIn, standing: StandingPart(standing))
    }
}
