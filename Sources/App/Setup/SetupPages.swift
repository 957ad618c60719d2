import HTML
import HTTP

/// `GET /setup/{token}`: the first step.
struct SetupStartPage {
    let frame: Frame
    let action: String
    /// What the member is called who is signed in; "" for nobody, who makes an account.
    let member: String
    let username: FieldPart
    let email: FieldPart
    let passwords: PasswordFields
    let steps: SetupStepsPart

    init(
        _ frame: Frame, token: String, member: String, steps: SetupStepsPart, _ form: FormFields,
        _ errors: ValidationErrors
    ) {
        (self.frame, self.member, self.steps) = (frame, member, steps)
        action = SetupPaths.start(token)
        username = .username(form, errors)
        email = .email(form, errors)
        passwords = PasswordFields("Password", errors)
    }
}

/// `GET /setup/{token}` for any other token, and for good once there is an administrator.
struct SetupOldLinkPage {
    let frame: Frame
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
    /// Whether the site's place lies on a map.
    let hasMap: Bool
    /// Whether a map is being loaded.
    let isLoading: Bool
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

/// Says on the welcome page that there is no administrator yet.
struct SetupHintPart {}
