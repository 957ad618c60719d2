/// The body of a response.
public enum ResponseBody: Sendable {
    /// No bytes.
    case empty
    /// Bytes in memory.
    case bytes([UInt8])
    /// `count` bytes of a file from `offset`, sent with sendfile(2). The file must not shrink while it is sent.
    case file(path: String, offset: Int, count: Int)
    /// Server-sent events until either side ends the stream.
    case stream(EventStream)
}
