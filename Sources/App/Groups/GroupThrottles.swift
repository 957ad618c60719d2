import Safeguards

extension Throttle {
    /// Groups that an account makes.
    static let groupMaking = Throttle("group-making", label: "Groups made", attempts: 30, window: hour)
    /// How often an account joins a group: each time its members are told.
    static let groupJoining = Throttle("group-joining", label: "Groups joined", attempts: 20, window: hour)
    /// What an account does in groups that the members see. A call for help is none of it.
    static let groupAction = Throttle(
        "group-action", label: "Acts that a group sees", attempts: 120, window: hour)
    /// Changes of name, limit and end of groups, by account: each time all members are told.
    static let groupChange = Throttle("group-change", label: "Changes of a group", attempts: 10, window: hour)
}

extension Groups {
    var throttles: [Throttle] { [.groupMaking, .groupJoining, .groupAction, .groupChange] }
}
