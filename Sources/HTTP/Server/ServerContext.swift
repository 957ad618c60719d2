import Foundation

/// What all parts of a running server share. Immutable.
final class ServerContext: Sendable {
    let limits: Limits
    let times: Times
    let handler: any Handler
    let handlers: WorkerPool
    let disk: WorkerPool
    /// Runs the `onClose` callbacks of event streams, so that a slow one does not hold up uploads or requests.
    let streams: WorkerPool
    let connections: Budget
    /// Bytes of bodies that arrive at this time.
    let bodies: Budget
    let forwarding: Forwarding
    let securityHeaders: Headers
    /// `securityHeaders` as bytes on the wire.
    let securityBlock: [UInt8]
    let temporaryDirectory: String
    let errorBody: @Sendable (Status) -> Response
    let accessLog: (@Sendable (AccessRecord) -> Void)?
    let errorLog: @Sendable (String) -> Void

    /// The time limits in milliseconds.
    struct Times: Sendable {
        let header: Int
        let bodyIdle: Int
        let bodyWindow: Int
        let write: Int
        let keepAlive: Int
        let linger: Int
        let heartbeat: Int
        let stop: Int
        let stopHead: Int

        init(_ limits: Limits) {
            header = limits.headerTime.milliseconds
            bodyIdle = limits.bodyIdleTime.milliseconds
            bodyWindow = limits.bodyRateWindow.milliseconds
            write = limits.writeTime.milliseconds
            keepAlive = limits.keepAliveTime.milliseconds
            linger = limits.lingerTime.milliseconds
            heartbeat = limits.streamHeartbeat.milliseconds
            stop = limits.stopTime.milliseconds
            stopHead = limits.stopHeadTime.milliseconds
        }
    }

    init(_ configuration: Configuration, handler: any Handler, maxConnections: Int) {
        limits = configuration.limits
        times = Times(limits)
        self.handler = handler
        handlers = WorkerPool(
            name: "http-handler", maxThreads: configuration.handlerThreads,
            maxWaiting: limits.queuedRequests)
        disk = WorkerPool(name: "http-disk", maxThreads: 2, maxWaiting: Int.max / 2)
        // The queue has no limit, because `onClose` of every stream must run.
        streams = WorkerPool(name: "http-streams", maxThreads: 2, maxWaiting: Int.max / 2)
        connections = Budget(maxTotal: maxConnections, maxPerOwner: limits.connectionsPerAddress)
        bodies = Budget(maxTotal: limits.bodyBytes, maxPerOwner: limits.bodyBytesPerOwner)
        forwarding = Forwarding(trusted: configuration.trustedProxies)
        securityHeaders = configuration.securityHeaders
        var block: [UInt8] = []
        for (name, value) in securityHeaders.pairs { block.append(contentsOf: "\(name): \(value)\r\n".utf8) }
        securityBlock = block
        temporaryDirectory = configuration.temporaryDirectory
        errorBody = configuration.errorBody
        accessLog = configuration.accessLog
        errorLog = configuration.errorLog
    }

    /// The server's own error answer.
    func error(_ status: Status, refusal: String? = nil) -> PreparedResponse {
        var response = errorBody(status)
        response.status = status
        if status == .serviceUnavailable { response.headers.set("Retry-After", "1") }
        guard case .bytes(let bytes) = response.body else {
            return PreparedResponse(status: status, headers: response.headers, body: .empty, refusal: refusal)
        }
        return PreparedResponse(status: status, headers: response.headers, body: .bytes(bytes), refusal: refusal)
    }
}
