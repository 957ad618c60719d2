import HTTP

/// Identifies viewers, and answers requests that need a login.
protocol Authentication: Sendable {
    /// The viewer of a request and the secret of their session; nil without a valid session.
    func identify(_ head: RequestHead) throws -> (viewer: Viewer, token: String)?
    /// Whether a request comes from a session that has not ended, as far as one look-up tells without waiting: for the I/O
    /// loop, which must not block.
    func mayBeLive(_ head: RequestHead) -> Bool
    /// The response to a visitor at a route for signed-in people.
    func requireLogin(_ context: RequestContext, from route: Route) throws -> Response
    /// The response to a guest at a route for people with an account.
    func redirectGuest(_ context: RequestContext, _ guest: Viewer) throws -> Response
}
