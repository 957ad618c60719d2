import HTTP

/// Why a request ends without what it asked for: the one error type that handlers throw on purpose.
///
/// Everything else that is thrown is a fault of ours: it is logged and answered as `unavailable` or 500.
enum Failure: Error, Equatable {
    /// Not there, or not the viewer's to see; both look the same.
    case notFound
    /// The form's token is missing or wrong, or the request comes from another site.
    case forged
    /// The request cannot be understood.
    case malformed(String)
    /// A thing the viewer may know of, and may not open from where they are.
    case gateClosed(String)
    /// What was true when the form was shown no longer is.
    case conflict(String)
    /// Too often; after how many seconds to try again.
    case tooMany(retryAfter: Int)
    /// Too busy at the moment.
    case unavailable(retryAfter: Int)
    /// The disk has no room.
    case noSpace
    /// The body could not be read as a form.
    case unreadable(Status, String)

    /// The status of the answer.
    var status: Status {
        switch self {
        case .notFound: .notFound
        case .forged: .forbidden
        case .malformed: .badRequest
        case .gateClosed, .conflict: .unprocessableContent
        case .tooMany: .tooManyRequests
        case .unavailable: .serviceUnavailable
        case .noSpace: .insufficientStorage
        case .unreadable(let status, _): status
        }
    }

    /// What the answer's Retry-After says, in seconds.
    var retryAfter: Int? {
        switch self {
        case .tooMany(let seconds), .unavailable(let seconds): seconds
        default: nil
        }
    }
}
