import HTTP

/// An entry of a feature's route table: method, path pattern and handler.
///
/// Closed unless it says `open`: the handler of a closed route takes the signed-in viewer as second argument, so it
/// cannot be written without one.
struct Route: Sendable {
    /// Who may call a route.
    enum Access: String, Sendable {
        /// Anybody.
        case open
        /// A signed-in person; others are sent to the login page, guests to their own.
        case signedIn = "signed in"
        /// The same, or a guest.
        case signedInOrGuest = "signed in or guest"
        /// An administrator; everybody else gets 404.
        case admin
        /// A program with a secret of its own in the request, which the handler checks. Cookies and form tokens do not count.
        case token
    }

    /// GET (which also answers HEAD) or POST.
    let method: Method
    /// A path in which segments in braces match any one segment: `/notes/{id}`.
    let pattern: String
    /// Method and pattern, the route's name in the log.
    var name: String { "\(method.rawValue) \(pattern)" }
    private(set) var access: Access
    /// The largest body accepted, in bytes.
    let bodyLimit: Int
    /// Whether its form may contain files. Then the form token is checked before the first file is read.
    let takesFiles: Bool
    /// Whether it needs neither the database nor a file for visitors: the I/O loop then answers them.
    let isQuickForVisitors: Bool
    /// Whether it is the same for everybody: no session is looked up.
    let isPublic: Bool
    /// Whose its calls are, if it is called by programs.
    let programs: ProgramSecrets?
    /// Where to resume the form after login if its session had ended; must be a preview (POST without changes).
    let resume: String?
    private(set) var handle: @Sendable (RequestContext) throws -> Response
    /// The pattern taken apart.
    let segments: [Segment]

    enum Segment: Sendable, Equatable {
        case fixed(String)
        case parameter(String)
    }

    /// The limit for forms without files.
    static let formBytes = 64 * 1024

    private init(
        _ method: Method, _ pattern: String, _ access: Access, bodyLimit: Int, resume: String? = nil,
        takesFiles: Bool = false, isQuickForVisitors: Bool = false, isPublic: Bool = false,
        programs: ProgramSecrets? = nil,
        handle: @escaping @Sendable (RequestContext) throws -> Response
    ) {
        self.method = method
        self.pattern = pattern
        self.access = access
        self.bodyLimit = bodyLimit
        self.takesFiles = takesFiles
        self.isQuickForVisitors = isQuickForVisitors
        self.isPublic = isPublic
        self.programs = programs
        self.resume = resume
        self.handle = handle
        segments = pattern.split(separator: "/").map { segment in
            segment.hasPrefix("{") ? .parameter(String(segment.dropFirst().dropLast())) : .fixed(String(segment))
        }
    }

    /// A page for a signed-in person.
    static func get(_ pattern: String, _ handle: @escaping @Sendable (RequestContext, Viewer) throws -> Response)
        -> Route
    {
        Route(.get, pattern, .signedIn, bodyLimit: 0) { try handle($0, $0.signedIn) }
    }

    /// A form for a signed-in person.
    static func post(
        _ pattern: String, resume: String? = nil,
        _ handle: @escaping @Sendable (RequestContext, Viewer) throws -> Response
    ) -> Route {
        Route(.post, pattern, .signedIn, bodyLimit: formBytes, resume: resume) { try handle($0, $0.signedIn) }
    }

    /// A form for a signed-in person that may contain files; the token comes before them.
    static func upload(
        _ pattern: String, bodyLimit: Int, resume: String? = nil,
        _ handle: @escaping @Sendable (RequestContext, Viewer) throws -> Response
    ) -> Route {
        Route(.post, pattern, .signedIn, bodyLimit: bodyLimit, resume: resume, takesFiles: true) {
            try handle($0, $0.signedIn)
        }
    }

