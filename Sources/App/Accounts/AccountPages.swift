import HTML
import HTTP
import Proximity

/// `GET /signup`: one form in two steps, which a script shows one at a time.
struct SignupPage {
    let frame: Frame
    /// The address of its style sheet.
    let style: String
    /// The step with the first wrong field, 1 or 2: with it the page begins.
    let step: Int
    /// Path inside the site to go to afterwards.
    let next: String
    let timeZone: String
    let username: FieldPart
    let displayName: FieldPart
    let email: FieldPart
    let birthDate: FieldPart
    let passwords: PasswordFields
    let picture: PictureFieldPart

    init(_ context: RequestContext, _ next: String, errors: ValidationErrors) {
        let title = context.viewer == nil ? "Sign up" : "Make an account"
        self.init(
            context.frame(title, hasForm: true), style: SignupPage.style(context.site), next: next, form: context.form,
            errors: errors
        )
    }

    init(_ frame: Frame, style: String, next: String, form: FormFields, errors: ValidationErrors) {
        self.frame = frame
        self.style = style
        self.next = next
        step = SignupPage.step(of: errors)
        timeZone = form["time_zone"] ?? ""
        username = FieldPart(
            "username", label: "Username", value: form["username"] ?? "",
            hint: "\(Username.lengthWords) letters, digits, or _ . -",
            autocomplete: "username", isRequired: true, lengths: (5, 32), errors: errors)
        displayName = .displayName(
            form, hint: "Optional. What friends call you, in any script. You can change it later.", errors)
        email = FieldPart(
            "email", label: "Email", value: form["email"] ?? "", type: "email",
            hint: "To reset your password. Nobody else sees it.", autocomplete: "email", isRequired: true,
            errors: errors)
        birthDate = FieldPart(
            "birth_date", label: "Date of birth", value: form["birth_date"] ?? "", type: "date",
            hint: "You need to be 13 or older. Nobody else sees it.", autocomplete: "bday", isRequired: true,
            errors: errors)
        passwords = PasswordFields("Password", errors)
        picture = PictureFieldPart(
            "Your picture (optional)", current: AvatarPart(form["username"] ?? ""), uploadID: "", errors)
    }

    static func style(_ site: Site) -> String { site.assets.pageStyles["signup"] ?? "" }

    private static func step(of errors: ValidationErrors) -> Int {
        let first = ["username", "email", "password", "password_confirmation"]
        return errors.isEmpty || first.contains(where: { errors.has($0) }) ? 1 : 2
    }
}

/// `GET /signup` when the host lets nobody in, or only those with an invite link.
struct SignupClosedPage {
    let frame: Frame
    let needsInvitation: Bool
}

/// A new password, twice.
struct PasswordFields {
    let password: FieldPart
    let confirmation: FieldPart

    init(_ label: String, _ errors: ValidationErrors) {
        password = FieldPart(
            "password", label: label, type: "password",
            hint: "At least \(PasswordRules.minimum) characters. A short sentence works well.",
            autocomplete: "new-password", isRequired: true, lengths: (8, 0), errors: errors)
        confirmation = FieldPart(
            "password_confirmation", label: "Repeat \(label.lowercased())", type: "password",
            autocomplete: "new-password",
            isRequired: true, errors: errors)
    }
}

/// `GET /login`
struct LoginPage {
    let frame: Frame
    let username: String
    /// Path inside the site to go to afterwards; "" for the home page.
    let next: String
    /// The form to resume after login, see `KeptForm`; "" for none.
    let kept: String
    let errors: ValidationErrors
    /// Why the page is shown, if the viewer did not ask for it.
    let notice: String
    /// Whether everybody may sign up.
    var canSignUp = true
}

/// `GET /logout`
struct LogoutPage {
    let frame: Frame
}

/// Shown after a login that interrupted a form: leads back to the filled-in form.
struct ResumePage {
    let frame: Frame
    let path: String
    let fields: [(name: String, value: String)]
}

/// `GET /you`
struct YouPage {
    let frame: Frame
    let avatar: AvatarPart
    let name: String
    /// The username where the shown name is another one; otherwise "".
    let handle: String
    let isPaused: Bool

    /// Lengths of a pause: minutes and words.
    let pauses: [(minutes: Int, words: String)] = [
        (60, "An hour"), (480, "Eight hours"), (1_440, "A day"), (10_080, "A week"),
    ]
    /// Links to the viewer's own pages.
    let links: [NavigationPart]
}

/// `GET /settings`
struct SettingsPage {
    let frame: Frame
    /// Above the form.
    let links: [NavigationPart]
    /// Below the form.
    let endLinks: [NavigationPart]
    let timeZone: Markup
    let units: ChoicesPart
    let theme: ChoicesPart
    let retention: SelectPart
    let area: TogglePart
    let receipts: TogglePart

    init(
        _ frame: Frame, preferences: Preferences, links: [NavigationPart] = [], endLinks: [NavigationPart] = [],
        errors: ValidationErrors
    ) {
        self.frame = frame
        self.links = links
        self.endLinks = endLinks
        timeZone = TimeZoneField.part(
            chosen: preferences.timeZone, hint: "All times are shown in this zone.", errors)
        units = ChoicesPart(
            "units", label: "Distances", choices: [("metric", "Metres"), ("imperial", "Feet and miles")],
            chosen: preferences.units.rawValue, errors: errors)
        theme = ChoicesPart(
            "theme", label: "Appearance",
            choices: [("system", "Same as device"), ("light", "Light"), ("dark", "Dark")],
            chosen: preferences.theme.rawValue, errors: errors)
        retention = SelectPart(
            "retention_h", label: "Keep my positions for",
            choices: PositionRetention.hours.map { hours in
                let words = PositionRetention.words(hours)
                return ("\(hours)", words.prefix(1).uppercased() + words.dropFirst())
            }, chosen: "\(preferences.retentionHours)", hint: "Then they’re deleted. Only you can see them.",
            errors: errors)
        area = TogglePart(
            name: "area", label: "Let my friends see my area",
            hint: "Something like “Around Helsinki, this morning” and a circle about "
                + "\(preferences.units.string(for: 2_000)) wide. Never your exact place, and nothing while you’re paused.",
            isOn: preferences.area)
        receipts = TogglePart(
            name: "receipts", label: "Tell friends when I open their notes",
            hint: "They see the part of the day, never the exact time.", isOn: preferences.receipts)
    }
}
