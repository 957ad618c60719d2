import Mail
import Proximity
import Synchronization
import Testing

@testable import App

/// Links for new passwords that administrators send, and what they are told of them.
struct ResetLinkTests {
    private let path = "/admin/people/mikko"
    private var form: String { path + "/reset-link" }

    /// A mail server that takes each mail, or answers with an error.
    private final class MailRecorder: MailTransport {
        /// "mikko@example.com Reset your password"
        let sent = Mutex<[String]>([])
        let error = Mutex<MailError?>(nil)

        func send(_ message: MailMessage) throws(MailError) {
            if let error = error.withLock({ $0 }) { throw error }
            sent.withLock { $0.append("\(message.to.text) \(message.subject)") }
        }
    }

    /// A site with a mail server, and a member who has an address.
    private func site(_ mail: MailRecorder) throws -> TestSite {
        let site = try TestSite.empty { $0.mailTransport = mail }
        _ = try site.newAccount("mikko")
        return site
    }

    @Test func `a password reset link is mailed and shown to nobody`() throws {
        let mail = MailRecorder()
        let site = try site(mail)
        let keeper = try site.administrator()
        try keeper.get(path).sees("Goes to their email address").submit(form).isAt(path)
            .sees("emailed mikko", "The mail server has taken it.", "keeper sent a link for a new password to mikko")
        #expect(mail.sent.withLock { $0 } == ["mikko@example.com Reset your password"])
        #expect(!keeper.page.text.contains("token="))
    }

    @Test func `what the mail server does not take is said`() throws {
        let mail = MailRecorder()
        let site = try site(mail)
        let keeper = try site.administrator()
        mail.error.withLock { $0 = .refused(code: 550, "nobody of that name") }
        try keeper.get(path).submit(form).gets(422)
            .sees("The mail server refused a mail with 550. Nothing was sent.").seesNot("of that name")
        mail.error.withLock { $0 = .notReachable("no route") }
        try keeper.get(path).submit(form).isAt(path)
            .sees(
                "The mail server cannot be reached. Whether the link is sent", "keeper sent a link for a new password")
        mail.error.withLock { $0 = nil }
        site.app.runJobs([.mail])
        #expect(mail.sent.withLock { $0.contains("mikko@example.com Reset your password") })
    }

    @Test func `an account gets three links an hour`() throws {
        let mail = MailRecorder()
        let site = try site(mail)
        let keeper = try site.administrator()
        for _ in 1...3 { try keeper.get(path).submit(form).gets(200) }
        try keeper.get(path).submit(form).gets(429)
    }

    @Test func `without a mail server a password reset link is in the outbox and shown to nobody`() throws {
        let site = try TestSite.empty()
        _ = try site.newAccount("mikko")
        let keeper = try site.administrator()
        try keeper.get(path).sees("No mail server is set up", "CAIRN_SMTP_URL").seesNot("Goes to their email address")
            .submit(form).isAt(path)
            .sees(
                "The message with the link for mikko is in the folder outbox of the data folder on the server",
                "keeper sent a link for a new password to mikko", "No mail server: it is in the outbox.")
        let mail = try #require(try site.mails().last { $0.contains("Reset your password") })
        let link = try Mails.link(mail, "/password/reset")
        let token = String(try #require(link.split(separator: "=").last))
        #expect(mail.contains("To: mikko@example.com"))
        #expect(!keeper.page.text.contains("token=") && !keeper.page.text.contains(token))
        for page in [path, "/admin", "/admin/audit"] {
            try keeper.get(page).gets(200)
            #expect(!keeper.page.text.contains("token=") && !keeper.page.text.contains(token), "\(page)")
        }
        #expect(!keeper.cookies.values.contains { $0.contains(token) })
        // Whom the host passes it on to can use it.
        try Visitor(site).get(link).gets(200).sees("For mikko")
    }
}
