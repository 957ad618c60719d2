import HTTP

/// One line of a feature's route table: a method, a path pattern and what answers it.
///
/// Closed unless it says `open`: the handler of a closed route gets the signed-in viewer as its second argument, so that
/// it cannot be written without one.
struct Route: Sendable {
    /// Who may call a route.
    enum Access: String, Sendable {
        /// Anybody.
        case open
        /// A signed-in person; others are sent to the login page.
        case signedIn = "signed in"
        /// An administrator; for everybody else there is nothing at the path.
        case admin
    }

    /// GET (which answers HEAD too) or POST.
    let method: Method
    /// A path whose segments in braces match any one segment: `/notes/{id}`.
    let pattern: String
    /// Method and pattern, by which logs name the route.
    var name: String { "\(method.rawValue) \(pattern)" }
    let access: Access
    /// The largest body accepted, in bytes.
    let bodyLimit: Int
    /// Whether its form may hold files: then the form's token is looked at before the first of them is read.
    let takesFiles: Bool
    /// Whether it asks neither the database nor a file for those who are not signed in: the I/O loop answers them.
    let isQuickForGuests: Bool
    /// Whether it answers everybody alike: no session is looked for.
    let isPublic: Bool
    /// Where a form that met an ended session can be taken up again after login; it must be a preview (POST, changes
    /// nothing).
    let resume: String?
    let handle: @Sendable (RequestContext) throws -> Response
    /// The pattern taken apart; nil stands for a segment in braces.
    let segments: [Segment]

    enum Segment: Sendable, Equatable {
        case fixed(String)
        case parameter(String)
    }

    /// Forms without files: SECURITY's limit for them.
    static let formBytes = 64 * 1024

    private init(
        _ method: Method, _ pattern: String, _ access: Access, bodyLimit: Int, resume: String? = nil,
        takesFiles: Bool = false, isQuickForGuests: Bool = false, isPublic: Bool = false,
        handle: @escaping @Sendable (RequestContext) throws -> Response
    ) {
        self.method = method
        self.pattern = pattern
        self.access = access
        self.bodyLimit = bodyLimit
        self.takesFiles = takesFiles
        self.isQuickForGuests = isQuickForGuests
        self.isPublic = isPublic
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

    /// A form of a signed-in person.
    static func post(
        _ pattern: String, resume: String? = nil,
        _ handle: @escaping @Sendable (RequestContext, Viewer) throws -> Response
    ) -> Route {
        Route(.post, pattern, .signedIn, bodyLimit: formBytes, resume: resume) { try handle($0, $0.signedIn) }
    }

    /// A form of a signed-in person that may hold files; the token comes before them.
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

    /// A form for anybody that may hold files; the token comes before them.
    static func openUpload(
        _ pattern: String, bodyLimit: Int, _ handle: @escaping @Sendable (RequestContext) throws -> Response
    ) -> Route {
        Route(.post, pattern, .open, bodyLimit: bodyLimit, takesFiles: true, handle: handle)
    }

    /// A page for anybody.
    static func openGet(_ pattern: String, _ handle: @escaping @Sendable (RequestContext) throws -> Response) -> Route {
        Route(.get, pattern, .open, bodyLimit: 0, handle: handle)
    }

    /// A page for anybody that asks neither the database nor a file for those who are not signed in.
    static func guestGet(_ pattern: String, _ handle: @escaping @Sendable (RequestContext) throws -> Response) -> Route
    {
        Route(.get, pattern, .open, bodyLimit: 0, isQuickForGuests: true, handle: handle)
    }

    /// What is the same for everybody: its handler finds no viewer, whoever asks.
    static func publicGet(_ pattern: String, _ handle: @escaping @Sendable (RequestContext) throws -> Response) -> Route
    {
        Route(.get, pattern, .open, bodyLimit: 0, isPublic: true, handle: handle)
    }

    /// A form for anybody.
    static func openPost(_ pattern: String, _ handle: @escaping @Sendable (RequestContext) throws -> Response) -> Route
    {
        Route(.post, pattern, .open, bodyLimit: formBytes, handle: handle)
    }

    /// The values of the segments in braces when `path`, split at "/", fits; else nil.
    func match(_ path: [Substring]) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        var parameters: [String: String] = [:]
        for (segment, value) in zip(segments, path) {
            switch segment {
            case .fixed(let text): if text != value { return nil }
            case .parameter(let name): parameters[name] = String(value)
            }
        }
        return parameters
    }
}
