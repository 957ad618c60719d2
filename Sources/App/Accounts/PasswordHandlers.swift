import Database
import Foundation
import HTTP
import Mail
import Proximity
import Safeguards

/// Forgotten passwords and confirmed addresses: the targets of mailed links.
extension Accounts {
    /// `GET /password/forgot`
    func showForgot(_ context: RequestContext) -> Response {
        forgotPage(context, "", errors: ValidationErrors(), isSent: context.query["sent"] != nil)
    }

    /// `POST /password/forgot`: same work and same answer whether or not the address exists.
    func forgot(_ context: RequestContext) throws -> Response {
        let typed = (context.form["email"] ?? "").trimmingCharacters(in: .whitespaces)
        guard let email = EmailAddress(typed) else {
            return forgotPage(context, typed, errors: ValidationErrors("email", EmailRules.wrong), isSent: false)
        }
        let account: Throttles.Counter = (.forgotByAccount, String(TokenHash.of(email.folded).prefix(32)))
        try site.throttles.attempt(context.networkCounters(.forgotByAddress) + [account], context.now)
        try site.database.write { try requestResetMail($0, to: email, context.now) }
        return context.redirect(to: AccountPaths.forgotSent)
    }

    private func forgotPage(_ context: RequestContext, _ email: String, errors: ValidationErrors, isSent: Bool)
        -> Response
    {
        let page = ForgotPage(
            frame: context.frame("Reset password", hasForm: true),
            email: FieldPart(
                "email", label: "Email", value: email, type: "email", autocomplete: "email", isRequired: true,
                errors: errors),
            isSent: isSent, isOutbox: site.mail.isOutbox)
        return context.page(page, status: errors.isEmpty ? .ok : .unprocessableContent)
    }

    /// `GET /password/reset?token=`
    func showReset(_ context: RequestContext) throws -> Response {
        guard let link = try link(.reset, context) else { return oldLink(context, .reset) }
        return resetPage(context, link.username, errors: ValidationErrors())
    }

    /// `POST /password/reset?token=`: sets the password, ends all sessions, confirms the address that the link was
    /// sent to and signs this browser in: the link has shown whose account it is.
    func reset(_ context: RequestContext) throws -> Response {
        guard let link = try link(.reset, context) else { return oldLink(context, .reset) }
        do {
            let hash = try newPassword(context.form, username: link.username, of: link.account)
            try site.database.write { database in
                // Looked up again in the transaction, because two requests may use one link at once.
                let hashed = TokenHash.of(context.query["token"] ?? "")
                guard try AddressQueries.link(database, .reset, tokenHash: hashed, at: context.now) != nil else {
                    throw Failure.notFound
                }
                try AccountQueries.setPassword(database, link.account, password: hash.text)
                try AddressQueries.deleteLinks(database, .reset, of: link.account)
                _ = try confirmAddress(database, link.account, email: link.email, at: context.now)
                try endSessions(database, of: link.account, but: nil)
                try notifyOfChange(
                    database, link.account, what: "Your password was reset by a link in an email.", at: context.now)
            }
            if try site.database.read({ try AccountQueries.isSuspended($0, link.account) }) {
                return suspendedLogin(context, link.username)
            }
            try beginSession(link.account, context)
            return context.redirect(to: SitePaths.home, saying: "Password changed. You’re signed in.")
        } catch let errors as ValidationErrors {
            return resetPage(context, link.username, errors: errors)
        }
    }

    private func resetPage(_ context: RequestContext, _ username: String, errors: ValidationErrors) -> Response {
        let page = ResetPage(
            frame: context.frame("Reset password", hasForm: true), username: username,
            token: context.query["token"] ?? "",
            fields: PasswordFields("New password", errors))
        return context.page(page, status: errors.isEmpty ? .ok : .unprocessableContent)
    }

    /// `GET /confirm?token=`: confirms at once in a browser that is signed in to the account; otherwise shows a button,
    /// because mail scanners open links.
    func showConfirm(_ context: RequestContext) throws -> Response {
        guard let link = try link(.confirm, context) else { return oldLink(context, .confirm) }
        if context.viewer?.id == link.account { return try confirmed(context, link.account, email: link.email) }
        let page = ConfirmPage(
            frame: context.frame("Confirm your email", hasForm: true), email: link.email,
            token: context.query["token"] ?? "")
        return context.page(page)
    }

    /// `POST /confirm?token=`
    func confirm(_ context: RequestContext) throws -> Response {
        guard let link = try link(.confirm, context) else { return oldLink(context, .confirm) }
        return try confirmed(context, link.account, email: link.email)
    }

    private func confirmed(_ context: RequestContext, _ account: ID<Account>, email: String) throws -> Response {
        let isDone = try site.database.write { database in
            guard try confirmAddress(database, account, email: email, at: context.now) else { return false }
            try AddressQueries.deleteLinks(database, .confirm, of: account)
            return true
        }
        guard isDone else { return oldLink(context, .confirm) }
        return context.redirect(
            to: context.member == nil ? AccountPaths.login : SitePaths.settings,
            saying: "Email address confirmed. You can sign in with it.")
    }

    /// Marks the address as confirmed and notifies the features.
    func confirmAddress(
        _ database: Writer, _ account: ID<Account>, email: String, at now: Timestamp
    ) throws -> Bool {
        guard try AddressQueries.confirm(database, account, email: email, at: now) else { return false }
        try notifyObservers(database, account, folded: EmailAddress(email)?.folded)
        return true
    }

    /// Notifies the features of a new confirmed address; nil means none.
    func notifyObservers(_ database: Writer, _ account: ID<Account>, folded: String?) throws {
        for observer in observers { try observer.addressChanged(database, of: account, to: folded) }
    }

    private func link(
        _ purpose: LinkPurpose, _ context: RequestContext
    ) throws -> (account: ID<Account>, username: String, email: String)? {
        guard let token = context.query["token"], (40...64).contains(token.utf8.count) else { return nil }
        let hash = TokenHash.of(token)
        return try site.database.read { try AddressQueries.link($0, purpose, tokenHash: hash, at: context.now) }
    }

    private func oldLink(_ context: RequestContext, _ purpose: LinkPurpose) -> Response {
        context.page(
            OldLinkPage(frame: context.frame("This link no longer works"), isReset: purpose == .reset),
            status: .notFound)
    }

    /// The hash of a new password.
    ///
    /// - Throws: `ValidationErrors` on `password` and `password_confirmation`.
    func newPassword(_ form: FormFields, username: String, of account: ID<Account>) throws -> PasswordHash {
        var errors = ValidationErrors()
        rules.check(
            form["password"] ?? "", confirmation: form["password_confirmation"] ?? "", username: username,
            into: &errors)
        try errors.check()
        return try hasher.hash(form["password"] ?? "", as: .known(account.rawValue))
    }
}
