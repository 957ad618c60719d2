/// What the server does with the body of a request.
public enum BodyPlan: Sendable {
    /// No body is expected; `respond(to:)` runs on the I/O loop and must not block. A body that comes anyway is read
    /// and discarded. Text is compressed on the loop too (about 10 µs per kilobyte): use `pooled` for long pages.
    case immediate
    /// The server reads up to `bodyLimit` bytes (more is 413), then `respond(to:)` runs on a handler thread.
    ///
    /// When the first file of a multipart form begins, the I/O loop calls `beforeFiles` with the fields so far, which decides
    /// about all files of the form.
    case pooled(bodyLimit: Int, beforeFiles: (@Sendable (FormFields) -> FilePlan)? = nil)
    /// The server sends this response and does not use the body.
    case refuse(Response)
}

/// What the server does with the files of a multipart form.
public enum FilePlan: Sendable {
    /// Writes them to the disk.
    case store
    /// Reads over them: the handler gets the fields alone.
    case skip
    /// Sends this response at once, and does not read the rest of the form.
    case refuse(Response)
}
