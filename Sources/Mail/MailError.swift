/// Why a message could not be made or sent. The texts are for the log and the operator, never for visitors; they
/// contain no password.
public enum MailError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A header contains a control character or is too long; its name.
    case badHeader(String)
    /// The server's URL is invalid; why.
    case badURL(String)
    /// No answer: unknown name, closed port, timeout, a broken connection.
    case notReachable(String)
    /// The server refused: its reply code (RFC 5321, 4.2), 4xx temporary, 5xx permanent.
    case refused(code: Int, String)
    /// No encryption where it is required, or an untrusted certificate.
    case tls(String)
    /// The outbox could not be written.
    case notStored(String)

    /// True when the same message may be accepted later.
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

/// A way to send messages.
public protocol MailTransport: Sendable {
    /// Sends a message. Blocks until it is accepted or refused, at most 30 s, so a request's
    /// thread may call it only where no second one can meanwhile.
    func send(_ message: MailMessage) throws(MailError)
}
