/// Answers with a file whose path the caller vouches for: media, downloads. The path is never taken from a request.
public enum FileAnswer {
    /// Answers GET and HEAD with validators, conditions and ranges; 405 for other methods.
    ///
    /// - Parameters:
    ///   - path: a regular file; nil is returned when it is none.
    ///   - type: the Content-Type.
    ///   - cacheControl: the Cache-Control to send.
    ///   - tag: the entity tag of a file that never changes, without quotes; the file's time is not told then. nil makes
    ///     a tag out of the file's time, size and inode, and sends the time as Last-Modified.
    ///   - headers: more fields, for instance Content-Disposition.
    public static func respond(
        to head: RequestHead, path: String, type: String, cacheControl: String, tag: String? = nil,
        headers: Headers = Headers()
    ) -> Response? {
        guard let file = FileStat(path: path) else { return nil }
        return Representation(file, type: type, cacheControl: cacheControl, tag: tag, extra: headers).respond(to: head)
    }
}
