/// Every limit of the server. Sizes are in bytes; times are measured on the monotonic clock.
public struct Limits: Sendable {
    /// Maximum length of the request line without its CRLF: 8 KiB, then 414. RFC 9112, 3 asks for at least 8,000.
    public var requestLineBytes = 8 * 1024
    /// Maximum size of the header section: 32 KiB, then 431. That is enough for cookies and proxies.
    public var headerBytes = 32 * 1024
    /// Maximum number of header fields: 100, then 431. Browsers send about 20.
    public var headerFields = 100
    /// Maximum time for a whole head, pauses included: 15 s, then 408 and close. Stops clients that send very slowly.
    public var headerTime = Duration.seconds(15)
    /// Maximum pause in a body: 20 s, then 408 and close.
    public var bodyIdleTime = Duration.seconds(20)
    /// Minimum bytes per second of a body in each `bodyRateWindow`: 1,000. A phone on a bad network is faster.
    public var bodyMinimumRate = 1_000
    /// How long a body may be slower than `bodyMinimumRate`: 20 s, as long as it may pause, then 408 and close.
    public var bodyRateWindow = Duration.seconds(20)
    /// Maximum bytes of all bodies that arrive at a time: 4 GiB, then 503.
    public var bodyBytes = 4 << 30
    /// Maximum bytes of the bodies that arrive from one IPv4 address or IPv6 /64, or from one owner of requests, at a time: 1 GiB,
    /// then 503: two of the largest files. This machine is counted as no address.
    public var bodyBytesPerOwner = 1 << 30
    /// Maximum time in which a client reads nothing of an answer: 30 s, then close.
    public var writeTime = Duration.seconds(30)
    /// Maximum time between requests on a connection: 60 s, then close.
    public var keepAliveTime = Duration.seconds(60)
    /// Maximum requests on one connection: 1,000, then close, so that clients spread over the loops again.
    public var keepAliveRequests = 1_000
    /// Maximum size of an unwanted body that is read and discarded to keep the connection: 256 KiB, else close.
    public var drainBytes = 256 * 1024
    /// How long the server reads on before it closes, so that the client gets the answer and not a reset: 5 s.
    public var lingerTime = Duration.seconds(5)
    /// Maximum size of a body in memory: 64 KiB; a larger one goes to a temporary file.
    public var memoryBodyBytes = 64 * 1024
    /// Bytes of one body that may wait for the disk: 256 KiB, then reading pauses.
    public var spoolBacklogBytes = 256 * 1024
    /// Bytes that must stay free on the temporary files' disk, checked at every write; else 507. 0 turns the check off.
    public var diskReserveBytes = 0
    /// Maximum length of a chunk-size line with its extensions: 256 bytes (RFC 9112, 7.1.1).
    public var chunkLineBytes = 256
    /// Maximum size of the trailer section: 8 KiB. Trailers are ignored (RFC 9112, 7.1.2).
    public var trailerBytes = 8 * 1024
    /// Maximum number of parts of a multipart form: 100.
    public var multipartParts = 100
    /// Maximum size of the header section of a part: 16 KiB.
    public var partHeaderBytes = 16 * 1024
    /// Maximum size of a form field that is not a file: 64 KiB.
    public var formFieldBytes = 64 * 1024
    /// Maximum number of fields of a urlencoded form: 1,000.
    public var formFields = 1_000
    /// Maximum number of connections: 10,000 or what RLIMIT_NOFILE allows, then 503 and close.
    public var connections = 10_000
    /// Maximum number of connections from one IPv4 address or IPv6 /64: 256. Not for loopback and trusted proxies.
    public var connectionsPerAddress = 256
    /// Maximum number of requests that wait for a handler thread: 1,024, then 503 with Retry-After.
    public var queuedRequests = 1_024
    /// Maximum bytes that wait for a slow reader of an event stream: 64 KiB, then the connection closes.
    public var streamBufferBytes = 64 * 1024
    /// Time without events after which a comment is sent, so that proxies keep the stream open: 15 s.
    public var streamHeartbeat = Duration.seconds(15)
    /// How long a graceful stop waits for running requests: 10 s.
    public var stopTime = Duration.seconds(10)
    /// How long a graceful stop waits for the first request of a connection, and for the rest of a head: 1 s. A proxy may
    /// open a connection for each request, and tells its client of an error when the server closes it without an answer.
    public var stopHeadTime = Duration.seconds(1)
    /// Minimum size of a text to be compressed: 1 KiB. Below that, compression saves too little.
    public var gzipMinimumBytes = 1_024

    /// The defaults above.
    public init() {}
}

extension Duration {
    /// Whole milliseconds, at least one.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        return max(1, Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000))
    }
}
