import Database
import Proximity

/// `GET /password/forgot`
struct ForgotPage {
    let frame: Frame
    let email: FieldPart
    let isSent: Bool
    /// Whether there is no mail server and the host forwards the message.
    let isOutbox: Bool
}

/// `GET /password/reset`
struct ResetPage {
    let frame: Frame
    let username: String
    let token: String
    let fields: PasswordFields
}

/// `GET /confirm` in a browser that is not signed in to the account.
struct ConfirmPage {
    let frame: Frame
    let email: String
    let token: String
}

/// Shown for an expired, used or unknown link.
struct OldLinkPage {
    let frame: Frame
    let isReset: Bool
}

/// `GET /settings/password`
struct SecurityPage {
    let frame: Frame
    /// The account's address; "" if there is none.
    let current: String
    let isConfirmed: Bool
    let isOutbox: Bool
    let currentPassword: FieldPart
    let passwords: PasswordFields
    let email: FieldPart
    let passwordForEmail: FieldPart

    init(
        frame: Frame, current: String, isConfirmed: Bool, typed: String, isOutbox: Bool, errors: ValidationErrors
    ) {
        self.frame = frame
        self.current = current
        self.isConfirmed = isConfirmed
        self.isOutbox = isOutbox
        currentPassword = FieldPart(
            "current_password", label: "Current password", type: "password", autocomplete: "current-password",
            isRequired: true, errors: errors)
        passwords = PasswordFields("New password", errors)
        email = FieldPart(
            "email", label: "New email address", value: typed, type: "email", autocomplete: "email", isRequired: true,
            errors: errors)
        passwordForEmail = FieldPart(
            "password_for_email", label: "Your password", type: "password", autocomplete: "current-password",
            isRequired: true, errors: errors)
    }
}

/// `GET /settings/sessions`
struct SessionsPage {
    let frame: Frame
    let sessions: [SessionPart]

    var hasOthers: Bool { sessions.count > 1 }
}

/// A live session.
struct SessionPart {
    let id: ID<Session>
    /// "Firefox on Linux".
    let name: String
    let icon: IconPart
    let isThis: Bool
    let used: TimePart
    let began: TimePart

    init(_ session: LivingSession, isThis: Bool, _ times: RelativeTimeFormatter) {
        id = session.id
        let agent = UserAgent(session.agent)
        name = agent.text
        icon = IconPart(agent.isPhone ? "smartphone" : "monitor")
        self.isThis = isThis
        used = TimePart(session.usedAt, times)
        began = TimePart(session.createdAt, times)
    }
}
