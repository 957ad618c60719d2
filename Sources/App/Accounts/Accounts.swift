import Crypto
import Database
import Foundation
import HTTP
import Proximity

/// Sign-up, login, sessions and preferences. Front door of the feature.
struct Accounts: Feature {
    let site: Site
    let hasher: PasswordHasher
    let rules: PasswordRules
    let uploads: Uploads
    /// Whether a person is there for another.
    let isVisible: @Sendable (_ person: ID<Account>, _ viewer: ID<Account>, Reader) throws -> Bool
    /// The paths at which a form may be taken up again after login.
    let previews: [String]
    /// Who is told when somebody confirms an address, or with nil has none that is confirmed any more.
    let onAddress: @Sendable (Writer, ID<Account>, String?) throws -> Void
    /// Who is told when somebody chooses anew what they share; returns what they are told of it.
    let onPreferences: @Sendable (Writer, Viewer, Preferences, Timestamp) throws -> String
    /// Who is told when somebody pauses; returns what they are told of it.
    let onPause: @Sendable (Writer, Viewer, Timestamp) throws -> String
    /// When sessions were last used, on the way to their rows.
    let sessionUses = SessionUses()

    static let migrations = AccountSchema.migrations + RoleSchema.migrations + DeletedAccount.migrations

    /// How long an unused session lives, and the longest that any does, in seconds.
    static let idleLife = 30.0 * 86_400
    static let longestLife = 90.0 * 86_400
    /// The longest that an administrator's session lives, in seconds.
    static let longestAdministratorLife = 12.0 * 3_600
    /// A session's last use is written at most this often, in seconds: not every page is a write.
    private static let useNoted = 3_600.0

    var routes: [Route] {
        [
            .guestGet("/signup", showSignup), .openUpload("/signup", bodyLimit: Uploads.pictureFormBytes, signUp),
            .guestGet("/login", showLogin),
            .openPost("/login", logIn), .openPost("/logout", logOut), .get("/you", showYou),
            .get("/settings", showSettings), .post("/settings/preferences", changePreferences),
            .guestGet("/password/forgot", showForgot), .openPost("/password/forgot", forgot),
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

    /// Who a request comes from; nil without a good session.
    func identify(_ head: RequestHead) throws -> (viewer: Viewer, token: String)? {
        guard let token = head.cookie(site.cookies.session), !token.isEmpty, token.utf8.count <= 64 else { return nil }
        let now = site.now
        let found = try site.database.read { try AccountQueries.session($0, tokenHash: Accounts.hash(token), now) }
        guard let found else { return nil }
        let session = found.viewer.session
        let unused = now.seconds(since: max(found.usedAt, sessionUses.last(of: session) ?? found.usedAt))
        guard unused < Accounts.idleLife else { return nil }
        if unused > Accounts.useNoted { sessionUses.record(session, now) }
        return (found.viewer, token)
    }

    /// Writes when sessions were last used. What cannot be written waits.
    func storeSessionUses(_ now: Timestamp) {
        do { try sessionUses.storeWhenDue(in: site.database, now) } catch {
            site.log.warning("the last use of sessions is not stored yet", metadata: ["error": "\(error)"])
        }
    }

    /// Makes an account, and asks for the mail that confirms its address.
    ///
    /// - Throws: `ValidationErrors` when the name is taken.
    func create(_ newAccount: NewAccount, password: PasswordHash, _ now: Timestamp) throws -> ID<Account> {
        do {
            return try site.database.write { database in
                let code = DeletedAccount.code(of: newAccount.username.text, key: site.key)
                if try AccountQueries.isKept(database, nameCode: code, now) {
                    throw ValidationErrors("username", "That name is taken.")
                }
                let id = try AccountQueries.insert(database, newAccount, password: password.text, now)
                if newAccount.email != nil { try requestLink(database, .confirm, to: id, now) }
                return id
            }
        } catch let error as DatabaseError where error.kind == .unique {
            throw ValidationErrors("username", "That name is taken.")
        }
    }

    /// Signs an account in on the browser of `visit`; a session that the browser already had ends.
    func beginSession(_ account: ID<Account>, _ context: RequestContext) throws {
        let token = Base64URL.encode(site.environment.randomBytes(32))
        let old = context.sessionToken.map { Accounts.hash($0) }
        let agent = String((context.request.head.headers["user-agent"] ?? "").prefix(200))
        try site.database.write { database in
            if let old { try AccountQueries.endSession(database, tokenHash: old) }
            try AccountQueries.insertSession(database, account, Accounts.hash(token), agent: agent, context.now)
        }
        context.adopt(sessionToken: token)
        context.addCookie(site.cookies.set(site.cookies.session, token, maxAge: Int(Accounts.longestLife)))
        context.addCookie(site.cookies.end(site.cookies.context))
        context.addCookie(TrustedBrowser.cookie(for: account, context))
    }

    /// How many browsers a person is signed in with.
    func sessionCount(of account: ID<Account>, _ now: Timestamp, _ database: Reader) throws -> Int {
        try AccountQueries.sessions(database, of: account, now).count
    }

    /// Deletes sessions that ended by age, and old links.
    func sweep(_ now: Timestamp) throws {
        // Before any is deleted for not having been used.
        try sessionUses.store(in: site.database)
        try site.database.write { database in
            try AccountQueries.deleteEnded(database, now)
            try AddressQueries.deleteOldLinks(database, now)
        }
    }

    /// What is stored of a session's secret: a copy of the table signs nobody in.
    static func hash(_ token: String) -> String {
        SHA256.hash(data: Array(token.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
