import Foundation
import WebPush

/// What a device is told: a title, an address and a name under which it replaces an earlier notice. The form is that of
/// Declarative Web Push, so that Safari shows it without the service worker.
struct PushPayload: Encodable, Equatable {
    let title: String
    /// The page that a tap opens, with the site's address.
    let navigate: String
    let tag: String
    /// What more may leave the site; nil for nothing.
    var body: String?
    /// Whether it comes without a sound.
    var isSilent = false

    private enum Keys: String, CodingKey {
        case version = "web_push"
        case notification
    }
    private enum NotificationKeys: String, CodingKey { case title, navigate, tag, lang, dir, silent, body }

    /// Marks a declarative message.
    private static let version = 8_030

    func encode(to encoder: any Encoder) throws {
        var message = encoder.container(keyedBy: Keys.self)
        try message.encode(PushPayload.version, forKey: .version)
        var notification = message.nestedContainer(keyedBy: NotificationKeys.self, forKey: .notification)
        try notification.encode(title, forKey: .title)
        try notification.encode(navigate, forKey: .navigate)
        try notification.encode(tag, forKey: .tag)
        try notification.encode("en", forKey: .lang)
        try notification.encode("auto", forKey: .dir)
        if isSilent { try notification.encode(true, forKey: .silent) }
        try notification.encodeIfPresent(body, forKey: .body)
    }

    /// The JSON, its keys in a fixed order.
    var json: [UInt8] { get throws { try SiteJSON.bytes(self) } }
}

extension PushPayload {
    /// Of a notice nothing but its title, where it leads, and the words that its person lets leave the site.
    init(_ shown: ShownNotice, _ options: PushOptions, baseURL: String) {
        let (notice, text) = (shown.notice, shown.text)
        self.init(
            title: NoticeMail.line(text.title), navigate: baseURL + text.path,
            tag: options.tag(notice.kind, subject: notice.subject),
            body: text.outside.isEmpty ? nil : NoticeMail.line(text.outside), isSilent: options.urgency == .low)
    }
}
