/// Every limit of the server. Sizes are bytes, times are durations on the monotonic clock.
public struct Limits: Sendable {
    /// Longest request line without its CRLF: 8 KiB, then 414. At least 8,000 must pass (RFC 9112, 3).
    public var requestLineBytes = 8 * 1024
    /// Largest header section: 32 KiB, then 431. Cookies and proxies need room; one connection must not hold more.
    public var headerBytes = 32 * 1024
    /// Most header fields: 100, then 431. Browsers send about 20.
    public var headerFields = 100
    /// Time for a whole head, silence included: 15 s, then 408 and close. Ends clients that drip header bytes.
    public var headerTime = Duration.seconds(15)
    /// Longest silence in a body: 20 s, then 408 and close.
    public var bodyIdleTime = Duration.seconds(20)
    /// Least bytes a second in a body, on average, once `bodyRateGrace` is over: 1,000. A phone on a bad network is faster.
    public var bodyMinimumRate = 1_000
    /// How long a body may be slower than `bodyMinimumRate`: 30 s.
    public var bodyRateGrace = Duration.seconds(30)
    /// Longest time in which a client takes nothing of an answer: 30 s, then close.
    public var writeTime = Duration.seconds(30)
    /// How long a connection may be idle between requests: 60 s.
    public var keepAliveTime = Duration.seconds(60)
    /// Requests on one connection: 1,000, then it closes, so that load spreads anew over the loops.
    public var keepAliveRequests = 1_000
    /// Unread body that is read away to keep a connection: 256 KiB; above, it closes.
    public var drainBytes = 256 * 1024
    /// How long a closing connection is read away, so that the client sees the answer and not a reset: 5 s.
    public var lingerTime = Duration.seconds(5)
    /// Body kept in memory: 64 KiB; a larger one goes to a temporary file.
    public var memoryBodyBytes = 64 * 1024
    /// Body bytes of one request that wait for the disk before reading pauses: 256 KiB.
    public var spoolBacklogBytes = 256 * 1024
    /// Bytes of the temporary files' disk that stay free, looked at while bodies arrive; then 507. 0 fills it.
    public var diskReserveBytes = 0
    /// Longest chunk-size line with its extensions: 256 bytes (RFC 9112, 7.1.1).
    public var chunkLineBytes = 256
    /// Largest trailer section: 8 KiB. Trailers are dropped (RFC 9112, 7.1.2).
    public var trailerBytes = 8 * 1024
    /// Most parts of a multipart form: 100.
    public var multipartParts = 100
    /// Largest header section of a part: 16 KiB.
    public var partHeaderBytes = 16 * 1024
    /// Largest value of a form field that is not a file: 64 KiB.
    public var formFieldBytes = 64 * 1024
    /// Most fields of a urlencoded form or query: 1,000.
    public var formFields = 1_000
    /// Connections in all: 10,000 or what RLIMIT_NOFILE leaves, then 503 and close.
    public var connections = 10_000
    /// Connections from one address, IPv6 by /64: 256. Loopback and trusted proxies are not counted.
    public var connectionsPerAddress = 256
    /// Requests that wait for a handler thread: 1,024, then 503 with Retry-After.
    public var queuedRequests = 1_024
    /// Bytes that wait for a slow reader of an event stream: 64 KiB, then the stream is dropped.
    public var streamBufferBytes = 64 * 1024
    /// Silence on an event stream before a comment is sent, so that proxies keep it open: 15 s.
    public var streamHeartbeat = Duration.seconds(15)
    /// How long a graceful stop waits for running requests: 10 s.
    public var stopTime = Duration.seconds(10)
    /// Smallest text that is compressed: 1 KiB. Below, the header costs more than it saves.
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
