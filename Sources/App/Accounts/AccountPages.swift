import Proximity

/// `GET /signup`
struct SignupPage {
    let frame: Frame
    let username: String
    let timeZone: String
    let problems: Problems
}

/// `GET /login`
struct LoginPage {
    let frame: Frame
    let username: String
    /// Where to go afterwards, inside the site; "" for the start.
    let next: String
    /// A form that waits for the login, see `KeptForm`; "" for none.
    let kept: String
    let problems: Problems
    /// Why the page is shown, when nobody asked for it.
    let notice: String
}

/// After a login that interrupted a form: leads back to it with everything filled in.
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
    let isAdministrator: Bool
}

/// `GET /settings`
struct SettingsPage {
    let frame: Frame
    let preferences: Preferences
    let problems: Problems

    var timeZones: [String] { TimeZones.identifiers }
    var retentions: [(hours: Int, words: String)] {
        zip(Preferences.retentions, ["One hour", "One day", "One week", "Thirty days"]).map { ($0, $1) }
    }
    var themes: [(theme: ColourTheme, words: String)] {
        [(.system, "As the device"), (.light, "Light"), (.dark, "Dark")]
    }
}
