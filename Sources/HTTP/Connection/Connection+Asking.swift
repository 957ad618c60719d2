/// What a request's head says of its body.
struct AnnouncedBody {
    let framing: BodyFraming
    /// Whether the client waits for `100 Continue` before it sends it.
    let expectsContinue: Bool
}

/// A request about whose body the handler is asked.
struct AskedBody {
    let head: RequestHead
    let body: AnnouncedBody
    let limit: Int
}

/// Asks the handler about a body before anything of it is read.
extension Connection {
    func askAboutBody(
        _ request: AskedBody, _ decide: @escaping @Sendable () -> BodyDecision, _ loop: EventLoop
    ) {
        if request.body.framing == .none { return dispatch(Request(head: request.head, body: .empty), loop) }
        if isTooLarge(request.body, request.limit, loop) { return }
        let context = loop.context
        let inbox = loop.inbox
        let id = id
        asked = request
        phase = .handling
        deadline = .max
        let isTaken = context.handlers.submit(of: context.handler.owner(of: request.head)) {
            inbox.post(.decided(id, decide()))
        }
        guard !isTaken else { return }
        asked = nil
        skipBody(request.body, loop)
        respond(context.error(.serviceUnavailable, refusal: "handler queue full"), loop)
    }

    /// Takes the decision from a handler thread.
    func decided(_ decision: BodyDecision, _ loop: EventLoop) {
        guard let request = asked else { return }
        asked = nil
        switch decision {
        case .read: takeBody(request.head, request.body, limit: request.limit, beforeFiles: nil, loop)
        case .skip:
            skipBody(request.body, loop)
            dispatch(Request(head: request.head, body: .empty), loop)
        }
        advance(nil, loop)
    }
}
