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

extension Body {
    /// How long it is; of a form what its fields and files hold.
    public var byteCount: Int {
        switch self {
        case .empty: 0
        case .bytes(let bytes): bytes.count
        case .file(let file): file.byteCount
        case .multipart(let form):
            form.values.reduce(0) { $0 + $1.value.utf8.count } + form.files.reduce(0) { $0 + $1.byteCount }
        }
    }
}