    /// A page for administrators. Its pattern begins with `/admin`.
    static func adminGet(_ pattern: String, _ handle: @escaping @Sendable (RequestContext, Viewer) throws -> Response)
        -> Route
    {
        Route(.get, pattern, .admin, bodyLimit: 0) { try handle($0, $0.signedIn) }
    }

    /// A form for administrators. Its pattern begins with `/admin`.
    static func adminPost(_ pattern: String, _ handle: @escaping @Sendable (RequestContext, Viewer) throws -> Response)
        -> Route
    {
        Route(.post, pattern, .admin, bodyLimit: formBytes) { try handle($0, $0.signedIn) }
    }

    /// A form for administrators that may contain files; the token comes before them.
    static func adminUpload(
        _ pattern: String, bodyLimit: Int, _ handle: @escaping @Sendable (RequestContext, Viewer) throws -> Response
    ) -> Route {
        Route(.post, pattern, .admin, bodyLimit: bodyLimit, takesFiles: true) { try handle($0, $0.signedIn) }
    }

    /// An address for programs that send a secret of their own; the handler checks it, and reads the body itself. The body of a
    /// call with a secret that is nobody's is not read: the handler gets none.
    ///
    /// - Parameter programs: nil where the secret is nobody's own, for an address that takes no body.
    static func program(
        _ method: Method, _ pattern: String, bodyLimit: Int, _ programs: ProgramSecrets?,
        _ handle: @escaping @Sendable (RequestContext) throws -> Response
    ) -> Route {
        Route(method, pattern, .token, bodyLimit: bodyLimit, isPublic: true, programs: programs, handle: handle)
    }

    /// A form for anybody that may contain files; the token comes before them.
    static func openUpload(
        _ pattern: String, bodyLimit: Int, _ handle: @escaping @Sendable (RequestContext) throws -> Response
    ) -> Route {
        Route(.post, pattern, .open, bodyLimit: bodyLimit, takesFiles: true, handle: handle)
    }

    /// A page for anybody.
    static func openGet(_ pattern: String, _ handle: @escaping @Sendable (RequestContext) throws -> Response) -> Route {
        Route(.get, pattern, .open, bodyLimit: 0, handle: handle)
    }

    /// A page for anybody that needs neither the database nor a file for visitors.
    static func visitorGet(
        _ pattern: String, _ handle: @escaping @Sendable (RequestContext) throws -> Response
    ) -> Route {
        Route(.get, pattern, .open, bodyLimit: 0, isQuickForVisitors: true, handle: handle)
    }

    /// A page that is the same for everybody: its handler never gets a viewer.
    static func publicGet(_ pattern: String, _ handle: @escaping @Sendable (RequestContext) throws -> Response) -> Route
    {
        Route(.get, pattern, .open, bodyLimit: 0, isPublic: true, handle: handle)
    }

    /// A form for anybody.
    static func openPost(_ pattern: String, _ handle: @escaping @Sendable (RequestContext) throws -> Response) -> Route
    {
        Route(.post, pattern, .open, bodyLimit: formBytes, handle: handle)
    }

    /// The same closed route, open to guests as well: it shows and changes nothing beyond what they were let in to.
    var forGuests: Route {
        var route = self
        if access == .signedIn { route.access = .signedInOrGuest }
        return route
    }

    /// The same route with something around its handler.
    func with(
        _ around: @escaping @Sendable (RequestContext, () throws -> Response) throws -> Response
    ) -> Route {
        var route = self
        route.handle = { [handle] context in try around(context) { try handle(context) } }
        return route
    }

    /// Whether it answers this method, once the path fits.
    func answers(_ method: Method) -> Bool { self.method == method || self.method == .get && method == .head }

    /// The values of the segments in braces in a path, split at "/", that fits.
    func parameters(_ path: [Substring]) -> [String: String] {
        var values: [String: String] = [:]
        for case (.parameter(let name), let value) in zip(segments, path) { values[name] = String(value) }
        return values
    }
}
