import HTTP
import Proximity

/// `GET /signup`
struct SignupPage {
    let frame: Frame
    /// Path inside the site to go to afterwards.
    let next: String
    let timeZone: String
    let username: FieldPart
    let displayName: FieldPart
    let email: FieldPart
    let birthDate: FieldPart
    let passwords: PasswordFields
    let picture: PictureFieldPart

    init(_ context: RequestContext, _ next: String, _ errors: ValidationErrors) {
        let title = context.viewer == nil ? "Sign up" : "Make an account"
        self.init(context.frame(title, hasForm: true), next, context.form, errors)
    }

    init(_ frame: Frame, _ next: String, _ form: FormFields, _ errors: ValidationErrors) {
        self.frame = frame
        self.next = next
        timeZone = form["time_zone"] ?? ""
        username = .username(form, errors)
        displayName = .displayName(
            form, hint: "Optional. What friends call you, in any script. You can change it later.", errors)
        email = .email(form, errors)
        birthDate = FieldPart(
            "birth_date", "Date of birth", value: form["birth_date"] ?? "", type: "date",
            hint: "You need to be 13 or older. Nobody else sees it.", autocomplete: "bday", isRequired: true, errors)
        passwords = PasswordFields("Password", errors)
        picture = PictureFieldPart(
            "Your picture (optional)", current: AvatarPart(form["username"] ?? ""), uploadID: "", errors)
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
            "password", label, type: "password", hint: "At least 8 characters. A short sentence works well.",
            autocomplete: "new-password", isRequired: true, lengths: (8, 0), errors)
        confirmation = FieldPart(
            "password_confirmation", "Repeat \(label.lowercased())", type: "password", autocomplete: "new-password",
            isRequired: true, errors)
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
    /// What others see of the viewer.
    let sharing: [NavigationPart]
    /// The viewer's own pages.
    let groups: [NavigationGroup]
    /// What the viewer sets.
    let manage: [NavigationPart]

    /// Lengths of a pause: minutes and words.
    let pauses: [(minutes: Int, words: String)] = [
        (60, "An hour"), (480, "Eight hours"), (1_440, "A day"), (10_080, "A week"),
    ]
}

/// `GET /settings`
struct SettingsPage {
    let frame: Frame
    /// Above the form.
    let links: [NavigationPart]
    /// Below the form.
    let endLinks: [NavigationPart]
    let timeZone: SelectPart
    let units: ChoicesPart
    let theme: ChoicesPart
    let retention: SelectPart
    let area: TogglePart
    let receipts: TogglePart

    init(
        _ frame: Frame, _ preferences: Preferences, links: [NavigationPart] = [], endLinks: [NavigationPart] = [],
        _ errors: ValidationErrors
    ) {
        self.frame = frame
        self.links = links
        self.endLinks = endLinks
        timeZone = SelectPart(
            "time_zone", "Time zone", TimeZones.choices(with: preferences.timeZone), chosen: preferences.timeZone,
            hint: "All times are shown in this zone.", errors)
        units = ChoicesPart(
            "units", "Distances", [("metric", "Metres"), ("imperial", "Feet and miles")],
            chosen: preferences.units.rawValue, errors)
        theme = ChoicesPart(
            "theme", "Appearance", [("system", "Same as device"), ("light", "Light"), ("dark", "Dark")],
            chosen: preferences.theme.rawValue, errors)
        retention = SelectPart(
            "retention_h", "Keep my positions for",
            PositionRetention.hours.map { hours in
                let words = PositionRetention.words(hours)
                return ("\(hours)", words.prefix(1).uppercased() + words.dropFirst())
            }, chosen: "\(preferences.retentionHours)", hint: "Then they're deleted. Only you can see them.", errors)
        area = TogglePart(
            name: "area", label: "Let my friends see my area",
            hint: "Something like “Around Helsinki, this morning” and a circle about "
                + "\(preferences.units.string(for: 2_000)) wide. Never your exact place, and nothing while you're paused.",
            isOn: preferences.area)
        receipts = TogglePart(
            name: "receipts", label: "Tell friends when I open their notes",
            hint: "They see the part of the day, never the exact time.", isOn: preferences.receipts)
    }
}
