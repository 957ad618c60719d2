import HTTP

/// Why a request is refused: the only error type that handlers throw on purpose.
///
/// Any other error is an internal error: it is logged and answered as `unavailable` or 500.
enum Failure: Error, Equatable {
    /// Does not exist, or the viewer may not see it; both look the same.
    case notFound
    /// The form's token is missing or wrong, or the request comes from another site.
    case forged
    /// The request cannot be understood.
    case malformed(String)
    /// The viewer may know of it but cannot open it from their position.
    case gateClosed(String)
    /// The state has changed since the form was shown.
    case conflict(String)
    /// It was done already and can be done only once.
    case done(String)
    /// Rate limit exceeded; seconds until a retry is allowed.
    case tooMany(retryAfter: Int)
    /// Overloaded.
    case unavailable(retryAfter: Int)
    /// The disk is full.
    case noSpace
    /// The body is not a readable form.
    case unreadable(Status, String)

    /// The status of the response.
    var status: Status {
        switch self {
        case .notFound: .notFound
        case .forged: .forbidden
        case .malformed: .badRequest
        case .gateClosed, .conflict: .unprocessableContent
        case .done: .conflict
        case .tooMany: .tooManyRequests
        case .unavailable: .serviceUnavailable
        case .noSpace: .insufficientStorage
        case .unreadable(let status, _): status
        }
    }

    /// The Retry-After value, in seconds.
    var retryAfter: Int? {
        switch self {
        case .tooMany(let seconds), .unavailable(let seconds): seconds
        default: nil
        }
    }
}
