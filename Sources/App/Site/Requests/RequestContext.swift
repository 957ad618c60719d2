import Foundation
import HTML
import HTTP
import Proximity

/// A request as a handler sees it: the viewer, the form, and the means to respond. Used on one thread.
final class RequestContext {
    let site: Site
    let request: Request
    /// The values of the route's segments in braces.
    let parameters: [String: String]
    /// The secret in the session cookie, if there is a session.
    private(set) var sessionToken: String?
    let viewer: Viewer?
    /// The path in a form that may be logged.
    let pathForLog: String
    /// The time of the request: the same for everything it does.
    let now: Timestamp
    /// When the request's head had arrived: before ``now`` by as long as its body took.
    let begunAt: Timestamp
    /// The fields of the body; empty for GET.
    let form: FormFields
    private var newCookies: [String] = []
    private var visitorCookie: String?

    init(
        site: Site, request: Request, parameters: [String: String], signedIn: (viewer: Viewer, token: String)?,
        form: FormFields, pathForLog: String
    ) {
        self.site = site
        self.request = request
        self.parameters = parameters
        self.form = form
        self.pathForLog = pathForLog
        viewer = signedIn?.viewer
        sessionToken = signedIn?.token
        now = site.now
        begunAt = now - request.age
        visitorCookie = request.head.cookie(site.cookies.visitor).flatMap {
            VisitorSession.isGood($0, site, now) ? $0 : nil
        }
    }

    /// The signed-in viewer; the router guarantees one on closed routes.
    var signedIn: Viewer {
        get throws {
            guard let viewer else { throw Failure.notFound }
            return viewer
        }
    }

    /// The signed-in person with an account of their own; nil for visitors and guests.
    var member: Viewer? { viewer.flatMap { $0.isGuest ? nil : $0 } }

    /// Whether the browser came by an invite link. Asks no database; the form is checked again when it is sent.
    var hasInvitation: Bool { !(request.head.cookie(site.cookies.invitation) ?? "").isEmpty }

    /// The fields of the query.
    var query: FormFields { request.head.queryFields }

    /// Whether the client wants JSON instead of a page.
    var wantsJSON: Bool {
        let accept = request.head.headers["accept"] ?? ""
        return accept.contains("application/json") && !accept.contains("text/html")
    }

    /// Whether a person looks at the page: not a program that asks for its head alone, and not a browser that fetches it
    /// in case they follow a link.
    var isLookedAt: Bool {
        let purposes = ["sec-purpose", "purpose"].compactMap { request.head.headers[$0]?.lowercased() }
        return request.head.method == .get && !purposes.contains { $0.contains("prefetch") || $0.contains("prerender") }
    }

    /// The page of this site that contained the form, if the browser sends it.
    var ownReferer: String? {
        guard let text = request.head.headers["referer"], let url = URL(string: text), let host = url.host(),
            let own = request.head.headers["host"], own == host || own == "\(host):\(url.port ?? 0)"
        else { return nil }
        let path = PathText.inside(url.path + (url.query.map { "?\($0)" } ?? ""))
        return path == "/" && url.path != "/" ? nil : path
    }

    /// Whether the form's token is valid for this visitor.
    var isFormOurs: Bool {
        guard RequestOrigin.isOwn(request.head.headers) else { return false }
        return formToken?.accepts(form["csrf"]) ?? false
    }

    private var formToken: FormToken? {
        if let sessionToken { return FormToken(session: sessionToken, key: site.key) }
        return visitorCookie.map { FormToken(visitor: $0, key: site.key) }
    }

    /// Whether the form's token matches the request's cookies. An ended session is detected later.
    static func isFormOurs(_ head: RequestHead, _ form: FormFields, _ site: Site, _ now: Timestamp) -> Bool {
        if isFormOfSession(head, form, site) { return true }
        guard RequestOrigin.isOwn(head.headers), let cookie = head.cookie(site.cookies.visitor),
            VisitorSession.isGood(cookie, site, now)
        else {
            return false
        }
        return FormToken(visitor: cookie, key: site.key).accepts(form["csrf"])
    }

