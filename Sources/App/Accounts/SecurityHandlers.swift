import Database
import Foundation
import HTTP
import Mail
import Proximity
import Safeguards

/// The security settings: password, address, sessions.
extension Accounts {
    /// `GET /settings/password`
    func showPassword(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try securityPage(context, viewer, errors: ValidationErrors())
    }

    /// `POST /settings/password`: changes the password and ends the other sessions.
    func changePassword(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        do {
            try checkPassword(context, viewer, field: "current_password")
            let hash = try newPassword(context.form, username: viewer.username, of: viewer.id)
            try site.database.write { database in
                try AccountQueries.setPassword(database, viewer.id, password: hash.text)
                try endSessions(database, of: viewer.id, but: viewer.session)
                try AddressQueries.deleteLinks(database, .reset, of: viewer.id)
                try notifyOfChange(database, viewer.id, what: "Your password was changed.", at: context.now)
            }
            try beginSession(viewer.id, context)
            return context.redirect(
                to: SitePaths.settings, saying: "Password changed. All other sessions have ended.")
        } catch let errors as ValidationErrors {
            return try securityPage(context, viewer, errors: errors)
        }
    }

    /// `POST /settings/email`: mails a link to the new address and a notice to the old one.
    func changeEmail(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        do {
            let email = try EmailRules.address(context.form)
            try checkPassword(context, viewer, field: "password_for_email")
            // Limited, because each change sends a mail to an address that may be a stranger's.
            try site.throttles.attempt([(.forgotByAccount, "\(viewer.id)")], context.now)
            try site.database.write { database in
                let change = "Your email address was changed to another one."
                try notifyOfChange(database, viewer.id, what: change, at: context.now)
                try AddressQueries.setEmail(database, viewer.id, email: email)
                try notifyObservers(database, viewer.id, folded: nil)
                try endSessions(database, of: viewer.id, but: viewer.session)
                try requestLink(database, .confirm, to: viewer.id, at: context.now)
            }
            return context.redirect(
                to: AccountPaths.password, saying: "Check your email and open the link to confirm the address.")
        } catch let errors as ValidationErrors {
            return try securityPage(context, viewer, errors: errors)
        }
    }

    /// `POST /settings/email/confirm`: sends the link again.
    func resendConfirmation(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try site.throttles.attempt([(.forgotByAccount, "\(viewer.id)")], context.now)
        try site.database.write { try requestLink($0, .confirm, to: viewer.id, at: context.now) }
        return context.redirect(to: AccountPaths.password, saying: "We’ve sent the link again. Check your email.")
    }

    /// Asks a signed-in person for their password again. Counted by session only, so that strangers' failed logins do
    /// not block the owner.
    ///
    /// - Throws: `ValidationErrors` on `field`; `Failure.tooMany`, `Failure.unavailable`.
    func checkPassword(_ context: RequestContext, _ viewer: Viewer, field: String) throws {
        let typed = context.form[field] ?? ""
        let stored = try site.database.read { try AccountQueries.credentials($0, username: viewer.username)?.password }
        let tries = PasswordTries(
            own: (.password, "session-\(viewer.session)"), priority: .known(viewer.id.rawValue))
        guard typed.utf8.count <= PasswordRules.maximumBytes,
            try check(typed, against: stored.flatMap { PasswordHash($0) }, tries: tries, at: context.now)
        else { throw ValidationErrors(field, "That’s not your password.") }
    }

    private func securityPage(_ context: RequestContext, _ viewer: Viewer, errors: ValidationErrors) throws
        -> Response
    {
        let recipient = try site.database.read { try AddressQueries.recipient($0, viewer.id) }
        let page = SecurityPage(
            frame: context.frame("Password and email", .settings), current: recipient?.email.text ?? "",
            isConfirmed: recipient?.isConfirmed ?? false, typed: context.form["email"] ?? "",
            isOutbox: site.mail.isOutbox, errors: errors)
        return context.page(page, status: errors.isEmpty ? .ok : .unprocessableContent)
    }

    /// `GET /settings/sessions`
    func showSessions(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let times = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        let sessions = try site.database.read { try AccountQueries.sessions($0, of: viewer.id, context.now) }
        let page = SessionsPage(
            frame: context.frame("Sessions", .settings),
            sessions: sessions.map { SessionPart($0, isThis: $0.id == viewer.session, times) })
        return context.page(page)
    }

    /// `POST /settings/sessions/{id}/end`
    func endSession(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        guard let id = context.parameters["id"].flatMap({ ID<Session>($0) }), id != viewer.session,
            try site.database.write({ database in
                sessionsEnd(database, of: viewer.id)
                return try AccountQueries.endSession(database, id, of: viewer.id)
            })
        else { throw Failure.notFound }
        return context.redirect(to: AccountPaths.sessions, saying: "Signed out.")
    }

    /// `POST /settings/sessions/end`: ends all sessions except this one.
    func endOtherSessions(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try site.database.write { try endSessions($0, of: viewer.id, but: viewer.session) }
        return context.redirect(to: AccountPaths.sessions, saying: "All other sessions have ended.")
    }
}
