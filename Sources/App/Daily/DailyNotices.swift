import Database
import Foundation
import Proximity

/// What people are told when a window opens. Its subject is the day.
extension Daily {
    static let openNotice = "daily.open"

    /// Shown only while one can still post in time.
    var openKind: NoticeKind {
        NoticeKind(
            name: Daily.openNotice, icon: "camera", words: "It’s time for the photo of the day",
            push: PushOptions(urgency: .high, life: 300),
            holds: .until { database, _, _, now in
                try WindowQueries.last(database).flatMap { [$0.openedAt, $0.closesAt].first { $0 > now } }
            }
        ) { database, notices, account, now in
            guard let window = try openWindow(database, for: account, now) else { return [:] }
            let text = NoticeText(title: "Time for today’s photo", path: DailyPaths.new)
            let told = notices.filter { $0.subject == window.day.rawValue }
            return Dictionary(told.map { ($0.id, text) }) { first, _ in first }
        }
    }
}

extension Daily: NoticeSource {
    var noticeTopic: NoticeTopic { .daily }

    var noticeKinds: [NoticeKind] { [openKind] + Daily.answerKinds }
}

extension Daily: EventSource {
    var eventName: String { "daily" }

    private struct Event: Encodable {
        let state: String
        /// When the window closes or closed, in ISO 8601.
        let until: String
    }

    /// How the window is for the person at the time of sending: a page that comes late to it must not ask for a photo.
    func eventData(
        _ database: Reader, of subjects: [Int64], for account: ID<Account>, _ now: Timestamp
    ) throws -> [Int64: String] {
        var texts: [Int64: String] = [:]
        for subject in Set(subjects) {
            guard let window = try WindowQueries.window(database, on: CalendarDay(rawValue: subject)) else { continue }
            let hasPosted = try DailyPostQueries.post(database, of: account, on: window.day) != nil
            let state = hasPosted ? "posted" : window.isOpen(now) ? "open" : "closed"
            let event = Event(state: state, until: RelativeTimeFormatter.machine(window.closesAt))
            texts[subject] = try SiteJSON.text(event)
        }
        return texts
    }
}
