import Database
import Foundation
import Proximity

/// A notice as its person may see it now.
struct ShownNotice: Sendable {
    let notice: Notice
    /// The icon of its kind.
    let icon: String
    let text: NoticeText
}

/// What people may see of their notices. Pages, the count, events and mail ask nothing else.
extension Notices {
    var allKinds: [NoticeKind] {
        site.features.conforming(to: (any NoticeSource).self).flatMap { $0.noticeKinds }
    }

    /// The same by what they are about.
    var topics: [(topic: NoticeTopic, kinds: [NoticeKind])] {
        let sources = site.features.conforming(to: (any NoticeSource).self)
        return NoticeTopic.allCases.map { topic in
            (topic, sources.filter { $0.noticeTopic == topic }.flatMap { $0.noticeKinds })
        }
    }

    /// Those of some notices that still hold for their person, in the same order. Each kind is asked once.
    func visible(
        _ database: Reader, _ notices: [Notice], for account: ID<Account>, at now: Timestamp
    ) throws -> [ShownNotice] {
        let byKind = Dictionary(grouping: notices, by: { $0.kind })
        if byKind.isEmpty { return [] }
        var shown: [ID<Notice>: ShownNotice] = [:]
        for kind in allKinds {
            guard let some = byKind[kind.name] else { continue }
            let texts = try kind.show(database, some, account, now)
            for notice in some {
                shown[notice.id] = texts[notice.id].map { ShownNotice(notice: notice, icon: kind.icon, text: $0) }
            }
        }
        return notices.compactMap { shown[$0.id] }
    }

    /// A person's newest notices after a cursor, up to `limit` of those that they may see: how many others there are
    /// between them changes nothing.
    func visible(
        _ database: Reader, for account: ID<Account>, isUnread: Bool = false, after cursor: Cursor = .newest,
        limit: Int, _ now: Timestamp
    ) throws -> [ShownNotice] {
        var (shown, cursor): ([ShownNotice], Cursor) = ([], cursor)
        while shown.count < limit {
            let next = try NoticeQueries.notices(
                database, of: account, isUnread: isUnread, after: cursor, limit: limit)
            shown += try visible(database, next, for: account, at: now)
            guard next.count == limit, let last = next.last else { break }
            cursor = last.cursor
        }
        return Array(shown.prefix(limit))
    }
}

extension Notice {
    /// Its place in the list.
    var cursor: Cursor { Cursor(time: raisedAt, id: id.rawValue) }
}

extension Notices: EventSource {
    var eventName: String { "notice" }

    /// What a notice says on a stream.
    private struct Data: Encodable {
        let kind: String
        let title: String
        let url: String
        let unread: Int
    }

    func eventData(
        _ database: Reader, of subjects: [Int64], for account: ID<Account>, _ now: Timestamp
    ) throws -> [Int64: String] {
        let found = try NoticeQueries.notices(database, subjects.map { ID(rawValue: $0) }, of: account)
        let shown = try visible(database, found, for: account, at: now)
        if shown.isEmpty { return [:] }
        let unread = try unreadCount(database, for: account, now)
        var texts: [Int64: String] = [:]
        for one in shown {
            let data = Data(kind: one.notice.kind, title: one.text.title, url: one.text.path, unread: unread)
            texts[one.notice.id.rawValue] = try SiteJSON.text(data)
        }
        return texts
    }
}
