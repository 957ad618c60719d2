import Database
import HTTP

/// Finds the route of a request and does the checks common to all: session, form token, errors.
struct Router: Handler {
    let site: Site
    let index: RouteIndex
    let staticPages: StaticPages
    /// Whether this many more bytes can be stored.
    let hasRoom: @Sendable (Int) -> Bool
    let authentication: any Authentication

    /// The result of matching a path.
    private enum Match {
        case route(Route, [String: String])
        /// The supported methods, and whether the path is an administrator's.
        case otherMethods([Method], isForAdministrators: Bool)
        case nothing

        /// The pattern of the route.
        var pattern: String? { if case .route(let route, _) = self { route.pattern } else { nil } }

        /// Whether a program calls it with a secret of its own, so that its body is no form of a page.
        var isForPrograms: Bool { if case .route(let route, _) = self { route.access == .token } else { false } }

        /// The route's name in the log, never the path.
        var name: String { if case .route(let route, _) = self { route.name } else { "a path without a route" } }

        var isForAdministrators: Bool {
            switch self {
            case .route(let route, _): route.access == .admin
            case .otherMethods(_, let isForAdministrators): isForAdministrators
            case .nothing: false
            }
        }
    }

    func plan(for head: RequestHead) -> BodyPlan {
        if staticPages.covers(head.path) { return .immediate }
        guard case .route(let route, let parameters) = match(head) else { return .pooled(bodyLimit: Route.formBytes) }
        if let programs = route.programs, knownCaller(head, route, parameters) == nil {
            return .asked(bodyLimit: route.bodyLimit) { decide(head, programs, parameters) }
        }
        if route.isQuickForVisitors && !mayBeSignedIn(head) { return .immediate }
        guard route.takesFiles else { return .pooled(bodyLimit: route.bodyLimit) }
        // Only multipart bodies can contain files; others are read into memory.
        guard head.headers["content-type"]?.lowercased().hasPrefix("multipart/form-data") == true else {
            return .pooled(bodyLimit: Route.formBytes)
        }
        return .pooled(bodyLimit: route.bodyLimit, beforeFiles: { filePlan(of: head, $0, route) })
    }

    /// What happens to the files of a form. A closed route takes files only with a token that a page for that very session had:
    /// a visitor's, which everybody gets, would let anybody fill the disk. Of a session that has ended meanwhile the fields
    /// alone are read: they are carried through the login.
    private func filePlan(of head: RequestHead, _ fields: FormFields, _ route: Route) -> FilePlan {
        let isOurs =
            route.access == .open
            ? RequestContext.isFormOurs(head, fields, site, site.now)
            : RequestContext.isFormOfSession(head, fields, site)
        guard isOurs else {
            return .refuse(PlainErrorPage.response(.forbidden))
        }
        let announced = Int(head.headers["content-length"] ?? "") ?? 0
        guard hasRoom(announced) else { return .refuse(PlainErrorPage.response(.insufficientStorage)) }
        return route.access == .open || authentication.mayBeLive(head) ? .store : .skip
    }

    /// Whether there is a session cookie, valid or not.
    private func mayBeSignedIn(_ head: RequestHead) -> Bool {
        head.cookie(site.cookies.session).map { !$0.isEmpty } ?? false
    }

    /// The account, for what is recently known of its session or secret; else the network, unless it is this machine.
    func owner(of head: RequestHead) -> Int? {
        if let account = site.recentSessions.account(head.cookie(site.cookies.session), site.now) {
            return account.rawValue.hashValue
        }
        if case .route(let route, let parameters) = match(head),
            let account = knownCaller(head, route, parameters)
        {
            return account.rawValue.hashValue
        }
        return head.client.isLoopback ? nil : head.client.network.hashValue
    }

    func respond(to request: Request) -> Response {
        if let response = staticPages.respond(to: request.head) { return response }
        let found = match(request.head)
        return CrashNote.during(found.name, request.head.number) {
            site.database.onBehalf(of: nil, doing: found.name) { respond(to: request, found) }
        }
    }

    private func respond(to request: Request, _ found: Match) -> Response {
        let parameters = if case .route(_, let values) = found { values } else { [String: String]() }
        let pathForLog = found.pattern ?? Redaction.target(request.head.path, RouteIndex([]))
        let isPublic = if case .route(let route, _) = found { route.isPublic } else { false }
        do {
            let hasForm = request.head.method == .post && !found.isForPrograms
            let form = hasForm ? try request.form() : FormFields()
            if request.head.method == .post || mayBeSignedIn(request.head) {
                try site.settingsStore.refresh(site.database, site.now)
            }
            let signedIn = isPublic ? nil : try authentication.identify(request.head)
            let context = RequestContext(
                site: site, request: request, parameters: parameters, signedIn: signedIn, form: form,
                pathForLog: pathForLog)
            if let signedIn { site.recentSessions.record(signedIn.token, of: signedIn.viewer.id, context.now) }
            do {
                return try site.database.onBehalf(of: signedIn?.viewer.id.rawValue) { try answer(found, context) }
            } catch {
                return ErrorPages.answer(error, context)
            }
        } catch {
            let context = RequestContext(
                site: site, request: request, parameters: [:], signedIn: nil, form: FormFields(),
                pathForLog: pathForLog)
            return ErrorPages.answer(error, context)
        }
    }

    private func answer(_ found: Match, _ context: RequestContext) throws -> Response {
        if found.isForAdministrators && context.viewer?.isAdministrator != true { throw Failure.notFound }
        switch found {
        case .nothing: throw Failure.notFound
        case .otherMethods(let methods, _): return ErrorPages.methodNotAllowed(methods, context)
        case .route(let route, _):
            if route.access == .token { return try route.handle(context) }
            if route.access != .open && context.viewer == nil {
                return try authentication.turnAway(context, from: route)
            }
            if route.access == .signedIn, let viewer = context.viewer, viewer.isGuest {
                return try authentication.leadBack(context, viewer)
            }
            if route.method == .post && !context.isFormOurs { throw Failure.forged }
            return try site.formTurns.pass(context) { try route.handle(context) }
        }
    }

    private func match(_ head: RequestHead) -> Match {
        var others: [Method] = []
        var isForAdministrators = false
        for route in index.routes(forPath: head.path) {
            if route.answers(head.method) {
                return .route(route, route.parameters(head.path.split(separator: "/")))
            }
            isForAdministrators = isForAdministrators || route.access == .admin
            others.append(route.method)
            if route.method == .get { others.append(.head) }
        }
        return others.isEmpty ? .nothing : .otherMethods(others, isForAdministrators: isForAdministrators)
    }
}
