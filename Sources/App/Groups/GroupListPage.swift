import Database
import HTTP
import Proximity

/// `GET /groups`
struct GroupsPage {
    let frame: Frame
    /// Those that run, newest first.
    let groups: [GroupCardPart]
    let past: [PastGroupPart]
    let join: GroupJoinPart
    let errors: ValidationErrors

    var isEmpty: Bool { groups.isEmpty && past.isEmpty }
}

/// A running group in the list.
struct GroupCardPart {
    let path: String
    let name: String
    /// The name as it stands in a label.
    let label: String
    /// "with Ville and Noor", beside another group of its name; "" where the name tells it.
    let distinction: String
    /// "4 people"; "" for who still waits.
    let people: String
    /// The first few members.
    let faces: [AvatarPart]
    /// How many more there are.
    let moreCount: Int
    let ends: TimePart
    /// How the viewer is doing.
    let state: BadgePart
    let isPending: Bool

    private static let maxFaces = 6

    init(_ view: GroupView, _ words: RelativeTimeFormatter) {
        self.init(
            view.group, view.active.map { $0.person }, distinction: view.distinction?.words(words) ?? "",
            state: GroupCardPart.state(view, words.now), isPending: view.own.isPending, words)
    }

    init(
        _ group: FriendGroup, _ members: [Person], distinction: String = "", state: BadgePart, isPending: Bool = false,
        _ words: RelativeTimeFormatter
    ) {
        path = GroupPaths.group(group.id)
        name = group.name
        self.distinction = distinction
        label = DisplayName.isolated(group.name) + (distinction.isEmpty ? "" : ", \(distinction)")
        people = isPending ? "" : members.count == 1 ? "Only you so far" : "\(members.count) people"
        let shown = members.count == GroupCardPart.maxFaces + 1 ? members.count : GroupCardPart.maxFaces
        faces = members.prefix(shown).map { AvatarPart($0) }
        moreCount = members.count - faces.count
        ends = TimePart(ahead: group.endsAt, words)
        self.state = state
        self.isPending = isPending
    }

    private static func state(_ view: GroupView, _ now: Timestamp) -> BadgePart {
        let own = view.own
        if own.isPending { return BadgePart("Waiting to be let in", .waiting) }
        if own.helpAt != nil { return BadgePart("You asked for help", .danger) }
        if let caller = view.others.first(where: { $0.asksForHelp }) {
            return BadgePart("\(caller.person.name) needs help", .danger)
        }
        if own.isPaused(now) { return BadgePart("Not sharing", .waiting) }
        if own.homeAt != nil { return BadgePart("Home", .info) }
        if own.mutedAt != nil { return BadgePart("Heading home", .info) }
        return switch view.state.condition(of: own.id.rawValue, now: now) {
        case .together:
            view.others.first { view.isAway($0, now) }.map { BadgePart("\($0.person.name) is away", .danger) }
                ?? BadgePart("With the group", .good)
        case .strayed: BadgePart("You’re away from the group", .danger)
        case .noSignal: BadgePart("No signal from you", .waiting)
        case nil: BadgePart("Nobody sees you yet")
        }
    }
}

/// A group that is over, as one line.
struct PastGroupPart {
    /// Its page, in the morning after; "" later.
    let path: String
    let name: String
    let date: TimePart
    /// "4 people", beside another one of its name and day "with Ville and Noor"
    let people: String

    init(
        _ group: GroupListQueries.Past, _ distinction: GroupDistinction? = nil, isMorning: Bool,
        _ words: RelativeTimeFormatter
    ) {
        path = isMorning ? GroupPaths.group(group.id) : ""
        name = group.name
        date = TimePart(date: group.endedAt, words)
        people = distinction?.words(words) ?? (group.count == 1 ? "One person" : "\(group.count) people")
    }
}

/// The fields by which one joins with a code.
struct GroupJoinPart {
    let code: FieldPart
    let phone: FieldPart

    static let phoneHint = "Only the group sees it, to call or text you."

    static func code(_ typed: String, _ errors: ValidationErrors) -> FieldPart {
        FieldPart(
            "code", "Code", value: typed, hint: "Six characters, from somebody in the group.",
            autocomplete: "off", placeholder: "K7M 2PX", isRequired: true, lengths: (0, GroupWord.longestTyped), errors)
    }

    init(_ form: FormFields, _ errors: ValidationErrors) {
        code = GroupJoinPart.code(form["code"] ?? "", errors)
        phone = FieldPart(
            "phone", "Your phone number (optional)", value: form["phone"] ?? "", type: "tel",
            hint: GroupJoinPart.phoneHint, autocomplete: "tel", errors)
    }
}
