import CLinux
import Foundation
import Synchronization

/// An HTTP/1.1 server (RFC 9110, 9112) on POSIX sockets and epoll.
///
/// A few loops read and write all connections; handlers run on a bounded pool of threads. A reverse proxy in front does
/// TLS, HTTP/2 and HTTP/3.
public final class Server: Sendable {
    private let configuration: Configuration
    private let handler: any Handler
    private let running = Mutex<Running?>(nil)

    private struct Running {
        let context: ServerContext
        let acceptor: Acceptor
        let inboxes: [Inbox]
        let finished: DispatchSemaphore
    }

    /// Makes a server. It opens nothing before `start`.
    public init(configuration: Configuration, handler: any Handler) {
        self.configuration = configuration
        self.handler = handler
    }

    deinit { stop() }

    /// Opens the port, starts the threads and returns the port. Raises the soft limit on open files to the hard limit.
    ///
    /// - Throws: `POSIXError` when the address or a trusted proxy is not numeric (EINVAL), the port cannot be bound, or
    ///   no descriptor is free.
    public func start() throws -> Int {
        try start(on: BoundPort(host: configuration.host, port: configuration.port))
    }

    /// Like `start()`, on a port that is already bound.
    public func start(on port: BoundPort) throws -> Int {
        try running.withLock { running in
            guard running == nil else { throw POSIXError(.EALREADY) }
            for text in configuration.trustedProxies where !Configuration.isProxy(text) {
                configuration.errorLog("not an address or prefix: \(text)")
                throw POSIXError(.EINVAL)
            }
            let files = Server.raiseFileLimit()
            // The rest is for files that are sent or written, the database and child processes.
            let maxConnections = max(16, min(configuration.limits.connections, files - max(64, files / 8)))
            let context = ServerContext(configuration, handler: handler, maxConnections: maxConnections)
            let polls = try (0..<max(1, configuration.loops)).map { _ in try EventLoop.makePoll() }
            let inboxes = try polls.map { _ in try Inbox() }
            let acceptor = try Acceptor(port: port, context: context, inboxes: inboxes)
            let finished = DispatchSemaphore(value: 0)
            for (poll, inbox) in zip(polls, inboxes) {
                startNamedThread("http-loop") {
                    EventLoop(context: context, inbox: inbox, poll: poll).run()
                    finished.signal()
                }
            }
            startNamedThread("http-accept") {
                acceptor.run()
                finished.signal()
            }
            running = Running(context: context, acceptor: acceptor, inboxes: inboxes, finished: finished)
            return port.number
        }
    }

    /// Stops gracefully: accepts no connections, closes those that wait for another request, answers the requests that
    /// run or are on their way. Blocks until that is done or `Limits.stopTime` is over. Does nothing when the server is not running.
    public func stop() {
        let stopped = running.withLock { running in
            let stopped = running
            running = nil
            return stopped
        }
        guard let stopped else { return }
        let deadline = DispatchTime.now() + .milliseconds(stopped.context.times.stop + 1_000)
        stopped.acceptor.stop()
        _ = stopped.finished.wait(timeout: deadline)
        for inbox in stopped.inboxes { inbox.post(.stop) }
        for _ in stopped.inboxes { _ = stopped.finished.wait(timeout: deadline) }
        stopped.context.handlers.stop()
        stopped.context.disk.stop()
        stopped.context.streams.stop()
    }

    /// The number of open connections; zero when the server is not running.
    public var connectionCount: Int { running.withLock { $0?.context.connections.total ?? 0 } }

    /// The threads of handlers, with the requests that run on them and wait for one.
    public var handlerThreads: ThreadUse { running.withLock { $0?.context.handlers.use ?? .none } }

    private static func raiseFileLimit() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1_024 }
        if limit.rlim_cur < limit.rlim_max {
            var raised = rlimit(rlim_cur: limit.rlim_max, rlim_max: limit.rlim_max)
            if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
        }
        return Int(clamping: limit.rlim_cur)
    }
}
