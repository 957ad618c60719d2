import Database
import Proximity

/// A chat in the list.
struct ListedChat: Sendable {
    let conversation: ID<Conversation>
    let other: Person
    let last: Last
    /// Messages that the viewer has not read, counted up to one more than a page says.
    let unread: Int
    /// Whether the other one was here today, as far as the viewer may know.
    let isActive: Bool
    /// The messages up to this one the viewer has cleared.
    let clearedNumber: Int64

    /// The last message.
    struct Last: Sendable {
        let number: Int64
        let isOwn: Bool
        /// The beginning of its text.
        let text: String
        let hasPhoto: Bool
        /// Whether it is a voice message, or has one.
        let hasSound: Bool
        let isDeleted: Bool
        let at: Timestamp
    }
}

/// A page of the list of chats, with the requests above it.
struct ListedChats: Sendable {
    /// Chats, and the cursor of those after them.
    typealias Page = (chats: [ListedChat], next: Cursor?)

    var requests: Page = ([], nil)
    var chats: Page = ([], nil)
}

/// SQL on the list of chats.
extension ChatQueries {
    /// Which chats are listed.
    enum Part: Sendable {
        /// Those in which somebody has asked and waits for the viewer's answer.
        case requests
        /// All others.
        case chats
        case all

        fileprivate func condition(_ viewer: ID<Account>) -> SQL {
            switch self {
            case .requests: isRequest(to: viewer)
            case .chats: "NOT \(isRequest(to: viewer))"
            case .all: "1 = 1"
            }
        }
    }

    /// A person's chats with people whom they see, the one with the newest message first: one page and the cursor of the
    /// next. Those that they cleared and that have nothing since are left out.
    static func list(
        _ database: Reader, _ part: Part, of viewer: ID<Account>, after cursor: Cursor? = nil, limit: Int,
        today: Timestamp, at now: Timestamp
    ) throws -> (chats: [ListedChat], next: Cursor?) {
        let chats = try database.all(
            """
            SELECT \(Person.columns), state.conversation_id AS conversation_id, state.cleared_number AS cleared_number,
              state.last_number AS last_number, state.last_sender AS last_sender, state.last_text AS last_text,
              state.last_photo AS last_photo, state.last_sound AS last_sound,
              state.last_deleted_at AS last_deleted_at, state.last_at AS last_at,
              \(Conversation.unreadCount("state", of: viewer)) AS unread,
              \(ChatPresence.isActive("person.id", for: viewer, since: today, now)) AS is_active
            FROM \(Conversation.states(of: viewer)) AS state
            JOIN chat ON chat.conversation_id = state.conversation_id
            JOIN \(shown(to: viewer)) AS person ON person.id = \(other(than: viewer))
            WHERE \(part.condition(viewer))
              AND \(Cursor.rows(after: cursor, by: "state.last_at", "state.conversation_id", limit: limit + 1))
            """
        ) { try listed($0, for: viewer) }
        return Cursor.page(chats, size: limit) { Cursor(time: $0.last.at, id: $0.conversation.rawValue) }
    }

    /// The people whose chats a person reads: those whom they see, and those who left. The columns of
    /// `Person.everyone` but the last two.
    static func shown(to viewer: ID<Account>) -> SQL {
        """
        (SELECT known.id AS id, known.username AS username, known.username_folded AS username_folded,
          known.display_name AS display_name, known.picture AS picture, known.is_deleted AS is_deleted
         FROM \(Person.everyone) AS known WHERE known.is_deleted
           OR EXISTS (SELECT 1 FROM \(Person.visible(to: viewer)) AS seen WHERE seen.id = known.id))
        """
    }

    /// In how many of their chats a person has something unread, counted up to one more than a page says.
    static func unreadCount(_ database: Reader, of viewer: ID<Account>) throws -> Int {
        try database.value(
            """
            SELECT count(*) FROM (SELECT 1 FROM \(Conversation.unread(of: viewer)) AS news
              JOIN chat ON chat.conversation_id = news.conversation_id
              JOIN \(shown(to: viewer)) AS person ON person.id = \(other(than: viewer))
              LIMIT \(CountBadge.most + 1))
            """) ?? 0
    }

    /// The other person of a `chat`.
    private static func other(than viewer: ID<Account>) -> SQL {
        "CASE WHEN chat.low_id = \(viewer) THEN chat.high_id ELSE chat.low_id END"
    }

    /// A condition on a `chat` with a `person`: what they wrote is a request that waits for an answer.
    fileprivate static func isRequest(to viewer: ID<Account>) -> SQL {
        """
        (chat.is_open = 0 AND coalesce(chat.request_from, 0) = person.id AND NOT person.is_deleted
          AND NOT EXISTS (SELECT 1 FROM \(Person.friends(of: viewer)) AS friend WHERE friend.id = person.id))
        """
    }

    private static func listed(_ row: Row, for viewer: ID<Account>) throws -> ListedChat {
        let sender: ID<Account> = try row["last_sender"]
        let (photo, sound): (String?, String?) = (try row["last_photo"], try row["last_sound"])
        let deletedAt: Timestamp? = try row["last_deleted_at"]
        return ListedChat(
            conversation: try row["conversation_id"], other: try Person(row),
            last: ListedChat.Last(
                number: try row["last_number"], isOwn: sender == viewer, text: try row["last_text"],
                hasPhoto: photo != nil, hasSound: sound != nil, isDeleted: deletedAt != nil,
                at: try row["last_at"]),
            unread: try row["unread"], isActive: try row["is_active"], clearedNumber: try row["cleared_number"])
    }
}
