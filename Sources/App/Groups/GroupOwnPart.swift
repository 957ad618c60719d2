import Database
import Proximity

/// How the viewer is doing in the group, and what they can say.
struct GroupOwnPart {
    let state: State
    /// The headline: "You have left the group".
    let title: String
    /// What it means, or what to do.
    let words: String
    let csrf: TokenField
    let paths: Paths
    /// Made with the message box, so that a message sent twice is one.
    let key: String
    /// Milliseconds until the alarm goes out; "" when none is on its way.
    let alarmIn: String
    /// "8 s"
    let alarmLeft: String
    let canHeadHome: Bool
    let canAskForHelp: Bool
    /// Whether heading home has just been said.
    let canUndo: Bool
    let sharing: GroupSharing
    /// nil for who did not make the group.
    let end: GroupEndPart?

    enum State { case usual, apart, askedFor, paused, headingHome, homeSafe, home, alarm, help }

    /// Where the forms lead.
    struct Paths {
        let messages, headingHome, home, help, cancelHelp, pause, devices: String

        init(_ group: ID<FriendGroup>) {
            messages = GroupPaths.messages(group)
            (headingHome, home) = (GroupPaths.headingHome(group), GroupPaths.home(group))
            (help, cancelHelp) = (GroupPaths.help(group), GroupPaths.cancelHelp(group))
            pause = GroupPaths.pause(group)
            devices = GroupPaths.settings(group)
        }
    }

    init(
        _ seen: SeenGroup, csrf: TokenField, key: String, _ units: DistanceFormat
    ) {
        let own = seen.view.own
        state = GroupOwnPart.state(seen)
        (title, words) = GroupOwnPart.say(state, seen, units)
        (self.csrf, self.key) = (csrf, key)
        paths = Paths(seen.view.group.id)
        let left =
            own.helpAt.known(at: seen.now).map { ($0 + Groups.helpDelay).milliseconds - seen.now.milliseconds } ?? 0
        alarmIn = state == .alarm ? "\(max(0, left))" : ""
        alarmLeft = "\((max(0, left) + 999) / 1_000) s"
        canHeadHome = own.mutedAt == nil
        canUndo = own.homeAt == nil && own.mutedAt.map { seen.now < $0 + Flash.undoTime } ?? false
        sharing = GroupSharing(seen)
        end = GroupEndPart(seen.view, csrf)
        canAskForHelp = own.helpAt == nil
    }

    private static func state(_ seen: SeenGroup) -> State {
        let own = seen.view.own
        if own.asksForHelp { return .help }
        if own.helpAt != nil { return .alarm }
        if own.isPaused(seen.now) { return .paused }
        if own.homeAt != nil { return .home }
        if own.mutedAt != nil { return own.isAskedHome(seen.now) ? .homeSafe : .headingHome }
        if seen.condition(of: own) == .strayed { return .apart }
        return seen.asked == nil ? .usual : .askedFor
    }

    private static func say(
        _ state: State, _ seen: SeenGroup, _ units: DistanceFormat
    ) -> (title: String, words: String) {
        let others = seen.view.others
        switch state {
        case .help:
            let isSeen = seen.fix(of: seen.view.own) != nil
            return (
                "Everybody knows that you need help",
                isSeen
                    ? "They see where you are. Stay there if you can."
                    : "They don’t see where you are: share your place, or say where."
            )
        case .alarm: return ("Help is called in", "Then everybody is told, even if this phone dies.")
        // The line below says it.
        case .paused: return ("", "")
        case .headingHome:
            return (
                "You’re heading home",
                "No alerts about you until you’re back with the group, or it ends at \(seen.clock(seen.view.group.endsAt))."
            )
        case .homeSafe: return ("Home safe?", "The others would like to know.")
        case .home: return ("Home · \(seen.clock(seen.view.own.homeAt))", "The others know.")
        case .apart:
            let isPair = seen.view.state.freshCount(seen.now) == 2 && others.count == 1
            let (name, far) = (others.first?.person.name ?? "", GroupWords.far(seen.view.group.limit, units))
            return (
                isPair ? "You and \(name) are \(far) apart" : "You’re \(far) from the group",
                "Everybody has been told. What shall they know?"
            )
        case .askedFor:
            return ("\(seen.asked?.person.name ?? "") asks where you are", "Send a word, or keep this page open.")
        case .usual:
            guard !others.isEmpty else { return ("", "Only you so far. Let the others scan the code.") }
            return ("", "")
        }
    }
}

/// Whether the group sees where the viewer is, in the one sentence that its page has about it.
struct GroupSharing {
    enum State: String {
        case on, paused, off
        case noSignal = "no-signal"
    }

    let state: State
    let words: String

    init(_ seen: SeenGroup) {
        let own = seen.view.own
        if own.isPaused(seen.now) {
            let until = seen.clock(own.pausedUntil)
            state = .paused
            words = "Paused until \(until): the group sees that you’re not sharing, not where you are."
        } else if let fix = seen.fix(of: own) {
            let isSilent = seen.condition(of: own) == .noSignal
            state = isSilent ? .noSignal : .on
            words =
                isSilent
                ? "No place from you since \(seen.clock(fix.time)): the group sees where you were then."
                : "The group sees you."
        } else {
            (state, words) = (.off, "The group doesn’t see you yet.")
        }
    }
}
