import HTTP

/// A file that is not taken, in words for the form that sent it.
struct RefusedUpload: Error, Equatable {
    let status: Status
    let sentence: String
    /// Seconds after which it may do.
    var retryAfter: Int?

    /// The page with the form, as the answer.
    func answer(_ page: Response) -> Response {
        var answer = page
        answer.status = status
        if let retryAfter { answer.headers.set("Retry-After", "\(retryAfter)") }
        return answer
    }
}
