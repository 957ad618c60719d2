/// One line of an access log.
public struct AccessRecord: Sendable {
    /// `RequestHead.number`; nil when no head could be read.
    public let number: UInt64?
    /// The client's address.
    public let client: ClientAddress
    /// The request's method; nil when no head could be read.
    public let method: Method?
    /// The target as sent; nil when no head could be read. It may contain secrets: redact it before writing.
    public let target: String?
    /// `RequestHead.path`; nil when no head could be read.
    public let path: String?
    /// The status of the answer.
    public let status: Status
    /// Time from the last byte of the head to the answer, in microseconds.
    public let microseconds: Int
    /// Why the server itself refused the request; nil when a handler answered.
    public let refusal: String?
}
