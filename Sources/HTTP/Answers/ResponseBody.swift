/// The body of a response.
public enum ResponseBody: Sendable {
    /// No bytes.
    case empty
    /// Bytes in memory.
    case bytes([UInt8])
    /// `count` bytes of a file from `offset`, sent by the kernel with sendfile(2). The file must not shrink meanwhile.
    case file(path: String, offset: Int, count: Int)
    /// Server-sent events until either side closes.
    case stream(EventStream)
}
