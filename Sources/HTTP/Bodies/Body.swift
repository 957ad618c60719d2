/// The body of a request. It is complete before the handler runs.
public enum Body: Sendable {
    /// No body.
    case empty
    /// A body of at most `Limits.memoryBodyBytes`, in memory.
    case bytes([UInt8])
    /// A larger body, on disk.
    case file(TemporaryFile)
    /// The fields and files of a multipart form.
    case multipart(FormFields)
}
