/// Answers with a file such as media or a download. The caller chooses the path; it must not come from a request.
public enum FileAnswer {
    /// Answers GET and HEAD with validators, conditions and ranges; 405 for other methods.
    ///
    /// - Parameters:
    ///   - path: the path of a regular file; the answer is nil if there is none.
    ///   - type: the Content-Type.
    ///   - cacheControl: the Cache-Control to send.
    ///   - tag: the entity tag of a file that never changes, without quotes; then Last-Modified is not sent. nil makes a
    ///     tag from the file's time, size and inode, and sends the time as Last-Modified.
    ///   - headers: more fields, such as Content-Disposition.
    public static func respond(
        to head: RequestHead, path: String, type: String, cacheControl: String, tag: String? = nil,
        headers: Headers = Headers()
    ) -> Response? {
        guard let file = FileStat(path: path) else { return nil }
        return Representation(file, type: type, cacheControl: cacheControl, tag: tag, extra: headers).respond(to: head)
    }
}
