import Foundation

/// What all parts of a running server share; never changes after the start.
final class ServerContext: Sendable {
    let limits: Limits
    let times: Times
    let handler: any Handler
    let handlers: WorkerPool
    let disk: WorkerPool
    /// Runs the `onClose` callbacks of event streams: a slow one must not hold up uploads or requests.
    let streams: WorkerPool
    let counter: ConnectionCounter
    let forwarding: Forwarding
    let securityHeaders: Headers
    /// `securityHeaders` as it goes out.
    let securityBlock: [UInt8]
    let temporaryDirectory: String
    let errorBody: @Sendable (Status) -> Response
    let accessLog: (@Sendable (AccessRecord) -> Void)?
    let errorLog: @Sendable (String) -> Void

    /// The time limits in milliseconds.
    struct Times: Sendable {
        let header: Int
        let bodyIdle: Int
        let bodyGrace: Int
        let write: Int
        let keepAlive: Int
        let linger: Int
        let heartbeat: Int
        let stop: Int

        init(_ limits: Limits) {
            header = limits.headerTime.milliseconds
            bodyIdle = limits.bodyIdleTime.milliseconds
            bodyGrace = limits.bodyRateGrace.milliseconds
            write = limits.writeTime.milliseconds
            keepAlive = limits.keepAliveTime.milliseconds
            linger = limits.lingerTime.milliseconds
            heartbeat = limits.streamHeartbeat.milliseconds
            stop = limits.stopTime.milliseconds
        }
    }

    init(_ configuration: Configuration, handler: any Handler, maximumConnections: Int) {
        limits = configuration.limits
        times = Times(limits)
        self.handler = handler
        handlers = WorkerPool(
            name: "http-handler", maximumThreads: configuration.handlerThreads,
            maximumWaiting: limits.queuedRequests)
        disk = WorkerPool(name: "http-disk", maximumThreads: 2, maximumWaiting: Int.max / 2)
        // Without a limit on the queue: every stream's `onClose` must run.
        streams = WorkerPool(name: "http-streams", maximumThreads: 2, maximumWaiting: Int.max / 2)
        counter = ConnectionCounter(
            maximum: maximumConnections, maximumPerNetwork: limits.connectionsPerAddress)
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

    /// The server's own answer for a status.
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
