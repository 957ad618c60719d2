import Database
import Proximity

/// What people are told of their exports.
extension AccountData: NoticeSource {
    static let readyNotice = "export.ready"

    /// The subject is the account itself: it has one export.
    var noticeTopic: NoticeTopic { .people }

    var noticeKinds: [NoticeKind] {
        [
            NoticeKind(
                name: AccountData.readyNotice, icon: "download", words: "An export of your data is ready",
                channels: [.site, .push, .mail],
                holds: .until { database, _, account, now in
                    let end = try ExportQueries.export(database, of: account).map { $0.createdAt + AccountData.life }
                    return end.flatMap { $0 > now ? $0 : nil }
                }
            ) { database, notices, account, now in
                guard let export = try ExportQueries.export(database, of: account), export.finishedAt != nil,
                    now - export.createdAt < AccountData.life
                else { return [:] }
                let text = NoticeText(title: "Your export is ready", path: AccountDataPaths.export)
                return Dictionary(uniqueKeysWithValues: notices.map { ($0.id, text) })
            }
        ]
    }
}
