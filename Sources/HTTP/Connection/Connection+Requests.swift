import Foundation

/// Passes a request to the handler and its response to the writer.
extension Connection {
    func startRequest(_ bytes: UnsafeRawBufferPointer, _ loop: EventLoop) {
        let context = loop.context
        requests += 1
        phase = .handling
        deadline = .max
        let start = context.accessLog.map { _ in SuspendingClock.now }
        do throws(Refusal) {
            let parsed = try HeadParser(bytes)
            let head = try context.forwarding.apply(RequestHead(parsed, bytes: bytes, client: peer))
            isHead = head.method == .head
            keepsAlive = parsed.keepsAlive && requests < context.limits.keepAliveRequests && !loop.isStopping
            if let start { logged = LoggedRequest(head: head, start: start) }
            if parsed.hasUnknownExpectation {
                throw Refusal(.expectationFailed, "unknown expectation (RFC 9110, 10.1.1)")
            }
            route(head, parsed, loop)
        } catch {
            refuse(error, loop)
        }
    }

    private func route(_ head: RequestHead, _ parsed: HeadParser, _ loop: EventLoop) {
        let context = loop.context
        if head.path == "*" {
            let allowed = Method.allCases.map(\.rawValue).joined(separator: ", ")
            let answer = Response(status: .noContent, headers: Headers([("Allow", allowed)]))
            skipBody(parsed.body, loop)
            return respond(PreparedResponse(answer, for: head, context: context), loop)
        }
        switch context.handler.plan(for: head) {
        case .immediate:
            skipBody(parsed.body, loop)
            let response = context.handler.respond(to: Request(head: head, body: .empty))
            respond(PreparedResponse(response, for: head, context: context), loop)
        case .refuse(let response):
            skipBody(parsed.body, loop)
            respond(PreparedResponse(response, for: head, context: context), loop)
        case .asked(let limit, let decide):
            askAboutBody(AskedBody(head: head, body: parsed.body, limit: limit), decide, loop)
        case .pooled(let limit, let beforeFiles):
            takeBody(head, parsed.body, limit: limit, beforeFiles: beforeFiles, loop)
        }
    }

    func takeBody(
        _ head: RequestHead, _ body: AnnouncedBody, limit: Int, beforeFiles: (@Sendable (FormFields) -> FilePlan)?,
        _ loop: EventLoop
    ) {
        if body.framing == .none { return dispatch(Request(head: head, body: .empty), loop) }
        if isTooLarge(body, limit, loop) { return }
        do throws(FormError) {
            let inbox = loop.inbox
            let id = id
            incoming = try IncomingBody(
                head: head, framing: body.framing, limit: limit, beforeFiles: beforeFiles, context: loop.context,
                now: loop.now, report: { inbox.post(.spooled(id, $0)) })
        } catch {
            skipBody(body, loop)
            return respond(loop.context.error(error.status, refusal: "\(error)"), loop)
        }
        phase = .body
        deadline = loop.now + loop.context.times.bodyIdle
        if body.expectsContinue { loop.out.append("HTTP/1.1 100 Continue\r\n\r\n") }
    }

    /// Refuses a body that is announced as longer than the limit.
    func isTooLarge(_ body: AnnouncedBody, _ limit: Int, _ loop: EventLoop) -> Bool {
        guard case .length(let length) = body.framing, length > limit else { return false }
        skipBody(body, loop)
        respond(loop.context.error(.contentTooLarge, refusal: "body of \(length) bytes"), loop)
        return true
    }

    func dispatch(_ request: Request, _ loop: EventLoop) {
        let context = loop.context
        let inbox = loop.inbox
        let id = id
        phase = .handling
        deadline = .max
        let isTaken = context.handlers.submit(of: context.handler.owner(of: request.head)) {
            let response = context.handler.respond(to: request)
            inbox.post(.respond(id, PreparedResponse(response, for: request.head, context: context)))
        }
        if !isTaken { respond(context.error(.serviceUnavailable, refusal: "handler queue full"), loop) }
    }

    /// Takes a response from a handler thread.
    func answered(_ response: PreparedResponse, _ loop: EventLoop) {
        guard phase == .handling else { return response.discard(loop.context) }
        respond(response, loop)
        advance(nil, loop)
    }

    /// Plans what to do with an unwanted body. A small one is read and discarded, which keeps the connection. After
    /// `Expect: 100-continue` the body may never arrive, so the connection closes (RFC 9110, 10.1.1).
    func skipBody(_ body: AnnouncedBody, _ loop: EventLoop) {
        let limits = loop.context.limits
        switch body.framing {
        case .none: return
        case .length(let length) where length > limits.drainBytes: keepsAlive = false
        case .length(let length): drain = Drain(remaining: length, at: loop.now)
        case .chunked:
            let decoder = ChunkedDecoder(limits: limits)
            drain = Drain(chunked: decoder, budget: limits.drainBytes, at: loop.now)
        }
        if body.expectsContinue { keepsAlive = false }
        if !keepsAlive {
            drain = nil
            mustLinger = true
        }
    }

    /// Answers a client's error and closes, because the start of the next request is unknown.
    func refuse(_ refusal: Refusal, _ loop: EventLoop) {
        end(with: loop.context.error(refusal.status, refusal: refusal.reason), loop)
    }

    /// Answers without reading the rest of the request and closes.
    func end(with response: PreparedResponse, _ loop: EventLoop) {
        incoming?.abandon(loop.context)
        incoming = nil
        drain = nil
        keepsAlive = false
        mustLinger = true
        respond(response, loop)
    }

    func respond(_ response: PreparedResponse, _ loop: EventLoop) {
        incoming = nil
        if case .stream = response.body { keepsAlive = false }
        if loop.isStopping { keepsAlive = false }
        writeHead(response, loop)
        log(response, loop)
        if !isHead, !response.status.isBodiless { startBody(response.body, loop) } else { drop(response.body, loop) }
        if phase == .streaming { return }
        if !keepsAlive, drain != nil {
            drain = nil
            mustLinger = true
        }
        if !keepsAlive {
            phase = .closing
            deadline = loop.now + loop.context.times.write
        } else if drain != nil {
            phase = .draining
            deadline = loop.now + loop.context.times.bodyIdle
        } else {
            phase = .idle
            deadline = loop.now + loop.context.times.keepAlive
        }
        isHead = false
    }

    private func log(_ response: PreparedResponse, _ loop: EventLoop) {
        guard let accessLog = loop.context.accessLog else { return }
        accessLog(
            AccessRecord(
                number: logged?.head.number, client: logged?.head.client ?? peer, method: logged?.head.method,
                target: logged?.head.target, path: logged?.head.path, status: response.status,
                microseconds: logged?.microseconds ?? 0,
                refusal: response.refusal))
        logged = nil
    }
}
