import Foundation

/// How a server runs.
public struct Configuration: Sendable {
    /// The numeric address to listen on: 127.0.0.1 by default, because a reverse proxy stands in front.
    public var host = "127.0.0.1"
    /// The port; 0 lets the system choose.
    public var port = 8080
    /// Sizes and times.
    public var limits = Limits()
    /// Maximum number of handler threads. They start as they are needed.
    public var handlerThreads = 64
    /// Threads that read and write sockets: one for each core.
    public var loops = max(1, ProcessInfo.processInfo.activeProcessorCount)
    /// Where bodies are written while they arrive. It should be on the file system where uploads are kept, so that
    /// keeping a file is a rename.
    public var temporaryDirectory = FileManager.default.temporaryDirectory.path
    /// Addresses and prefixes (`10.0.0.0/8`) of proxies whose forwarding headers are trusted.
    public var trustedProxies: [String] = []

    /// Whether a text may stand in `trustedProxies`.
    public static func isProxy(_ text: String) -> Bool { AddressBlock(text) != nil }

    /// Added to every answer, including the server's own errors, unless the answer sets a field of the same name.
    public var securityHeaders = Headers([("X-Content-Type-Options", "nosniff")])
    /// Makes the page for errors that the server itself answers (400, 408, 413, 431, 503 …). The server sets its
    /// status. Called on the I/O loop: must not block.
    public var errorBody: @Sendable (Status) -> Response = { .text("\($0.rawValue) \($0.reason)\n", status: $0) }
    /// Called on the I/O loop for every answer: must not block.
    public var accessLog: (@Sendable (AccessRecord) -> Void)?
    /// Called with errors that no client causes, such as a full disk or no descriptors left.
    public var errorLog: @Sendable (String) -> Void = { _ in }

    /// The defaults above.
    public init() {}

    /// The defaults above with another address, port or limits.
    public init(host: String = "127.0.0.1", port: Int, limits: Limits = Limits()) {
        self.host = host
        self.port = port
        self.limits = limits
    }
}
