import Database
import Proximity

/// Two people's chat as one of them sees it.
struct Chat: Sendable {
    /// What addresses call the other one: the username, or "~" and an id for somebody who left.
    let name: String
    let other: Person
    /// nil before the first message.
    let membership: Membership?
    let permission: Permission
    /// The messages of the other one after this number are a request that waits for an answer: their links do not lead
    /// anywhere, and no photo and no card of theirs is shown. nil for none.
    let untrustedAfter: Int64?

    /// What the viewer may do.
    enum Permission: Sendable, Equatable {
        /// Both write freely.
        case open
        /// The first message is a request.
        case new
        /// The viewer has asked and waits for an answer.
        case asked
        /// The other one has asked; writing to them is an answer.
        case request
        /// The other one takes no requests.
        case closed
        /// The other one deleted their account.
        case left
    }

    /// What addresses call a person.
    static func name(of person: Person) -> String { person.isDeleted ? "~\(person.id)" : person.username }

    /// What the viewer sees of it.
    var view: ConversationView { ConversationView(membership: membership, untrustedAfter: untrustedAfter) }

    var mayWrite: Bool { [.open, .new, .request].contains(permission) }
}

/// What somebody chose about chats.
struct ChatSettings: Sendable, Equatable {
    /// Whether people who are not friends may ask to write.
    var takesRequests = true
    /// Whether friends see that they were here today; who hides it does not see it of others.
    var showsActivity = true
    /// Whether Enter sends.
    var sendsByEnter = true
    /// Whether notices outside of the site may hold what was written.
    var tellsText = false
}
