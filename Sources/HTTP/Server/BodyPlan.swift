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
    /// As `pooled`, but before anything of the body is read, `decide` runs on a handler thread: for bodies whose sender must be
    /// looked up. Meanwhile the body waits with the client. A request without a body goes to the handler at once.
    case asked(bodyLimit: Int, decide: @Sendable () -> BodyDecision)
    /// The server sends this response and does not use the body.
    case refuse(Response)
}

/// What the server does with a body about which it has asked.
public enum BodyDecision: Sendable {
    /// Reads it for the handler.
    case read
    /// Does not use it: the handler answers as if there were none.
    case skip
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
