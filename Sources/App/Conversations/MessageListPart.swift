import Database
import Foundation
import HTTP
import Media
import Proximity

/// How a page shows messages.
struct MessageSetting {
    let times: RelativeTimeFormatter
    let paths: ConversationPaths
    /// The token of the forms that delete.
    let csrf: TokenField
    /// The address of the site, `https://cairn.example.org`: links there lead inside.
    let site: String
    /// See `Chat.untrustedAfter`.
    var untrustedAfter: Int64?
    /// How far another one lets the viewer know to have read.
    var seenNumber: Int64 = 0
    /// The messages of others after this one are new; nil marks none.
    var newAfter: Int64?
    /// See `Membership.clearedNumber`.
    var clearedNumber: Int64 = 0
    /// What the messages are counted by on the page.
    var numbers = VisibleNumbers()
    /// Whether one can answer.
    var mayWrite = true
    /// Whether one can react.
    var mayReact = true
    /// Whether messages say who wrote them: where there are more than two.
    var namesSenders = false
    var attachments = MessageAttachments()
}

/// Messages as they stand on a page, oldest first.
struct MessageListPart {
    let rows: [Row]
    /// The addresses of older and newer ones, and of the newest; "" for none.
    let earlier: String
    let later: String
    let newest: String
    /// The numbers of the first and the last one; 0 for none.
    let first: Int64
    let last: Int64
    /// How far another one lets the viewer know to have read.
    let seen: Int64

    /// A message, and what stands above it.
    struct Row {
        /// The day that begins; nil within a day.
        let day: DayPart?
        /// Whether the new ones begin.
        let isFirstNew: Bool
        let bubble: BubblePart
    }

    /// - Parameter previous: the message before the first one, where the page shows it already.
    init(_ page: MessagePage, _ setting: MessageSetting, after previous: Message? = nil) throws {
        var previous = previous
        var hasMark = false
        let numbers = Set(page.messages.map { $0.number })
        rows = try page.messages.map { message in
            let day = DayPart(message.createdAt, setting.times)
            let isNewDay = previous.map { DayPart($0.createdAt, setting.times).machine != day.machine } ?? true
            let isNew = !message.isOwn && setting.newAfter.map { message.number > $0 } ?? false
            let isFirstNew = isNew && !hasMark
            hasMark = hasMark || isNew
            let follows = !isNewDay && !isFirstNew && previous.map { message.follows($0) } ?? false
            previous = message
            return Row(
                day: isNewDay ? day : nil, isFirstNew: isFirstNew,
                bubble: try BubblePart(message, setting, follows: follows, among: numbers))
        }
        first = page.messages.first.map { setting.numbers.shown($0.number) } ?? 0
        last = page.messages.last.map { setting.numbers.shown($0.number) } ?? 0
        seen = setting.numbers.shown(setting.seenNumber)
        let isFirst = first <= setting.numbers.shown(setting.clearedNumber) + 1
        earlier = page.hasEarlier && !isFirst ? setting.paths.before(first) : ""
        // Numbers have no gaps.
        later = page.hasLater ? setting.paths.before(last + Int64(Message.pageSize) + 1) : ""
        newest = page.hasLater ? setting.paths.page : ""
    }
}

/// The day above its messages.
struct DayPart {
    /// "Today", "Tuesday 17 November"
    let words: String
    /// `2026-11-17`
    let machine: String

    init(_ time: Timestamp, _ times: RelativeTimeFormatter) {
        self.words = times.fullDay(time)
        machine = times.day(time)
    }
}

extension Message {
    /// Messages of one sender within this time stand close together, in seconds.
    private static let pause = 300.0

    /// Whether it goes on from the message before it.
    func follows(_ previous: Message) -> Bool {
        previous.sender.id == sender.id && createdAt - previous.createdAt < Message.pause
    }
}
