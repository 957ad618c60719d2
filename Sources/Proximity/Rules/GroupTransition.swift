/// An event in a group that keeps together. The caller supplies the ids of members.
public enum GroupTransition: Hashable, Sendable {
    /// A member is farther than the limit from the centre of three or more.
    case strayed(Int64)
    /// A member who had strayed, or had been apart, is with the group again.
    case back(Int64)
    /// The only two members with a signal are farther from each other than the limit: one event, sent to both.
    case apart(Int64, Int64)
    /// The two are together again.
    case together(Int64, Int64)
    /// No fix from a member for ``GroupState/freshness``. Says nothing about where they are.
    case signalLost(Int64)
    /// A member who had no signal has sent a fix again.
    case signalFound(Int64)

    /// Whether it is about how far members are from each other, not about their signal.
    var isOfDistance: Bool {
        switch self {
        case .strayed, .back, .apart, .together: true
        case .signalLost, .signalFound: false
        }
    }

    /// Whether members who were away are with the others again.
    public var isReturn: Bool {
        switch self {
        case .back, .together: true
        case .strayed, .apart, .signalLost, .signalFound: false
        }
    }

    /// Whom it is about.
    public var members: [Int64] {
        switch self {
        case .strayed(let member), .back(let member), .signalLost(let member), .signalFound(let member): [member]
        case .apart(let one, let other), .together(let one, let other): [one, other]
        }
    }
}
