import HTTP
import Synchronization

/// What the HTTP server says of itself, once one serves the app.
final class ServerFigures: Sendable {
    /// The server holds the app.
    private struct Reference {
        weak var server: Server?
    }

    private let reference = Mutex(Reference())

    private var server: Server? { reference.withLock { $0.server } }

    func set(_ server: Server) { reference.withLock { $0.server = server } }

    var connections: Int { server?.connectionCount ?? 0 }

    /// The threads that answer pages.
    var handlerThreads: ThreadUse { server?.handlerThreads ?? .none }
}
