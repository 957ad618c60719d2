import Database
import Proximity

/// Who needs help, how the viewer is doing in the group, and what they can say.
struct GroupOwnPart {
    /// The others who ask for help, but for the one that the page is about.
    let alarms: [GroupMemberCard]
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

    enum State { case usual, apart, askedFor, paused, headingHome, home, alarm, help }

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
        _ seen: SeenGroup, csrf: TokenField, key: String, _ clock: RelativeTimeFormatter, _ units: DistanceFormat
    ) {
        let own = seen.view.own
        alarms = seen.view.others.filter { $0.asksForHelp && $0.id != seen.chosen?.id }
            .map { GroupMemberCard($0, seen, units) }
        state = GroupOwnPart.state(seen)
        (title, words) = GroupOwnPart.say(state, seen, clock)
        (self.csrf, self.key) = (csrf, key)
        paths = Paths(seen.view.group.id)
        let left = own.helpAt.map { ($0 + Groups.helpDelay).milliseconds - seen.now.milliseconds } ?? 0
        alarmIn = state == .alarm ? "\(max(0, left))" : ""
        alarmLeft = "\((max(0, left) + 999) / 1_000) s"
        canHeadHome = own.mutedAt == nil
        canAskForHelp = own.helpAt == nil
    }

    private static func state(_ seen: SeenGroup) -> State {
        let own = seen.view.own
        if own.asksForHelp { return .help }
        if own.helpAt != nil { return .alarm }
        if own.isPaused(seen.now) { return .paused }
        if let since = own.mutedAt { return seen.now >= since + Groups.homeAfter ? .home : .headingHome }
        if seen.condition(of: own) == .strayed { return .apart }
        return seen.asked == nil ? .usual : .askedFor
    }

    private static func say(
        _ state: State, _ seen: SeenGroup, _ clock: RelativeTimeFormatter
    ) -> (title: String, words: String) {
        let others = seen.view.others
        switch state {
        case .help:
            return ("Everybody knows that you need help", "They see where you are. Stay where you are if you can.")
        case .alarm: return ("Help is called in", "Then everybody is told, even if this phone dies.")
        case .paused:
            let until = seen.view.own.pausedUntil.map { clock.clock($0) } ?? ""
            return ("Not sharing until \(until)", "Nobody in the group sees where you are.")
        case .headingHome: return ("You’re heading home", "The others get no more alerts about you.")
        case .home: return ("Home safe?", "The others would like to know.")
        case .apart:
            let isPair = seen.view.state.freshCount(seen.now) == 2 && others.count == 1
            let name = others.first?.person.name ?? ""
            return (
                isPair ? "You and \(name) are far apart" : "You have left the group",
                "Everybody was told. What shall they know?"
            )
        case .askedFor:
            return ("\(seen.asked?.person.name ?? "") asks where you are", "Send a word, or keep this page open.")
        case .usual:
            guard !others.isEmpty else { return ("", "Only you so far. Let the others scan the code.") }
            return ("", "")
        }
    }
}
