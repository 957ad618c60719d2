import Foundation

/// How a server runs.
public struct Configuration: Sendable {
    /// The numeric address to listen on: 127.0.0.1 by default, for a reverse proxy stands in front.
    public var host = "127.0.0.1"
    /// The port; 0 lets the system choose.
    public var port = 8080
    /// Sizes and times.
    public var limits = Limits()
    /// Most threads that run handlers at once. They start as they are needed.
    public var handlerThreads = 64
    /// Threads for reading and writing sockets: one a core.
    public var loops = max(1, ProcessInfo.processInfo.activeProcessorCount)
    /// Where bodies are written while they arrive; on the same file system as their last place, so that keeping a file
    /// is a rename.
    public var temporaryDirectory = FileManager.default.temporaryDirectory.path
    /// Addresses and prefixes (`10.0.0.0/8`) whose forwarding headers are believed.
    public var trustedProxies: [String] = []
    /// Added to every answer that does not set a field of the same name itself, also to the server's own errors.
    public var securityHeaders = Headers([("X-Content-Type-Options", "nosniff")])
    /// The page for errors the server finds itself (400, 408, 413, 431, 503 …); status and framing are the server's.
    /// Called on the I/O loop: must not block.
    public var errorBody: @Sendable (Status) -> Response = { .text("\($0.rawValue) \($0.reason)\n", status: $0) }
    /// Called on the I/O loop after every answer; nil costs nothing.
    public var accessLog: (@Sendable (AccessRecord) -> Void)?
    /// Trouble that is not a client's: a disk that is full, no descriptors left.
    public var errorLog: @Sendable (String) -> Void = { _ in }

    /// The defaults above.
    public init() {}

    /// The defaults above on another port.
    public init(host: String = "127.0.0.1", port: Int, limits: Limits = Limits()) {
        self.host = host
        self.port = port
        self.limits = limits
    }
}
