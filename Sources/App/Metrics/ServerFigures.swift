import HTTP
import Synchronization

/// What the HTTP server says of itself, once one serves the app.
public final class ServerFigures: Sendable {
    private let server = Mutex<Server?>(nil)

    /// - Parameter server: nil when it has stopped.
    public func set(_ server: Server?) { self.server.withLock { $0 = server } }

    var connections: Int { server.withLock { $0 }?.connectionCount ?? 0 }

    /// The threads that answer pages.
    var handlerThreads: ThreadUse {
        server.withLock { $0 }?.handlerThreads ?? ThreadUse.none
    }
}
