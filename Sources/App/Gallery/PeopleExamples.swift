import Database
import HTML
import QR

/// Pages of people, and the ways to them.
enum PeopleExamples {
    static let all: [GalleryEntry] = [
        .page("stranger") { person($0, "jonas", .stranger, mutual: ["mikko"]) },
        .page("friend") { person($0, "mikko", .friend, mutual: ["jonas", "leena", Stage.longName]) },
        .page("asked") { person($0, Stage.longName, .asked(ID(rawValue: 1))) },
        .page("asking") { person($0, "ville", .asking(ID(rawValue: 1))) },
        .page("oneself") { person($0, "aino_k", .stranger, isSelf: true) },
        .page("report refused") {
            person($0, "ville", .stranger, problems: Problems("reason", "Say what happened."))
        },
        .page("some") { stage in
            BlockedPage(
                frame: stage.frame("Blocked people", .friends),
                people: ["ville", Stage.longName].map { PersonPart(stage.person($0)) })
        },
        .page("nobody") { BlockedPage(frame: $0.frame("Blocked people", .friends), people: []) },
        .page("link") { stage in
            let link = "https://cairn.example.org/join-me/0123456789abcdefghijklmn"
            return InvitePage(
                frame: stage.frame("Invite a friend", .friends), link: link,
                code: Markup(trusted: try QRCode(link).svg(title: "QR code of your invite link")),
                ends: TimePart(moment: stage.ago(-168), stage.words), isFirst: false)
        },
        .page("none") { noInvite($0, isFirst: true) },
        .page("over") { noInvite($0, isFirst: false) },
        .page("guest") { invitation($0, isSignedIn: false) },
        .page("member") { invitation($0) },
        .page("friend") { invitation($0, standing: .friend) },
        .page("own") { invitation($0, isOwn: true) },
    ]

    private static func person(
        _ stage: Stage, _ name: String, _ standing: FriendQueries.Standing, mutual: [String] = [],
        isSelf: Bool = false, problems: Problems = Problems()
    ) -> PersonPage {
        PersonPage(
            frame: stage.frame(name, .friends), person: PersonPart(stage.person(name)),
            bio: standing == .friend ? "Rinks, riddles, rye bread." : "",
            area: standing == .friend || isSelf ? SharingExamples.area(stage) : nil, isSelf: isSelf,
            standing: StandingPart(standing), mutual: mutual.map { PersonPart(stage.person($0)) }, reason: "",
            about: .person, problems: problems)
    }

    private static func noInvite(_ stage: Stage, isFirst: Bool) -> InvitePage {
        InvitePage(
            frame: stage.frame("Invite a friend", .friends), link: "", code: Markup(trusted: ""), ends: nil,
            isFirst: isFirst)
    }

    private static func invitation(
        _ stage: Stage, isSignedIn: Bool = true, isOwn: Bool = false, standing: FriendQueries.Standing = .stranger
    ) -> InvitationPage {
        InvitationPage(
            frame: isSignedIn ? stage.frame("mikko invites you", .friends) : stage.guestFrame("mikko invites you"),
            person: PersonPart(stage.person("mikko")), path: "/join-me/0123456789abcdefghijklmn", isOwn: isOwn,
            isSignedIn: isSignedIn, standing: StandingPart(standing))
    }
}
