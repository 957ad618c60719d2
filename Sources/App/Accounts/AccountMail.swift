import Database
import Foundation
import Mail
import Proximity

/// The mails of the feature. Jobs write and send them, so that a page takes the same time for an unknown address and a
/// hung mail server delays only mail.
extension Accounts {
    var jobKinds: [JobKind] {
        [
            JobKind(name: MailJob.confirm, delay: 0, lane: .mail) { try sendConfirmation($0) },
            JobKind(name: MailJob.reset, delay: 0, lane: .mail) { try sendReset($0) },
            JobKind(name: MailJob.forgot, delay: 0, lane: .mail) { try sendForgotten($0) },
            JobKind(name: MailJob.changed, delay: 0, lane: .mail) { try sendChange($0) },
            .sweep("accounts.sweep") { try sweep($0.now) },
            .sweep("throttles.sweep") { try site.throttles.sweep($0.now) },
        ]
    }

    /// Enqueues a mail with a link, in the caller's transaction.
    func requestLink(_ database: Writer, _ purpose: LinkPurpose, to account: ID<Account>, _ now: Timestamp) throws {
        let kind = purpose == .reset ? MailJob.reset : MailJob.confirm
        // At most one mail a minute.
        let minute = now.milliseconds / 60_000
        try Job.enqueue(
            database, kind: kind, key: "\(kind)-\(account)-\(minute)", payload: "\(account)", for: account, at: now)
    }

    /// Mails the owner what was changed, in case somebody else did it.
    func tellOfChange(_ database: Writer, _ account: ID<Account>, _ what: String, _ now: Timestamp) throws {
        guard let recipient = try AddressQueries.recipient(database, account) else { return }
        let payload = "\(recipient.email.text)\n\(recipient.greeted)\n\(what)"
        let id = try database.newID(Job.self)
        try Job.enqueue(
            database, kind: MailJob.changed, key: "\(MailJob.changed)-\(id)", payload: payload, for: account, at: now)
    }

    /// Enqueues the password reset mail. The job looks the address up, so that the request does the same work whether
    /// or not it exists.
    func requestResetMail(_ database: Writer, to email: EmailAddress, _ now: Timestamp) throws {
        let id = try database.newID(Job.self)
        try Job.enqueue(database, kind: MailJob.forgot, key: "\(MailJob.forgot)-\(id)", payload: email.text, at: now)
    }

    private func sendConfirmation(_ job: Job) throws {
        guard let recipient = try recipient(job), !recipient.isConfirmed else { return }
        let mail = confirmMail(recipient, try newLinks(.confirm, [recipient], job.now)[0].token)
        try send(mail.subject, mail.body, to: recipient.email, job)
    }

    private func sendReset(_ job: Job) throws {
        guard let recipient = try recipient(job) else { return }
        try sendReset(to: [recipient], job)
    }

    /// Sends one mail for all accounts with this address.
    private func sendForgotten(_ job: Job) throws {
        guard let email = EmailAddress(job.payload) else { return }
        try sendReset(to: try site.database.read { try AddressQueries.recipients($0, of: email) }, job)
    }

    private func sendReset(to recipients: [AddressQueries.Recipient], _ job: Job) throws {
        guard let first = recipients.first else { return }
        let mail = resetMail(try newLinks(.reset, recipients, job.now))
        try send(mail.subject, mail.body, to: first.email, job)
    }

    private func recipient(_ job: Job) throws -> AddressQueries.Recipient? {
        guard let id = ID<Account>(job.payload) else { return nil }
        return try site.database.read { try AddressQueries.recipient($0, id) }
    }

    /// Creates a link for each account. Only the mail holds the secrets; the database stores hashes.
    private func newLinks(
        _ purpose: LinkPurpose, _ recipients: [AddressQueries.Recipient], _ now: Timestamp
    ) throws -> [(recipient: AddressQueries.Recipient, token: String)] {
        let tokens = recipients.map { _ in Base64URL.encode(site.environment.randomBytes(32)) }
        try site.database.write { database in
            for (recipient, token) in zip(recipients, tokens) {
                try AddressQueries.insertLink(database, purpose, tokenHash: TokenHash.of(token), recipient, now)
            }
        }
        return zip(recipients, tokens).map { ($0, $1) }
    }

    private func confirmMail(_ recipient: AddressQueries.Recipient, _ token: String) -> (subject: String, body: String)
    {
        (
            "Confirm your email address",
            """
            Hello \(recipient.greeted),

            Open this link to confirm your email address:

            \(site.settings.baseURL + AccountPaths.confirm(token))

            It works for seven days. If you didn't sign up at \(site.settings.name), ignore this email.
            """
        )
    }

    private func resetMail(
        _ links: [(recipient: AddressQueries.Recipient, token: String)]
    ) -> (subject: String, body: String) {
        let addresses = links.map {
            (recipient: $0.recipient, url: site.settings.baseURL + AccountPaths.reset($0.token))
        }
        let greeting =
            if addresses.count == 1 {
                """
                Hello \(addresses[0].recipient.greeted),

                Somebody, most likely you, asked to reset your password. Choose a new one here:

                \(addresses[0].url)

                The link works once
                """
            } else {
                """
                Hello,

                Somebody, most likely you, asked to reset your password. Several accounts were made with your email
                address, oldest first. Choose a new password for the one that's yours:

                \(addresses.map { "\($0.recipient.username): \($0.url)" }.joined(separator: "\n\n"))

                Each link works once
                """
            }
        let end = ", for one hour. If it wasn't you, ignore this email: your password stays the same."
        return ("Reset your password", greeting + end)
    }

    private func sendChange(_ job: Job) throws {
        let parts = job.payload.split(separator: "\n", maxSplits: 2).map { String($0) }
        guard parts.count == 3, let address = EmailAddress(parts[0]) else { return }
        let body = """
            Hello \(parts[1]),

            \(parts[2])

            If it wasn't you, reset your password now:
            \(site.settings.baseURL + AccountPaths.forgot)
            """
        try send("Your account was changed", body, to: address, job)
    }

    /// Sends a mail from a job of the mail lane.
    func send(_ subject: String, _ body: String, to address: EmailAddress, _ job: Job) throws {
        let message = try MailMessage(
            from: site.mail.sender, fromName: site.settings.name, to: address, subject: subject, body: body,
            id: "\(job.id)-\(job.attempt)", date: job.now.milliseconds)
        try site.mail.transport.send(message)
    }

    private enum MailJob {
        static let confirm = "mail.confirm"
        static let reset = "mail.reset"
        static let forgot = "mail.forgot"
        static let changed = "mail.changed"
    }
}
