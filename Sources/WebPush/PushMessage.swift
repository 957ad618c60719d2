import Curl

/// A message for a push service (RFC 8030).
public struct PushMessage: Sendable {
    /// How much it matters that a phone wakes for the message (RFC 8030, 5.3).
    public enum Urgency: String, Sendable { case low, normal, high }

    /// Where it goes.
    public let endpoint: CheckedURL
    /// The encrypted body (RFC 8291), at most 4,096 bytes.
    public let body: [UInt8]
    /// Seconds for which the push service keeps it for a phone that is off.
    public let timeToLive: Int
    /// Sent as `Urgency`.
    public let urgency: Urgency
    /// Replaces a waiting message of the same topic: 1–32 characters of base64url.
    public let topic: String
    /// The value of `Authorization` (RFC 8292).
    public let authorization: String

    /// A message.
    public init(
        endpoint: CheckedURL, body: [UInt8], timeToLive: Int, urgency: Urgency, topic: String, authorization: String
    ) {
        self.endpoint = endpoint
        self.body = body
        self.timeToLive = timeToLive
        self.urgency = urgency
        self.topic = topic
        self.authorization = authorization
    }
}

/// What became of a message.
public enum PushAnswer: Sendable, Equatable {
    /// The push service has it.
    case accepted
    /// The subscription is gone for good: 404 or 410.
    case gone
    /// The same message can be accepted later; seconds of `Retry-After`, 1…86,400, if the service asks for a wait.
    case later(after: Int?)
    /// The message is refused for good, as with 413: the status.
    case refused(Int)
    /// No answer: unknown name, forbidden address, closed port, timeout.
    case unreachable(String)
}

/// A way to deliver messages.
public protocol PushTransport: Sendable {
    /// Delivers a message. Blocks for 5 s at most, so do not call it from a request's thread.
    func send(_ message: PushMessage) -> PushAnswer
}
