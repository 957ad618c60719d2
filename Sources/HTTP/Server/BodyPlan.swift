/// How a request goes on once its head is read.
public enum BodyPlan: Sendable {
    /// No body is expected; `respond(to:)` runs on the I/O loop itself and must not block. A body that comes all the
    /// same is read away. A text is also compressed on the loop (about 10 µs a kilobyte): long pages belong on the pool.
    case immediate
    /// The body is read up to `bodyLimit` bytes (then 413), and `respond(to:)` runs on a handler thread.
    ///
    /// When the first file of a multipart form begins, `beforeFiles` is asked on the I/O loop with the fields so far; a
    /// response refuses the rest unread.
    case pooled(bodyLimit: Int, beforeFiles: (@Sendable (FormFields) -> Response?)? = nil)
    /// The answer is known already and the body is not wanted.
    case refuse(Response)
}
