import Database
import HTTP

/// Identifies sessions and sends visitors to the login page.
extension Accounts: Authentication {
    /// The viewer of a request; nil without a valid session.
    func identify(_ head: RequestHead) throws -> (viewer: Viewer, token: String)? {
        guard let token = sessionToken(of: head) else { return nil }
        let now = site.now
        let hash = TokenHash.of(token)
        let found = try sessions.value(hash, in: site.database, at: now) {
            try AccountQueries.session($0, tokenHash: hash, now)
        }
        guard let found else { return nil }
        let session = found.viewer.session
        let unused = now.seconds(since: max(found.usedAt, sessionUses.last(of: session) ?? found.usedAt))
        guard unused < Accounts.idleLife else { return nil }
        if unused > Accounts.useRecorded { sessionUses.record(session, now) }
        return (found.viewer, token)
    }

    /// True also where the database cannot say just now: the handler asks again.
    func mayBeLive(_ head: RequestHead) -> Bool {
        guard let token = sessionToken(of: head) else { return false }
        let (hash, now) = (TokenHash.of(token), site.now)
        let isLive = try? site.database.readUnlessBusy { try AccountQueries.isLive($0, tokenHash: hash, now) }
        return isLive ?? true
    }

    private func sessionToken(of head: RequestHead) -> String? {
        head.cookie(site.cookies.session).flatMap { $0.isEmpty || $0.utf8.count > 64 ? nil : $0 }
    }

    /// Whoever was a guest is led from a guest's pages to the one that says that it is over. GET: redirects to the login page, which leads back. POST: does nothing, but carries the form through the login
    /// if the route can resume it.
    func requireLogin(_ context: RequestContext, from route: Route) throws -> Response {
        if context.wantsJSON { throw Failure.unreadable(.forbidden, "Please sign in.") }
        if route.access == .signedInOrGuest, let path = site.farewellPath(context) {
            return context.redirect(to: path)
        }
        guard route.method == .post else {
            return context.redirect(to: AccountPaths.login(next: context.request.head.target))
        }
        guard let resume = route.resume, RequestOrigin.isOwn(context.request.head.headers) else {
            return context.redirect(to: AccountPaths.login)
        }
        let kept = KeptForm(path: resume, fields: context.form)
        let page = LoginPage(
            frame: context.frame("Sign in", hasForm: true), username: "", next: "", kept: kept.text,
            errors: ValidationErrors(),
            notice: "Your session has ended. Sign in again: what you wrote is kept.",
            canSignUp: site.settings.registration == .open)
        return context.page(page, status: .forbidden)
    }

    /// Redirects to the guest's own page. Forms do nothing.
    func redirectGuest(_ context: RequestContext, _ guest: Viewer) throws -> Response {
        if context.wantsJSON { throw Failure.unreadable(.forbidden, "Guests can’t do that. Make an account first.") }
        return context.redirect(to: try site.guestPath(for: guest))
    }
}

extension Accounts {
    /// The features that react to account changes.
    var observers: [any AccountObserver] { site.features.conforming(to: (any AccountObserver).self) }

    /// Ends all sessions of an account except `kept`; all of them if nil.
    func endSessions(_ database: Writer, of account: ID<Account>, but kept: ID<Session>?) throws {
        try AccountQueries.endSessions(database, of: account, but: kept)
        sessionsEnd(database, of: account)
    }

    /// Tells the other features that sessions of an account end with this write.
    func sessionsEnd(_ database: Writer, of account: ID<Account>) {
        for observer in observers { observer.sessionsEnd(database, of: account) }
    }
}
