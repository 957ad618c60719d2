import Foundation
import Mail

/// How the site sends mail.
struct SiteMail: Sendable {
    let transport: any MailTransport
    let sender: EmailAddress
    /// Whether there is no mail server, and mails lie in a folder for the host to pass on.
    let isOutbox: Bool

    /// - Parameter server: `CAIRN_SMTP_URL`; nil writes mails to `outbox` in the data folder.
    init(server: SMTPServer?, baseURL: String, dataFolder: String) {
        let host = URL(string: baseURL)?.host() ?? "localhost"
        // An IPv6 address as a host is no domain.
        sender = EmailAddress("cairn@\(host)") ?? EmailAddress.noReply()
        isOutbox = server == nil
        transport =
            server.map { SMTPTransport($0) as any MailTransport } ?? OutboxTransport(folder: dataFolder + "/outbox")
    }
}
