import Database
import HTTP
import Mail
import Proximity

/// The first step: whoever has the link becomes the administrator.
extension Setup {
    /// `GET /setup/{token}`
    func showStart(_ context: RequestContext) throws -> Response {
        let token = try goodToken(context)
        return context.page(SetupStartPage(context, token, errors: ValidationErrors()))
    }

    /// `POST /setup/{token}` (username, email, password, password_confirmation): makes the account and signs it in.
    func makeAdministrator(_ context: RequestContext) throws -> Response {
        let token = try goodToken(context)
        do {
            let account = try newAccount(context)
            let hash = try accounts.hasher.hash(context.form["password"] ?? "", as: .stranger)
            let id = try accounts.create(account, password: hash, context.now) { database, id in
                // Of two who send the form at once, the second finds no link any more.
                guard try SetupLinks.isGood(database, tokenHash: TokenHash.of(token), context.now) else {
                    throw Failure.notFound
                }
                try SetupLinks.deleteAll(database)
                try accounts.makeAdministrator(database, id, at: context.now)
                try AdminQueries.record(
                    database, AdminAction.Kind.addedAdministrator.rawValue, by: (nil, AdminAction.setup),
                    about: Person(id: id, username: account.username.text, displayName: nil), detail: "",
                    at: context.now)
            }
            isOpen.set(false)
            try accounts.beginSession(id, context)
            return context.redirect(to: SetupPaths.site, saying: "You look after this site now.")
        } catch let errors as ValidationErrors {
            return context.page(SetupStartPage(context, token, errors: errors), status: .unprocessableContent)
        }
    }

    /// The secret in the path.
    ///
    /// - Throws: `Failure.notFound` for any other, and for good once there is an administrator.
    private func goodToken(_ context: RequestContext) throws -> String {
        let token = context.parameters["token"] ?? ""
        let hash = TokenHash.of(token)
        guard try site.database.read({ try SetupLinks.isGood($0, tokenHash: hash, context.now) }) else {
            throw Failure.notFound
        }
        return token
    }

    private func newAccount(_ context: RequestContext) throws(ValidationErrors) -> NewAccount {
        let form = context.form
        var errors = ValidationErrors()
        let typed = (form["username"] ?? "").trimmingCharacters(in: .whitespaces)
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
