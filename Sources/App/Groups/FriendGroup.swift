import Database
import Proximity

/// A group that keeps together for some hours. Type and table have this name, because SQL reserves the shorter one.
struct FriendGroup: Sendable {
    let id: ID<FriendGroup>
    let name: String
    /// How far from the centre a member may be.
    let limit: Metres
    /// Whether the maker admits each new member.
    let needsAdmission: Bool
    let createdAt: Timestamp
    /// When it ends by itself.
    let endsAt: Timestamp
    /// When it was ended, by itself or by its maker; nil while it runs.
    let endedAt: Timestamp?
    /// Six characters by which one joins; "" once it is over.
    let code: String
    /// Raised when somebody is removed, who knows the link.
    let linkVersion: Int64
    /// The group's chat; nil once it is over.
    let conversation: ID<Conversation>?

    /// The allowed limits, in metres.
    static let limits = 50...20_000
    /// How long a group may run from now on, in hours.
    static let hours = 1...72
    /// Most members at a time: their last fixes stand in one row.
    static let mostMembers = 50
    /// Longest name, in characters.
    static let longestName = 60

    /// By the clock, because the job that ends it may come later.
    func isRunning(_ now: Timestamp) -> Bool { endedAt == nil && endsAt > now }
}

/// A person in a group.
struct GroupMember: Sendable {
    let id: ID<GroupMember>
    let group: ID<FriendGroup>
    let person: Person
    /// Whether they have no account.
    let isGuest: Bool
    let isMaker: Bool
    /// For the other members alone; "" for none.
    let phone: String
    let joinedAt: Timestamp
    /// nil while the maker has not admitted them.
    let admittedAt: Timestamp?
    let leftAt: Timestamp?
    /// The device that they chose; nil for the one that moved last.
    let device: ID<Device>?
    /// Percent; nil where the phone does not say.
    let battery: Int?
    /// The later end of their pauses: of this group, and of everything; nil or past if they share.
    var pausedUntil: Timestamp?
    /// Since when they are on the way home.
    var mutedAt: Timestamp?
    /// Since when they are there.
    var homeAt: Timestamp?
    /// Since when they ask for help.
    var helpAt: Timestamp?
    /// Since when the others know.
    var helpToldAt: Timestamp?
    /// Since when they are judged, and see who is away, by a state of their own, because they do not see everybody. Whoever came
    /// so has had it always.
    var ownStateSince: Timestamp?

    /// Whether they take part: admitted, and not gone.
    var isActive: Bool { admittedAt != nil && leftAt == nil }
    var isPending: Bool { admittedAt == nil && leftAt == nil }

    /// Whether they are on the way home for so long that they are asked whether they have arrived.
    func isAskedHome(_ now: Timestamp) -> Bool {
        mutedAt.map { now >= $0 + Groups.homeAfter || $0.isFromWrongClock(now: now) } ?? false
    }

    func isPaused(_ now: Timestamp) -> Bool { pausedUntil.map { $0 > now } ?? false }
    /// Whether the others are told to help.
    var asksForHelp: Bool { helpToldAt != nil }
}

/// What happened in a group.
struct GroupAlert: Sendable {
    let id: ID<GroupAlert>
    let group: ID<FriendGroup>
    let kind: Kind
    /// Whom it is about.
    let member: ID<GroupMember>
    /// The second of two who are apart or together again; who asks.
    let other: ID<GroupMember>?
    /// The limit that somebody went beyond.
    var limit: Metres?
    /// Who was told of it; nil for more than one.
    var viewer: ID<GroupMember>?
    let createdAt: Timestamp

    enum Kind: String, Sendable, CaseIterable {
        /// Wants to be admitted.
        case asking
        case joined
        /// Left for good, or was removed.
        case gone
        case strayed
        case back
        case apart
        case together
        case headingHome
        /// Arrived.
        case home
        case help
        /// Asked for help, and is safe.
        case safe
        /// Somebody asks where they are.
        case asked
        /// Somebody sets when the group ends.
        case extended
        /// Somebody gives it another name.
        case renamed
        /// Somebody sets another limit.
        case limited
        /// No position came from them for long: nothing tells whether they stray.
        case silent

        /// Whether it says what positions are like, as those know it who are told.
        var isJudged: Bool {
            switch self {
            case .strayed, .back, .apart, .together, .silent: true
            case .asking, .joined, .gone, .headingHome, .home, .help, .safe, .asked, .extended, .renamed, .limited:
                false
            }
        }
    }
}
