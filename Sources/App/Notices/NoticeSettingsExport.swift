import Database
import Proximity

/// The settings in an export: every box, also those that nobody has touched.
struct NoticeSettingsExport: Encodable {
    let digest: String
    let quietFrom: String?
    let quietUntil: String?
    let emailsWithoutDevice: Bool
    let kinds: [String: [String: Bool]]

    init(_ settings: NoticeSettings, _ kinds: [NoticeKind]) {
        digest = settings.digest.rawValue
        quietFrom = settings.quiet.map { TimeOfDay.text($0.from) }
        quietUntil = settings.quiet.map { TimeOfDay.text($0.until) }
        emailsWithoutDevice = settings.mailsInstead
        self.kinds = Dictionary(
            kinds.map { kind in
                let boxes = NoticeChannel.allCases.map { ($0.rawValue, settings.isOn(kind, $0)) }
                return (kind.name, Dictionary(boxes) { first, _ in first })
            }
        ) { first, _ in first }
    }
}
