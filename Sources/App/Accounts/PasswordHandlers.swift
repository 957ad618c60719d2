import Database
import Foundation
import HTTP
import Mail
import Proximity
import Safeguards

/// Forgotten passwords and confirmed addresses: what the links in mails lead to.
extension Accounts {
    /// `GET /password/forgot`
    func showForgot(_ visit: Visit) -> Response {
        forgotPage(visit, "", Problems(), isSent: visit.query["sent"] != nil)
    }

    /// `POST /password/forgot`: the same work and the same answer, whether somebody has the address or not.
    func forgot(_ visit: Visit) throws -> Response {
        let typed = (visit.form["email"] ?? "").trimmingCharacters(in: .whitespaces)
        guard let email = EmailAddress(typed) else {
            return forgotPage(visit, typed, Problems("email", "That is no e-mail address."), isSent: false)
        }
        let account: Throttles.Counter = (.forgotByAccount, String(Accounts.hash(email.folded).prefix(32)))
        try site.throttles.attempt(visit.networkCounters(.forgotByAddress) + [account], visit.now)
        try site.database.write { try requestResetMail($0, to: email, visit.now) }
        return visit.redirect(to: "/password/forgot?sent=1")
    }

    private func forgotPage(_ visit: Visit, _ email: String, _ problems: Problems, isSent: Bool) -> Response {
        let page = ForgotPage(
            frame: visit.frame("Forgot password", hasForm: true),
            email: FieldPart(
                "email", "E-mail", value: email, type: "email", autocomplete: "email", isRequired: true, problems),
            isSent: isSent, isOutbox: site.mail.isOutbox)
        return visit.page(page, status: problems.isEmpty ? .ok : .unprocessableContent)
    }

    /// `GET /password/reset?token=`
    func showReset(_ visit: Visit) throws -> Response {
        guard let link = try link(.reset, visit) else { return oldLink(visit, .reset) }
        return resetPage(visit, link.username, Problems())
    }

    /// `POST /password/reset?token=`: sets the password, ends every session, and confirms the address that the link reached.
    func reset(_ visit: Visit) throws -> Response {
        guard let link = try link(.reset, visit) else { return oldLink(visit, .reset) }
        do {
            let hash = try newPassword(visit.form, username: link.username, of: link.account)
            try site.database.write { database in
                // Looked up again: of two who use a link at once, one is late.
                let hashed = Accounts.hash(visit.query["token"] ?? "")
                guard try AddressQueries.link(database, .reset, tokenHash: hashed, visit.now) != nil else {
                    throw Failure.notFound
                }
                try AccountQueries.setPassword(database, link.account, hash.text)
                try AddressQueries.deleteLinks(database, .reset, of: link.account)
                _ = try confirmAddress(database, link.account, link.email, visit.now)
                try AccountQueries.endSessions(database, of: link.account, but: nil)
                try tellOfChange(database, link.account, "your password was changed by a link in a mail.", visit.now)
            }
            return visit.redirect(to: "/login", saying: "Your password is changed. Sign in with it.")
        } catch let problems as Problems {
            return resetPage(visit, link.username, problems)
        }
    }

    private func resetPage(_ visit: Visit, _ username: String, _ problems: Problems) -> Response {
        let page = ResetPage(
            frame: visit.frame("New password", hasForm: true), username: username, token: visit.query["token"] ?? "",
            fields: PasswordFields("New password", problems))
        return visit.page(page, status: problems.isEmpty ? .ok : .unprocessableContent)
    }

    /// `GET /confirm?token=`: confirms at once in a browser that is signed in to the account; elsewhere by a button, for
    /// programs that look at mails follow links.
    func showConfirm(_ visit: Visit) throws -> Response {
        guard let link = try link(.confirm, visit) else { return oldLink(visit, .confirm) }
        if visit.viewer?.id == link.account { return try confirmed(visit, link.account, link.email) }
        let page = ConfirmPage(
            frame: visit.frame("Confirm your address", hasForm: true), email: link.email,
            token: visit.query["token"] ?? "")
        return visit.page(page)
    }

    /// `POST /confirm?token=`
    func confirm(_ visit: Visit) throws -> Response {
        guard let link = try link(.confirm, visit) else { return oldLink(visit, .confirm) }
        return try confirmed(visit, link.account, link.email)
    }

    private func confirmed(_ visit: Visit, _ account: ID<Account>, _ email: String) throws -> Response {
        let isDone = try site.database.write { database in
            guard try confirmAddress(database, account, email, visit.now) else { return false }
            try AddressQueries.deleteLinks(database, .confirm, of: account)
            return true
        }
        guard isDone else { return oldLink(visit, .confirm) }
        return visit.redirect(
            to: visit.viewer == nil ? "/login" : "/settings",
            saying: "Your address is confirmed. You can sign in by it.")
    }

    /// Notes that an address reached its owner, and tells who has to know.
    func confirmAddress(
        _ database: Writer, _ account: ID<Account>, _ email: String, _ now: Timestamp
    ) throws -> Bool {
        guard try AddressQueries.confirm(database, account, email, now) else { return false }
        try onAddress(database, account, EmailAddress(email)?.folded)
        return true
    }

    private func link(
        _ purpose: LinkPurpose, _ visit: Visit
    ) throws -> (account: ID<Account>, username: String, email: String)? {
        guard let token = visit.query["token"], (40...64).contains(token.utf8.count) else { return nil }
        return try site.database.read {
            try AddressQueries.link($0, purpose, tokenHash: Accounts.hash(token), visit.now)
        }
    }

    private func oldLink(_ visit: Visit, _ purpose: LinkPurpose) -> Response {
        visit.page(OldLinkPage(frame: visit.frame("Old link"), isReset: purpose == .reset), status: .notFound)
    }

    /// The hash of a password that was typed twice.
    ///
    /// - Throws: `Problems` on `password` and `password_confirmation`.
    func newPassword(_ form: FormFields, username: String, of account: ID<Account>) throws -> PasswordHash {
        var problems = Problems()
        rules.check(
            form["password"] ?? "", confirmation: form["password_confirmation"] ?? "", username: username,
            into: &problems)
        try problems.check()
        return try hasher.hash(form["password"] ?? "", as: .known(account.rawValue))
    }
}
