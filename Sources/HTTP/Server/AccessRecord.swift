/// One line of an access log.
public struct AccessRecord: Sendable {
    /// The request's number; nil when no head could be read.
    public let number: UInt64?
    /// Who asked.
    public let client: ClientAddress
    /// The request's method; nil when no head could be read.
    public let method: Method?
    /// The target as sent; nil when no head could be read. It may hold secrets: redact before writing.
    public let target: String?
    /// The status answered.
    public let status: Status
    /// From the head's last byte to the answer, in microseconds.
    public let microseconds: Int
    /// Why the server refused the request itself; nil when a handler answered.
    public let refusal: String?
}
