import Database

/// The paths of the feature.
enum FriendPaths {
    static let friends = "/friends"
    static let requests = "/friends/requests"
    static let order = "/friends/order"
    static let contacts = "/friends/contacts"
    static let findable = "/friends/findable"
    static let invite = "/friends/invite"
    static let revokeInvite = "/friends/invite/revoke"
    /// Makes an invitation for one person.
    static let invitePerson = "/friends/invite/person"
    static let blocked = "/friends/blocked"
    static let circles = "/friends/circles"
    static let newCircle = "/friends/circles/new"

    /// The page of contacts with what a search found.
    static func contacts(found result: String) -> String { "/friends/contacts?found=\(PathText.component(result))" }
    static func accept(_ request: ID<FriendRequest>) -> String { "/friends/requests/\(request)/accept" }
    static func decline(_ request: ID<FriendRequest>) -> String { "/friends/requests/\(request)/decline" }
    static func cancel(_ request: ID<FriendRequest>) -> String { "/friends/requests/\(request)/cancel" }
    /// Takes an invitation for one person back.
    static func cancel(_ invitation: ID<SingleInvite>) -> String { "/friends/invite/person/\(invitation)/cancel" }
    static func remove(_ username: String) -> String { "/friends/\(PathText.component(username))/remove" }
    static func restore(_ username: String) -> String { "/friends/\(PathText.component(username))/restore" }
    static func block(_ username: String) -> String { PersonPaths.person(username) + "/block" }
    static func unblock(_ username: String) -> String { PersonPaths.person(username) + "/unblock" }
    static func report(_ username: String) -> String { PersonPaths.person(username) + "/report" }
    static func circle(_ id: ID<Circle>) -> String { "/friends/circles/\(id)" }
    static func editCircle(_ id: ID<Circle>) -> String { "/friends/circles/\(id)/edit" }
    static func deleteCircle(_ id: ID<Circle>) -> String { "/friends/circles/\(id)/delete" }
    /// Undoes a deletion.
    static func restoreCircle(_ id: ID<Circle>) -> String { "/friends/circles/\(id)/restore" }
    /// Everybody's invitations, for administrators, and the ends of one for whoever has it and of one for one person.
    static let allInvites = "/admin/invites"
    static func endLasting(_ id: Int64) -> String { "/admin/invites/\(id)/end" }
    static func endSingle(_ id: Int64) -> String { "/admin/invites/single/\(id)/end" }
    static func invitation(_ token: String) -> String { "/join-me/\(token)" }
}
