/// Answers the requests of a server.
public protocol Handler: Sendable {
    /// Decides from the head how the body is read. Called on the I/O loop: must not block.
    func plan(for head: RequestHead) -> BodyPlan

    /// Answers a request: on the I/O loop after `.immediate`, on a handler thread after `.pooled`.
    func respond(to request: Request) -> Response
}
