import Foundation

/// A plain-text message to one person, in the format of RFC 5322, with MIME for non-ASCII text.
public struct MailMessage: Sendable, Equatable {
    /// The sender; replies and bounces go there.
    public let from: EmailAddress
    /// The name shown beside the sender's address; may be empty.
    public let fromName: String
    /// The recipient.
    public let to: EmailAddress
    /// The subject, one line.
    public let subject: String
    /// The text; lines end in LF, CR or CRLF, of any length.
    public let body: String
    /// Makes the Message-ID unique, together with the sender's domain: 1–64 ASCII letters, digits and hyphens.
    public let id: String
    /// When it was written, milliseconds since 1970.
    public let date: Int64

    /// The maximum length of a subject or a sender's name, in bytes.
    public static let maximumHeaderBytes = 500

    /// A message.
    ///
    /// - Throws: `MailError.badHeader` for a control character (General_Category Cc) in the subject or the sender's
    ///   name, for one of more than 500 bytes, and for an id with other characters.
    public init(
        from: EmailAddress, fromName: String = "", to: EmailAddress, subject: String, body: String, id: String,
        date: Int64
    ) throws(MailError) {
        try MailMessage.check(subject, "the subject")
        try MailMessage.check(fromName, "the sender’s name")
        let isID = id.utf8.allSatisfy { $0 == UInt8(ascii: "-") || ASCII.isAlphanumeric($0) }
        guard isID, 1...64 ~= id.utf8.count else { throw .badHeader("the message id") }
        self.from = from
        self.fromName = fromName
        self.to = to
        self.subject = subject
        self.body = body
        self.id = id
        self.date = date
    }

    private static func check(_ text: String, _ name: String) throws(MailError) {
        guard text.utf8.count <= maximumHeaderBytes else { throw .badHeader("\(name) is too long") }
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw .badHeader("a control character in \(name)")
        }
    }

    /// The bytes of the message: ASCII, CRLF lines of at most 76 characters except for long addresses.
    public var bytes: [UInt8] {
        let sender = fromName.isEmpty ? from.text : "\(MIME.phrase(fromName))<\(from.text)>"
        let headers = [
            "Date: \(MailMessage.format(date))",
            "From: \(sender)",
            "To: \(to.text)",
            "Message-ID: <\(id)@\(from.domain)>",
            "Subject: \(MIME.unstructured(subject))",
            // RFC 3834: out-of-office programs do not answer it.
            "Auto-Submitted: auto-generated",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: quoted-printable",
        ]
        return Array((headers.joined(separator: "\r\n") + "\r\n\r\n").utf8) + MIME.quotedPrintable(body)
    }

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// "Fri, 21 Nov 1997 09:55:06 +0000" (RFC 5322, 3.3).
    static func format(_ milliseconds: Int64) -> String {
        var time = time_t(milliseconds / 1_000)
        var parts = tm()
        gmtime_r(&time, &parts)
        func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let clock = "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
        let day = "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)])"
        return "\(day) \(Int(parts.tm_year) + 1900) \(clock) +0000"
    }
}