    /// Whether the form's token is that of the session in the request's cookies, which was on pages for this session alone.
    static func isFormOfSession(_ head: RequestHead, _ form: FormFields, _ site: Site) -> Bool {
        guard RequestOrigin.isOwn(head.headers), let session = head.cookie(site.cookies.session), !session.isEmpty
        else {
            return false
        }
        return FormToken(session: session, key: site.key).accepts(form["csrf"])
    }

    /// A token for a form on the current page. Sets a short-lived cookie for visitors.
    func newFormToken() -> String {
        if formToken == nil {
            let cookie = VisitorSession.make(site, now)
            visitorCookie = cookie
            addCookie(site.cookies.set(site.cookies.visitor, cookie, maxAge: VisitorSession.seconds))
        }
        return formToken?.masked(randomBytes: site.environment.randomBytes) ?? ""
    }

    /// Sets the session that began in this request: forms on the current page use it.
    func adopt(sessionToken: String) { self.sessionToken = sessionToken }

    /// Adds a Set-Cookie field to the response.
    func addCookie(_ cookie: String) { newCookies.append(cookie) }
}

/// Responses.
extension RequestContext {
    /// A page; of a kind that is given, the viewer's browser keeps a copy.
    func page(_ view: some View, status: Status = .ok, copiedAs kind: OfflineCopy? = nil) -> Response {
        finished(marked(.html(view.rendered(), status: status), as: kind))
    }

    /// Redirects to another page, which shows `message`, with a button that posts to `undo`. Whoever takes that post
    /// accepts it for ``Flash/undoTime``.
    func redirect(
        to path: String, saying message: String? = nil, undo: String = "", asking why: String = ""
    ) -> Response {
        if let message { tellNext(Flash(words: message, undo: undo, asks: why)) }
        return finished(.redirect(to: path))
    }

    /// The next page of this visitor shows a message.
    func tellNext(_ message: Flash) {
        addCookie(site.cookies.set(site.cookies.flash, site.key.sign("flash", message.text), maxAge: 60))
    }

    /// A JSON response for scripts.
    func json(_ value: some Encodable, status: Status = .ok) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let headers = Headers([("Content-Type", "application/json")])
        return finished(Response(status: status, headers: headers, body: .bytes(Array(try encoder.encode(value)))))
    }

    /// Whether the next page of this visitor shows a message.
    var hasFlash: Bool { !(request.head.cookie(site.cookies.flash) ?? "").isEmpty }

    /// The message from the previous response; shown once.
    func takeFlash() -> Flash {
        guard let cookie = request.head.cookie(site.cookies.flash), !cookie.isEmpty else { return .none }
        addCookie(site.cookies.end(site.cookies.flash))
        return site.key.verified("flash", cookie).map { Flash(text: $0) } ?? .none
    }

    /// Adds the cookies and forbids caching, because the response is personal.
    func finished(_ response: Response) -> Response {
        var response = response
        for cookie in newCookies { response.headers.add("Set-Cookie", cookie) }
        if response.headers["cache-control"] == nil { response.headers.set("Cache-Control", "no-store") }
        return response
    }
}

/// The signed cookie of a visitor, which their form tokens derive from: "MILLISECONDS-RANDOM".
enum VisitorSession {
    /// Seconds for which a login page may stay open before its form is refused.
    static let seconds = 4 * 3600

    static func make(_ site: Site, _ now: Timestamp) -> String {
        site.key.sign("guest", "\(now.milliseconds)-\(Base64URL.encode(site.environment.randomBytes(18)))")
    }

    static func isGood(_ cookie: String, _ site: Site, _ now: Timestamp) -> Bool {
        guard let text = site.key.verified("guest", cookie), let made = Timestamp(input: text.prefix { $0 != "-" })
        else {
            return false
        }
        return now.seconds(since: made) < Double(seconds)
    }
}
