/// Why a message could not be made or sent. The texts are for the log and the operator, never for visitors; none holds a
/// password.
public enum MailError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A header would hold a control character or is too long; which one.
    case badHeader(String)
    /// The server's URL cannot be used; what is wrong with it.
    case badURL(String)
    /// No answer: unknown name, closed port, silence, a connection that broke.
    case notReachable(String)
    /// The server answered no: its reply code (RFC 5321, 4.2), 4xx for now, 5xx for good.
    case refused(code: Int, String)
    /// No encryption where it is needed, or a certificate that cannot be trusted.
    case tls(String)
    /// The outbox could not be written.
    case notStored(String)

    /// True when the same message may well be taken later.
    public var isTemporary: Bool {
        switch self {
        case .notReachable, .notStored: true
        case .refused(let code, _): code < 500
        case .badHeader, .badURL, .tls: false
        }
    }

    /// What happened, in one line.
    public var description: String {
        switch self {
        case .badHeader(let text): "not a mail header: \(text)"
        case .badURL(let text): "not an SMTP URL: \(text)"
        case .notReachable(let text): "the mail server cannot be reached: \(text)"
        case .refused(let code, let text): "the mail server refused with \(code): \(text)"
        case .tls(let text): "no safe connection to the mail server: \(text)"
        case .notStored(let text): "the outbox cannot be written: \(text)"
        }
    }
}

/// A way for messages to leave.
public protocol MailTransport: Sendable {
    /// Sends a message. Blocks until it is accepted or refused, 30 s at most, so it is no call for a request's thread.
    func send(_ message: MailMessage) throws(MailError)
}
