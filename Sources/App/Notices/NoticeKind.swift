import Database
import Proximity
import WebPush

/// A feature that tells people something: it lists the kinds of its notices.
protocol NoticeSource: Feature {
    var noticeKinds: [NoticeKind] { get }
    /// Under which name they stand in the settings.
    var noticeTopic: NoticeTopic { get }
}

/// What notices are about, in the order of the settings.
enum NoticeTopic: String, Sendable, CaseIterable {
    case people = "People and this site"
    case places = "Notes, relics and zones"
    case chats = "Chats"
    case groups = "Groups"
    case daily = "Photo of the day"
}

/// A kind of notices, as its feature registers it.
struct NoticeKind: Sendable {
    /// "note.opened": its name in rows, events and the fields of the settings.
    let name: String
    /// The icon beside its notices.
    let icon: String
    /// What it is about, as a sentence of the settings: "Somebody opens a note you left".
    let words: String
    /// The channels that are on until the person chooses.
    var channels: Set<NoticeChannel> = [.site, .push]
    /// How it reaches a phone.
    var push = PushOptions()
    /// Whether somebody's safety may depend on it.
    var safety = Safety.none
    /// How long what `show` leaves in and out stays so.
    var holds = Holding.briefly
    /// The texts of some notices of this kind for their person. Left out are those that the person may not know any
    /// more: because of a block, the end of a friendship, a deletion. Only reads.
    let show: @Sendable (Reader, [Notice], ID<Account>, Timestamp) throws -> [ID<Notice>: NoticeText]
}

extension NoticeKind {
    /// What a kind may do that others may not, because somebody's safety may depend on it.
    enum Safety: Sendable {
        case none
        /// Passes quiet hours, and is counted by itself: whatever else is sent to somebody leaves room for it.
        case warning
        /// That, and goes by every channel that its person has, chosen or not.
        case help
    }

    /// Whether it comes in quiet hours too, in a lane of its own, counted by itself.
    var isSafety: Bool { safety != .none }
    /// Whether it goes by every channel, whatever its person chose.
    var isAlwaysOn: Bool { safety == .help }
}

extension NoticeKind {
    /// How long it stays as it is which notices of a kind their person may see, so that they need not be counted again.
    enum Holding: Sendable {
        /// Nobody knows: they are counted anew for every page, unless nothing at all was written for a second.
        case briefly
        /// Until something is written; the clock changes nothing. Every column that decides on it has a trigger of
        /// ``NoticeRevisionSchema``.
        case untilWritten
        /// The same, but at a time after now the clock changes something; nil for no such time. Given notices may be
        /// hidden now.
        case until(@Sendable (Reader, [Notice], ID<Account>, Timestamp) throws -> Timestamp?)
    }
}

/// A way in which a notice reaches a person.
enum NoticeChannel: String, Sendable, CaseIterable {
    /// The page of notices, and live on open pages.
    case site
    /// The devices on which the person turned it on.
    case push
    case mail
}

/// How notices of a kind reach a phone.
struct PushOptions: Sendable {
    /// How much it matters that the phone wakes.
    var urgency = PushMessage.Urgency.normal
    /// Seconds after which it is not news any more.
    var life = 86_400.0
    /// Which notices replace each other: all of the kind, or those about the same subject.
    var group = Group.kind

    enum Group: Sendable { case kind, subject }

    /// The name under which a notice replaces an earlier one: "friend.asked", "chat.message-17".
    func tag(_ kind: String, subject: Int64) -> String { group == .kind ? kind : "\(kind)-\(subject)" }
}

/// A notice for one person, without words.
struct Notice: Sendable {
    let id: ID<Notice>
    let kind: String
    /// What it is about; only the kind interprets it: the id of a note.
    let subject: Int64
    /// When it was told, or told again.
    let raisedAt: Timestamp
    let isRead: Bool
}

/// What a notice says.
struct NoticeText: Sendable, Equatable {
    /// A sentence without a clock time or a place of something hidden: "Leena opened your note".
    let title: String
    /// The page that it leads to.
    let path: String
    /// More for the page of notices alone, which never leaves the site; "" for none.
    var detail = ""
    /// What mail says instead of the title, for those who chose that more may leave the site; "" for the title.
    var outside = ""
    /// What leaves the site.
    var outsideWords: String { outside.isEmpty ? title : outside }
    /// What its page offers, as the words of a button; "" for nothing.
    var action = ""
    /// When it happened, if that is more to the point than when it was told; "" for when it was told.
    var happened = ""
}
