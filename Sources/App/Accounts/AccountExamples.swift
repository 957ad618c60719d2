import Database
import Foundation
import HTTP
import Proximity

/// Examples of login, sign-up and settings pages.
enum AccountExamples {
    static let all: [GalleryExample] = [
        .page("empty") { SignupPage($0.visitorFrame("Sign up"), "/", FormFields(), ValidationErrors()) },
        .page("guest") {
            let form = FormFields(values: [("display_name", GalleryContext.arabicName)])
            return SignupPage($0.guestFrame("Make an account"), "/", form, ValidationErrors())
        },
        .page("guest") { LogoutPage(frame: $0.guestFrame("Leave")) },
        .page("member") { LogoutPage(frame: $0.frame("Sign out", .you)) },
        .page("wrong") {
            SignupPage(
                $0.visitorFrame("Sign up"), "/", FormFields(values: [("username", "aino_k"), ("email", "aino@")]),
                AccountExamples.wrong)
        },
        .page("by invitation") {
            SignupClosedPage(frame: $0.visitorFrame("Sign up"), needsInvitation: true)
        },
        .page("closed") { SignupClosedPage(frame: $0.visitorFrame("Sign up"), needsInvitation: false) },
        .page("empty") {
            LoginPage(
                frame: $0.visitorFrame("Sign in"), username: "", next: "", kept: "", errors: ValidationErrors(),
                notice: "")
        },
        .page("wrong") {
            LoginPage(
                frame: $0.visitorFrame("Sign in"), username: GalleryContext.longName, next: "/archive", kept: "",
                errors: ValidationErrors("password", "Wrong username or password."), notice: "")
        },
        .page("ended session") {
            LoginPage(
                frame: $0.visitorFrame("Sign in"), username: "", next: "/notes/new", kept: "text=Hello",
                errors: ValidationErrors(),
                notice: "Your session has ended. Sign in again: what you wrote is kept.")
        },
        .page("usual") {
            ResumePage(frame: $0.frame("Welcome back"), path: "/notes/new", fields: [("text", GalleryContext.emoji)])
        },
        .page("usual") {
            you($0, $0.person("aino_k"), isPaused: false, isAdministrator: true)
        },
        .page("long name") {
            let person = $0.person(GalleryContext.longName, called: GalleryContext.longDisplayName)
            return you($0, person, isPaused: true, sharesArea: true)
        },
        .page("usual") {
            settings($0, ValidationErrors())
        },
        .page("wrong") {
            settings($0, ValidationErrors("time_zone", "Choose a time zone from the list."))
        },
        .part("usual") { _ in PasswordFields("Password", ValidationErrors()) },
        .page("empty") {
            ForgotPage(frame: $0.visitorFrame("Reset password"), email: address, isSent: false, isOutbox: false)
        },
        .page("sent") {
            ForgotPage(frame: $0.visitorFrame("Reset password"), email: address, isSent: true, isOutbox: false)
        },
        .page("outbox") {
            ForgotPage(frame: $0.visitorFrame("Reset password"), email: address, isSent: true, isOutbox: true)
        },
        .page("usual") {
            ResetPage(
                frame: $0.visitorFrame("Reset password"), username: "aino_k", token: "x",
                fields: PasswordFields("New password", ValidationErrors()))
        },
        .page("usual") { ConfirmPage(frame: $0.visitorFrame("Confirm"), email: "aino@example.org", token: "x") },
        .page("reset") { OldLinkPage(frame: $0.visitorFrame("This link no longer works"), isReset: true) },
        .page("confirm") { OldLinkPage(frame: $0.visitorFrame("This link no longer works"), isReset: false) },
        .page("confirmed") { security($0, isConfirmed: true, ValidationErrors()) },
        .page("waiting") { security($0, isConfirmed: false, ValidationErrors()) },
        .page("wrong") { security($0, isConfirmed: true, AccountExamples.wrong) },
        .page("one") { SessionsPage(frame: $0.frame("Sessions", .you), sessions: sessions($0, 1)) },
        .page("many") { SessionsPage(frame: $0.frame("Sessions", .you), sessions: sessions($0, 4)) },
    ]

    private static let wrong: ValidationErrors = {
        var errors = ValidationErrors()
        errors.add("username", "That username is taken. Try another one.")
        errors.add("display_name", "A name needs a letter.")
        errors.add("email", EmailRules.wrong)
        errors.add("password", "Too many people use that password. Choose another.")
        errors.add("birth_date", "You need to be 13 or older.")
        errors.add("current_password", "That's not your password.")
        return errors
    }()

    private static func you(
        _ gallery: GalleryContext, _ person: Person, isPaused: Bool, isAdministrator: Bool = false,
        sharesArea: Bool = false
    ) -> YouPage {
        var viewer = gallery.viewer
        viewer.isAdministrator = isAdministrator
        viewer.sharesArea = sharesArea
        let features = gallery.site.features
        return YouPage(
            frame: gallery.frame("You", .you), avatar: AvatarPart(person), name: person.name,
            handle: PersonPart(person).handle, isPaused: isPaused, sharing: features.links(.sharing, viewer),
            groups: features.groups(viewer), manage: features.links(.manage, viewer))
    }

    private static func settings(_ gallery: GalleryContext, _ errors: ValidationErrors) -> SettingsPage {
        let features = gallery.site.features
        return SettingsPage(
            gallery.frame("Settings", .you), Preferences(gallery.viewer),
            links: features.links(.settings, gallery.viewer), endLinks: features.links(.settingsEnd, gallery.viewer),
            errors)
    }

    private static let address = FieldPart("email", "Email", type: "email", isRequired: true)

    private static func security(_ gallery: GalleryContext, isConfirmed: Bool, _ errors: ValidationErrors)
        -> SecurityPage
    {
        SecurityPage(
            frame: gallery.frame("Password and email", .you),
            current: "aino.korhonen.with.a.long.address@example.org",
            isConfirmed: isConfirmed, typed: "", isOutbox: !isConfirmed, errors: errors)
    }

    private static func sessions(_ gallery: GalleryContext, _ count: Int) -> [SessionPart] {
        let agents = [
            "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1",
            "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0", "curl/8.9", "",
        ]
        return (0..<count).map { (number: Int) -> SessionPart in
            let used = gallery.now.adding(seconds: -40_000 * Double(number))
            let session = LivingSession(
                id: ID(rawValue: Int64(number + 1)), agent: agents[number % 4],
                createdAt: gallery.now.adding(seconds: -800_000), usedAt: used)
            return SessionPart(session, isThis: number == 0, RelativeTimeFormatter(.gmt, now: gallery.now))
        }
    }
}
