import HTML
import HTTP

/// `GET /setup/{token}`: the first step.
struct SetupStartPage {
    let frame: Frame
    let action: String
    let username: FieldPart
    let email: FieldPart
    let password: FieldPart
    let confirmation: FieldPart
    let steps: SetupStepsPart

    /// The form as it was sent.
    init(_ context: RequestContext, _ token: String, errors: ValidationErrors) {
        let (form, frame) = (context.form, context.frame("Set up", hasForm: true))
        self.init(
            frame, token: token, username: form["username"] ?? "", email: form["email"] ?? "",
            steps: SetupStepsPart(current: 1, context.site), errors: errors)
    }

    init(
        _ frame: Frame, token: String, username: String, email: String, steps: SetupStepsPart,
        errors: ValidationErrors
    ) {
        (self.frame, self.steps) = (frame, steps)
        action = SetupPaths.start(token)
        self.username = FieldPart(
            "username", label: "Username", value: username,
            hint: "\(Username.lengthWords) letters, digits or underscores. Others see it.", autocomplete: "username",
            isRequired: true,
            errors: errors)
        self.email = FieldPart(
            "email", label: "Email", value: email, type: "email", hint: "For a link, should you forget your password.",
            autocomplete: "email", isRequired: true, errors: errors)
        password = FieldPart(
            "password", label: "Password", type: "password", hint: "At least \(PasswordRules.minimum) characters.",
            autocomplete: "new-password",
            isRequired: true, errors: errors)
        confirmation = FieldPart(
            "password_confirmation", label: "Repeat the password", type: "password", autocomplete: "new-password",
            isRequired: true, errors: errors)
    }
}

/// `GET /admin/setup`: the second step.
struct SetupSitePage {
    let frame: Frame
    let form: SiteFormPart
    let steps: SetupStepsPart
}

/// `GET /admin/setup/services`: the third step.
struct SetupServicesPage {
    let frame: Frame
    let hasMap: Bool
    /// Where the map starts, in degrees; "" if nobody has said.
    let place: String
    let isOutbox: Bool
    /// The administrator's email address; "" for none.
    let address: String
    let steps: SetupStepsPart
}

/// How far the set-up is.
struct SetupStepsPart {
    /// 1 to 3.
    let current: Int
    /// The address of its style sheet.
    let style: String

    init(current: Int, _ site: Site) {
        self.current = current
        style = site.assets.pageStyles["setup"] ?? ""
    }

    static let names = ["You", "Your site", "Map and mail"]

    var steps: [(number: Int, name: String)] { SetupStepsPart.names.enumerated().map { ($0.offset + 1, $0.element) } }
}

/// Says on the welcome page that nobody looks after the site yet.
struct SetupHintPart {}
