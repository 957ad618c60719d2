/// The body of a request, read in full before the handler runs.
public enum Body: Sendable {
    /// No body.
    case empty
    /// At most `Limits.memoryBodyBytes` in memory.
    case bytes([UInt8])
    /// A larger one on disk.
    case file(TemporaryFile)
    /// A multipart form that was taken apart while it arrived.
    case multipart(FormFields)
}
