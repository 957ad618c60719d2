import Foundation
import Mail

/// Sends the site's mail.
struct SiteMail: Sendable {
    let transport: any MailTransport
    let sender: EmailAddress
    /// Whether there is no mail server and mails are written to a folder for the host to forward.
    let isOutbox: Bool

    /// - Parameters:
    ///   - server: `CAIRN_SMTP_URL`; nil writes mails to `outbox` in the data folder.
    ///   - transport: takes the mails in place of the server.
    init(server: SMTPServer?, transport: (any MailTransport)? = nil, baseURL: String, dataFolder: String) {
        let host = URL(string: baseURL)?.host() ?? "localhost"
        // An IPv6 address is not a domain.
        sender = EmailAddress("cairn@\(host)") ?? EmailAddress.noReply()
        isOutbox = server == nil && transport == nil
        let own =
            server.map { SMTPTransport($0) as any MailTransport } ?? OutboxTransport(folder: dataFolder + "/outbox")
        self.transport = transport ?? own
    }
}
