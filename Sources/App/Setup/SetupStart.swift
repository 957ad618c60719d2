import Database
import HTTP
import Mail
import Proximity

/// The first step: whoever has the link becomes the administrator.
extension Setup {
    /// `GET /setup/{token}`
    func showStart(_ context: RequestContext) throws -> Response {
        try withToken(context) { startPage(context, $0, FormFields(), ValidationErrors()) }
    }

    /// `POST /setup/{token}` (username, email, password, password_confirmation): makes the account and signs it in. Who is
    /// signed in as a member keeps that account, and sends no fields.
    func makeAdministrator(_ context: RequestContext) throws -> Response {
        try withToken(context) { token in
            do {
                if let member = context.member {
                    try site.database.write { try promote($0, member.person, token, context.now) }
                } else {
                    try accounts.beginSession(try newAdministrator(context, token), context)
                }
                end()
                return context.redirect(to: SetupPaths.site, saying: "You look after this site now.")
            } catch let errors as ValidationErrors {
                // A second click finds the name taken, by the first.
                guard try isGood(token, context) else { return oldLink(context) }
                return startPage(context, token, context.form, errors)
            } catch Failure.notFound {
                return oldLink(context)
            }
        }
    }

    private func newAdministrator(_ context: RequestContext, _ token: String) throws -> ID<Account> {
        let account = try newAccount(context)
        let hash = try accounts.hasher.hash(context.form["password"] ?? "", as: .stranger)
        return try accounts.create(account, password: hash, context.now) { database, id in
            let person = Person(id: id, username: account.username.text, displayName: nil)
            try promote(database, person, token, context.now)
        }
    }

    /// Of two who send the form at once, the second finds no link any more.
    private func promote(_ database: Writer, _ person: Person, _ token: String, _ now: Timestamp) throws {
        guard try SetupLinks.isGood(database, tokenHash: TokenHash.of(token), now) else { throw Failure.notFound }
        try SetupLinks.deleteAll(database)
        try Administrators(site: site, accounts: accounts).promote(database, person, by: AdminAction.setup, now)
    }

    private func startPage(
        _ context: RequestContext, _ token: String, _ form: FormFields, _ errors: ValidationErrors
    ) -> Response {
        let page = SetupStartPage(
            context.frame("Set up", hasForm: true), token: token, member: context.member?.person.name ?? "",
            steps: SetupStepsPart(current: 1, site), form, errors)
        return context.page(page, status: errors.isEmpty ? .ok : .unprocessableContent)
    }

    /// Calls `body` with the secret in the path, if it is good. Others read why not: with the administrator there is no
    /// set-up any more, and before that the link is of another day, or a newer one has replaced it.
    private func withToken(_ context: RequestContext, _ body: (String) throws -> Response) throws -> Response {
        let token = context.parameters["token"] ?? ""
        if try isGood(token, context) { return try body(token) }
        return oldLink(context)
    }

    private func isGood(_ token: String, _ context: RequestContext) throws -> Bool {
        let hash = TokenHash.of(token)
        return try site.database.read { try SetupLinks.isGood($0, tokenHash: hash, context.now) }
    }

    private func oldLink(_ context: RequestContext) -> Response {
        // The way back from the second step.
        if context.viewer?.isAdministrator == true { return context.redirect(to: SetupPaths.site) }
        return context.page(SetupOldLinkPage(frame: context.frame("This link doesn’t work")), status: .notFound)
    }

    private func newAccount(_ context: RequestContext) throws(ValidationErrors) -> NewAccount {
        let form = context.form
        var errors = ValidationErrors()
        let typed = accounts.typedName(form)
        var username: Username?
        do { username = try Username(typed, isForSite: true) } catch { errors.add("username", error["username"]) }
        accounts.rules.check(
            form["password"] ?? "", confirmation: form["password_confirmation"] ?? "", username: typed, into: &errors)
        var email: EmailAddress?
        do { email = try EmailRules.address(form) } catch { errors.add("email", error["email"]) }
        guard let username, let email, errors.isEmpty else { throw errors }
        let guessed = form["time_zone"] ?? ""
        return NewAccount(
            username: username, email: email,
            timeZone: TimeZones.isKnown(guessed) ? guessed : site.settings.timeZone)
    }
}
