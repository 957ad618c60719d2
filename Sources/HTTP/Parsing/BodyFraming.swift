/// How to find the end of a request's body (RFC 9112, 6.3).
enum BodyFraming: Equatable {
    case none
    case length(Int)
    case chunked
}
