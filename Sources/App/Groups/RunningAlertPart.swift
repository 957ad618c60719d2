import Database
import Proximity

/// An alert that runs, as it stands on every page of somebody.
struct RunningAlertPart {
    /// `help` or `strayed`.
    let kind: String
    let group: String
    /// Whom it is about; "" on the pages of who asks for help.
    let member: String
    /// Its id, by which it is said to be seen; "" where it cannot be.
    let alert: String
    let avatar: AvatarPart
    /// "Leena needs help"
    let title: String
    /// "Bar night · at 22:41", "Last seen 1 min ago, 420 m from you"
    let lines: [String]
    /// What others answered, and who has seen it.
    let answers: [String]
    /// Their page in the group, with the map.
    let page: String
    /// `tel:` and `sms:` links and where one writes to them; "" where there is none.
    let call, text, chat: String
    /// nil without a place.
    let route: RoutePart?
    /// Whether the viewer has answered: then it is one line, which leads to all the rest.
    let isAnswered: Bool
    /// Where the forms lead; "" where they do not fit.
    let seen, answer, safe, leave: String
    let remove: ConfirmPart?
    let csrf: TokenField
    /// The script that makes it heard.
    let script: String

    /// What the answer says that needs only a tap.
    static let onMyWay = "I’m on my way"

    /// - Parameter chat: where one writes to the member.
    init(
        _ running: RunningAlert, _ view: GroupView, chat: String, script: String, _ csrf: TokenField,
        _ units: DistanceFormat, _ words: RelativeTimeFormatter
    ) {
        let (group, own, other) = (view.group, view.own, running.member)
        let (isOwn, isHelp) = (other.id == own.id, running.kind == .help)
        (kind, self.csrf, self.script) = (running.kind.rawValue, csrf, isOwn && isHelp ? "" : script)
        (self.group, member) = ("\(group.id)", isOwn && isHelp ? "" : "\(other.id)")
        alert = isOwn && isHelp ? "" : "\(running.alert.id)"
        avatar = AvatarPart(other.person)
        title = RunningAlertPart.title(running, view, units)
        let said = running.readings.first { $0.member == own.id && !$0.answer.isEmpty }?.answer
        isAnswered = said != nil
        lines = isAnswered ? [] : RunningAlertPart.lines(running, view, units, words)
        answers = said.map { ["You: \($0)"] } ?? RunningAlertPart.answers(running, view)
        page = isOwn ? GroupPaths.group(group.id) : GroupPaths.member(group.id, other.id)
        let ways = GroupMemberWays(isOwn || isAnswered ? nil : other, view, words.now)
        (call, text, route) = (ways.call, ways.text, ways.route)
        self.chat = isOwn || isAnswered ? "" : chat
        seen = alert.isEmpty ? "" : GroupPaths.seen(group.id)
        let isOpenCall = isHelp && !isOwn && !isAnswered
        answer = isOpenCall ? GroupPaths.answer(group.id) : ""
        safe = isHelp && isOwn ? GroupPaths.cancelHelp(group.id) : ""
        leave = isOpenCall ? GroupPaths.leave(group.id) : ""
        remove = isOpenCall && own.isMaker ? GroupMemberPart.removal(other, group.id, csrf) : nil
    }

    private static func title(_ running: RunningAlert, _ view: GroupView, _ units: DistanceFormat) -> String {
        let (name, isOwn) = (running.member.person.name, running.member.id == view.own.id)
        guard running.kind == .strayed else {
            return isOwn ? "\(view.group.name) knows that you need help" : "\(name) needs help"
        }
        let far = GroupWords.far(running.alert.limit, units)
        if let partner = running.partner {
            return partner.id == view.own.id
                ? "You and \(name) are \(far) apart" : "\(name) is \(far) from \(partner.person.name)"
        }
        return isOwn ? "You’re \(far) from the group" : "\(name) is \(far) from the group"
    }

    private static func lines(
        _ running: RunningAlert, _ view: GroupView, _ units: DistanceFormat, _ words: RelativeTimeFormatter
    ) -> [String] {
        let first = "\(view.name(words)) · \(GroupWords.at(running.alert.createdAt, words))"
        let isOwn = running.member.id == view.own.id
        if isOwn { return [running.kind == .help ? first : "Everybody has been told. \(first)"] }
        guard let fix = view.fix(of: running.member, words.now) else { return [first, "Nobody knows where just now"] }
        let distance = view.fix(of: view.own, words.now).map {
            ", \(units.string(for: $0.coordinate.distance(to: fix.coordinate))) from you"
        }
        let age = GroupAge.words(fix.time, words.now)
        return [first, "Last seen \(age == "now" ? "just now" : age)\(distance ?? "")"]
    }

    /// "Leena: I’m on my way", "Seen by Mikko and Sam"
    private static func answers(_ running: RunningAlert, _ view: GroupView) -> [String] {
        guard running.kind == .help else { return [] }
        func name(_ reading: RunningAlert.Reading) -> String {
            reading.member == view.own.id
                ? "You" : view.active.first { $0.id == reading.member }?.person.name ?? Person.deletedName
        }
        let said = running.readings.filter { !$0.answer.isEmpty }.map { "\(name($0)): \($0.answer)" }
        let seen = running.readings.filter { $0.seenAt != nil }.map { name($0) }
        let isOwn = running.member.id == view.own.id
        if seen.isEmpty { return said.isEmpty && isOwn ? ["Nobody has seen it yet."] : said }
        return said + ["Seen by \(WordList.join(seen))"]
    }
}

/// A running group, as it stands on every page of its members: "Bar night · 5 of 6 with you · until 23:30".
struct RunningGroupPart {
    let id: String
    let path: String
    let name: String
    /// "5 of 6 with you"
    let state: String
    /// "until 23:30"
    let end: String
    /// Whether somebody there is too far away, or needs help.
    let isGrave: Bool

    init(_ view: GroupView, _ alerts: [RunningAlert], _ words: RelativeTimeFormatter) {
        (id, path, name) = ("\(view.group.id)", GroupPaths.group(view.group.id), view.group.name)
        isGrave = !alerts.isEmpty
        let end = view.group.endsAt
        let until = end.seconds(since: words.now) < 86_400 ? words.clock(end) : words.weekday(end)
        state = [view.distinction?.words(words), RunningGroupPart.state(view, words.now)].compactMap { $0 }
            .joined(separator: " · ")
        self.end = "until \(until)"
    }

    private static func state(_ view: GroupView, _ now: Timestamp) -> String {
        if view.own.isPending { return "waiting to be let in" }
        if view.own.isPaused(now) { return "not sharing" }
        if view.own.homeAt != nil { return "you’re home" }
        if view.own.mutedAt != nil { return "heading home" }
        if view.others.isEmpty { return "only you so far" }
        let near = view.others.filter { view.state.condition(of: $0.id.rawValue, now: now) == .together }.count
        let isAway = view.state.condition(of: view.own.id.rawValue, now: now) == .strayed
        return isAway ? "you’re away" : "\(near) of \(view.others.count) with you"
    }
}
