import Database
import Foundation
import HTTP
import Proximity
import Text

/// Sign-up, login, sessions and preferences.
struct Accounts: Feature {
    let site: Site
    let uploads: Uploads
    let hasher: PasswordHasher
    let rules: PasswordRules
    /// Last uses of sessions that are not written to their rows yet.
    let sessionUses = SessionUses()
    /// By the hash of their token.
    let sessions = KeptReads<String, (viewer: Viewer, usedAt: Timestamp)?>(limit: 4_000)

    static let migrations = AccountSchema.migrations

    /// Seconds until an unused session ends, and the maximum life of any session.
    static let idleLife = 30.0 * 86_400
    static let longestLife = 90.0 * 86_400
    /// Maximum life of an administrator's session, in seconds.
    static let longestAdministratorLife = 12.0 * 3_600
    /// What is kept of a browser's User-Agent, in Unicode scalars.
    private static let longestAgent = 200
    /// The last use of a session is written at most this often, in seconds, so that not every page is a write.
    static let useRecorded = 3_600.0

    /// - Throws: if the hasher cannot be created.
    init(site: Site, uploads: Uploads, commonPasswords: String?, passwordCost: PasswordHash.Cost) throws {
        self.site = site
        self.uploads = uploads
        hasher = PasswordHasher(cost: passwordCost, randomBytes: site.environment.randomBytes)
        rules = PasswordRules(common: commonPasswords, siteNames: ["Cairn", site.settings.host])
    }

    /// Whether a database has accounts; it may have no tables yet.
    static func isInUse(_ database: Reader) throws -> Bool {
        guard try database.exists("SELECT 1 FROM sqlite_master WHERE name = 'account'") else { return false }
        return try AccountQueries.hasAccounts(database)
    }

    var routes: [Route] {
        [
            .visitorGet("/signup", showSignup), .openUpload("/signup", bodyLimit: Uploads.pictureFormBytes, signUp),
            .visitorGet("/login", showLogin),
            .openPost("/login", logIn), .get("/logout", showLogout).forGuests, .openPost("/logout", logOut),
            .get("/you", showYou),
            .get("/settings", showSettings), .post("/settings/preferences", changePreferences),
            .visitorGet("/password/forgot", showForgot), .openPost("/password/forgot", forgot),
            .openGet("/password/reset", showReset), .openPost("/password/reset", reset),
            .openGet("/confirm", showConfirm), .openPost("/confirm", confirm),
            .get("/settings/password", showPassword), .post("/settings/password", changePassword),
            .post("/settings/email", changeEmail), .post("/settings/email/confirm", resendConfirmation),
            .get("/settings/sessions", showSessions), .post("/settings/sessions/end", endOtherSessions),
            .post("/settings/sessions/{id}/end", endSession), .post("/settings/pause", pause),
            .get("/settings/profile", showProfile),
            .upload("/settings/profile", bodyLimit: Uploads.pictureFormBytes, changeProfile),
            .post("/settings/picture/remove", removePicture),
        ]
    }

    func restored(_ database: Writer) throws { try AccountQueries.endEverything(database) }

    /// Writes the last uses of sessions. After a failed write they stay in memory.
    func storeSessionUses(_ now: Timestamp) {
        do { try sessionUses.storeWhenDue(in: site.database, now) } catch {
            site.log.warning("the last use of sessions is not stored yet", metadata: ["error": "\(error)"])
        }
    }

    /// Creates an account, out of that of a guest if there is one, and enqueues the mail that confirms its address.
    /// `admit` may still refuse it.
    ///
    /// - Throws: `ValidationErrors` if the name is taken.
    func create(
        _ newAccount: NewAccount, password: PasswordHash, outOf guest: ID<Account>? = nil, _ now: Timestamp,
        admit: (Writer, ID<Account>) throws -> Void = { _, _ in }
    ) throws -> ID<Account> {
        do {
            return try site.database.write { database in
                let code = DeletedAccount.code(of: newAccount.username.text, key: site.key)
                if try AccountQueries.isKept(database, nameCode: code, now) {
                    throw ValidationErrors("username", "That username is taken.")
                }
                let upgraded = try guest.flatMap {
                    try AccountQueries.upgrade(database, $0, to: newAccount, password: password.text, now) ? $0 : nil
                }
                let id =
                    try upgraded
                    ?? AccountQueries.insert(database, newAccount, password: password.text, now)
                try admit(database, id)
                if newAccount.email != nil { try requestLink(database, .confirm, to: id, now) }
                return id
            }
        } catch let error as DatabaseError where error.kind == .unique {
            throw ValidationErrors("username", "That username is taken.")
        }
    }

    /// Starts a session in the browser of `context` and ends its previous session.
    func beginSession(_ account: ID<Account>, _ context: RequestContext) throws {
        let token = try site.database.write { try insertSession($0, account, context) }
        adopt(token, context)
        context.addCookie(TrustedBrowser.cookie(for: account, context))
    }

    /// Inserts a session for the browser of `context` and ends its previous one. Who was a guest there has left.
    ///
    /// - Returns: the session's secret.
    func insertSession(_ database: Writer, _ account: ID<Account>, _ context: RequestContext) throws -> String {
        let token = Base64URL.encode(site.environment.randomBytes(32))
        let agent = (context.request.head.headers["user-agent"] ?? "").prefix(scalars: Accounts.longestAgent)
        let new = try AccountQueries.insertSession(database, account, TokenHash.of(token), agent: agent, context.now)
        guard let old = context.sessionToken.map({ TokenHash.of($0) }) else { return token }
        if let ended = try AccountQueries.session(database, tokenHash: old, of: account) {
            for observer in observers { try observer.sessionContinues(database, of: account, from: ended, in: new) }
        }
        try AccountQueries.endSession(database, tokenHash: old)
        if let viewer = context.viewer, viewer.isGuest, viewer.id != account {
            try endGuest(database, viewer.id, context.now)
        }
        return token
    }

    /// Gives a session that began in this request to the browser.
    func adopt(_ token: String, _ context: RequestContext) {
        context.adopt(sessionToken: token)
        context.addCookie(site.cookies.set(site.cookies.session, token, maxAge: Int(Accounts.longestLife)))
        context.addCookie(site.cookies.end(site.cookies.visitor))
    }

    /// Deletes expired sessions and old links, and guests who do not come back.
    func sweep(_ now: Timestamp) throws {
        // Written first, so that no session in use is deleted as idle.
        try sessionUses.store(in: site.database)
        try site.database.write { database in
            try AccountQueries.deleteEnded(database, now)
            try AddressQueries.deleteOldLinks(database, now)
            for guest in try AccountQueries.lostGuests(database, now) { try endGuest(database, guest, now) }
        }
    }
}
