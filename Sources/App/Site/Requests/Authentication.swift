import HTTP

/// Finds out who a request comes from, and answers those who have to sign in first.
protocol Authentication: Sendable {
    /// Who a request comes from, and the secret of their session; nil without a good session.
    func identify(_ head: RequestHead) throws -> (viewer: Viewer, token: String)?
    /// The answer to a visitor without a session at a route for those who are signed in.
    func turnAway(_ context: RequestContext, from route: Route) throws -> Response
}
