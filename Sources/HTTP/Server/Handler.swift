/// Answers the requests of a server.
public protocol Handler: Sendable {
    /// Decides from the head how the body is read. Called on the I/O loop: must not block.
    func plan(for head: RequestHead) -> BodyPlan

    /// Whose a request is, as far as that is known without waiting: requests of many owners take turns. nil for nobody's. Called
    /// on the I/O loop.
    func owner(of head: RequestHead) -> Int?

    /// Answers a request: on the I/O loop after `.immediate`, on a handler thread after `.pooled` and
    /// `.asked`.
    func respond(to request: Request) -> Response
}

extension Handler {
    public func owner(of head: RequestHead) -> Int? { nil }
}
