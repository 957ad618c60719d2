import Database
import HTML
import HTTP

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
        .page("empty") { report($0, "ville") },
        .page("refused") {
            report($0, GalleryContext.longName, ValidationErrors("reason", "Say what happened."))
        },
        .page("link") { try invite($0, hasLink: true, states: [.waiting, .waiting, .used, .expired]) },
        .page("none") { try invite($0, isFirst: true) },
        .page("over") { try invite($0) },
        .page("too many") {
            try invite($0, errors: ValidationErrors("person", "5 invitations are waiting already. Cancel one first."))
        },
        .part("usual") { _ in
            ShareLinkPart(
                id: "link", label: "Link for one person", link: PeopleExamples.link, title: joining)
        },
        .page("visitor") { invitation($0, isSignedIn: false) },
        .page("member") { invitation($0) },
        .page("for one") { invitation($0, isForOne: true) },
        .page("friend") { invitation($0, standing: .friend) },
        .page("own") { invitation($0, isOwn: true) },
    ]

    private static let subjects = [
        ReportSubject(name: "person", words: "This person or how they behave"),
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
            report: ReportFormPart(subjects, FormFields(), errors), end: FriendExamples.end,
            blockChoices: standing == .friend
                ? [
                    BlockChoice(
                        name: "group", value: "1", words: "And remove \(name) from Friday",
                        hint: "Otherwise they go on seeing the others. The code and the link change.")
                ] : [])
    }

    private static func report(
        _ gallery: GalleryContext, _ name: String, _ errors: ValidationErrors = ValidationErrors()
    ) -> PersonReportPage {
        PersonReportPage(
            frame: gallery.frame("Report \(name)", .friends), person: PersonPart(gallery.person(name)),
            report: ReportFormPart(subjects, FormFields(), errors))
    }

    private static let joining = "Join me on Cairn"
    private static let link = "https://cairn.example.org/join-me/0123456789abcdefghijklmn"

    private static func invite(
        _ gallery: GalleryContext, hasLink: Bool = false, isFirst: Bool = false,
        states: [FriendQueries.OwnSingleInvite.State] = [], errors: ValidationErrors = ValidationErrors()
    ) throws -> InvitePage {
        let singles = try states.enumerated().map { place, state in
            let invite = FriendQueries.OwnSingleInvite(
                id: ID(rawValue: Int64(place + 1)), seed: "", createdAt: gallery.ago(Double(place)),
                endsAt: gallery.ago(-24), state: state)
            let link =
                state == .waiting
                ? try InviteLinkPart(link, id: "link-\(place)", for: "one person", title: joining) : nil
            return SingleInvitePart(invite, link: link, gallery.words, isNewest: place == 0)
        }
        return InvitePage(
            frame: gallery.frame("Invite a friend", .friends), singles: singles,
            link: hasLink ? try InviteLinkPart(link, id: "link", for: "everyone you send it to", title: joining) : nil,
            ends: hasLink ? TimePart(moment: gallery.ago(-168), gallery.words) : nil, isFirst: isFirst, errors: errors)
    }

    private static func invitation(
        _ gallery: GalleryContext, isSignedIn: Bool = true, isOwn: Bool = false, isForOne: Bool = false,
        standing: FriendQueries.Standing = .stranger
    ) -> InvitationPage {
        InvitationPage(
            frame: isSignedIn
                ? gallery.frame("mikko invites you", .friends) : gallery.visitorFrame("mikko invites you"),
            person: PersonPart(gallery.person("mikko")), path: "/join-me/0123456789abcdefghijklmn", isOwn: isOwn,
            isForOne: isForOne, isSignedIn: isSignedIn, standing: StandingPart(standing))
    }
}
