import HTTP

/// A refused file, with a message for its form.
struct RefusedUpload: Error, Equatable {
    let status: Status
    let sentence: String
    /// Seconds after which a retry may work.
    var retryAfter: Int?

    /// Turns the page with the form into the response: sets status and Retry-After.
    func answer(_ page: Response) -> Response {
        var answer = page
        answer.status = status
        if let retryAfter { answer.headers.set("Retry-After", "\(retryAfter)") }
        return answer
    }
}
