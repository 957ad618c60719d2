import Database
import Mail
import Proximity
import Safeguards

/// Notices by mail: one each, with its title and a link. More of what it is about is in it only where the person chose
/// that.
struct NoticeMail: NoticeTransport {
    let site: Site
    let accounts: Accounts

    let channel = NoticeChannel.mail
    let lane = JobLane.mail
    let limit = Throttle("notice-mail", attempts: 20, window: Throttle.day)
    let gathering = 21_600.0
    let rest = 3_600.0
    let lease = 300.0

    func targets(_ database: Reader, of account: ID<Account>, _ now: Timestamp) throws -> [Int64] { [0] }

    func send(_ shown: ShownNotice, delivery: NoticeDelivery, job: Job) throws -> NoticeOutcome {
        let text = shown.text
        guard let recipient = try site.database.read({ try NoticeMail.recipient($0, delivery.account) })
        else { return .nowhere }
        let body = """
            Hello \(recipient.greeted),

            \(NoticeMail.line(text.outsideWords))

            \(site.settings.baseURL + text.path)

            \(end)
            """
        try accounts.send(NoticeMail.line(text.title), body: body, to: recipient.email, job: job)
        return .sent
    }

    func send(_ unread: UnreadNotices, to account: ID<Account>, target: Int64, _ job: Job) throws -> NoticeOutcome {
        let recipient = try site.database.read { database in
            // A digest says it at its time.
            let hasDigest = try NoticeSettingsQueries.settings(database, of: account).digest != .off
            return hasDigest ? nil : try NoticeMail.recipient(database, account)
        }
        guard let recipient else { return .nowhere }
        try send(unread, to: recipient, job)
        return .sent
    }

    /// The mail of what a person has not read.
    func send(_ digest: UnreadNotices, to recipient: AddressQueries.Recipient, _ job: Job) throws {
        let lines = digest.shown.map { "\(NoticeMail.line($0.outsideWords))\n\(site.settings.baseURL + $0.path)" }
        let rest = digest.moreWords.map { "\n\n\($0): \(site.settings.baseURL + NoticePaths.notices)" } ?? ""
        let body = """
            Hello \(recipient.greeted),

            You haven’t read this yet:

            \(lines.joined(separator: "\n\n"))\(rest)

            \(end)
            """
        try accounts.send(digest.title, body: body, to: recipient.email, job: job)
    }

    /// The receiver at a confirmed address: an address that anybody could have typed gets no word of anybody's life.
    static func recipient(_ database: Reader, _ account: ID<Account>) throws -> AddressQueries.Recipient? {
        try AddressQueries.recipient(database, account).flatMap { $0.isConfirmed ? $0 : nil }
    }

    private var end: String {
        """
        Choose here what \(site.settings.name) tells you by email:
        \(site.settings.baseURL + NoticePaths.settings)
        """
    }

    /// A title that is good for a subject: on one line and not too long, whatever names of people are in it.
    static func line(_ title: String) -> String {
        let plain = String(
            String.UnicodeScalarView(title.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
        guard plain.utf8.count > maxLineLength else { return plain }
        var length = 0
        let short = plain.prefix { character in
            length += character.utf8.count
            return length <= maxLineLength
        }
        return short + "…"
    }

    private static let maxLineLength = 300
}
