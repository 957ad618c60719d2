import Database
import HTML
import Proximity
import QR

/// `GET /groups/{id}` and `GET /groups/{id}/members/{member}`
struct GroupPage {
    let frame: Frame
    /// What scripts are told of when something changes.
    let part: String
    let head: GroupHead
    /// The path of the member whom the map follows; "" for none.
    let chosen: String
    let map: MapPart
    let own: GroupOwnPart
    let people: GroupPeoplePart
}

/// `GET /groups/{id}/live`: what moves with the map.
struct GroupLivePart {
    let map: MapPart
    let own: GroupOwnPart
    let people: GroupPeoplePart
}

/// `GET /groups/{id}/live?overlay=1`: what changes while the map rests.
struct GroupOverlayPart {
    let drawing: Markup
    let own: GroupOwnPart
    let people: GroupPeoplePart
}

/// `GET /groups/{id}` for who waits to be admitted.
struct GroupWaitingPage {
    let frame: Frame
    let part: String
    let group: FriendGroup
    let asked: TimePart
}

/// The head of a group's page: its name, and how others join.
struct GroupHead {
    let name: String
    /// "300 m · ends "
    let limit: String
    let ends: TimePart
    /// Where the arrow leads; "" for a guest, who has no list of groups.
    let back: String
    let backWords: String
    let chat: String
    let hasUnread: Bool
    let settings: String
    let code: String
    /// In two halves, to be read out: "K7M 2PX".
    let spacedCode: String
    let link: String
    let share: ShareLinkPart
    let qr: Markup
    let needsAdmission: Bool
    /// Whether nobody else is in it yet: then it shows how others join.
    let isAlone: Bool

    init(
        _ seen: SeenGroup, link: String, limit: String, _ words: RelativeTimeFormatter, isGuest: Bool
    ) throws {
        let group = seen.view.group
        (name, code, self.link) = (group.name, group.code, link)
        self.limit = limit
        ends = TimePart(ahead: group.endsAt, words)
        let isCentred = seen.chosen != nil
        back = isCentred ? GroupPaths.group(group.id) : isGuest ? "" : GroupPaths.groups
        backWords = isCentred ? "Everybody" : "Groups"
        chat = GroupPaths.messages(group.id)
        hasUnread = seen.hasUnread
        settings = GroupPaths.settings(group.id)
        spacedCode = "\(group.code.prefix(3)) \(group.code.dropFirst(3))"
        share = ShareLinkPart(id: "join-link", label: "Link", link: link, title: "Join \(group.name)")
        qr = Markup(trusted: try QRCode(link).svg(title: "QR code of the link to join \(group.name)"))
        needsAdmission = group.needsAdmission
        isAlone = !isCentred && seen.view.members.count == 1
    }
}

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

    init(_ seen: SeenGroup, csrf: TokenField, key: String, _ clock: RelativeTimeFormatter) {
        let own = seen.view.own
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
        case .help: return ("Everybody knows that you need help", "They see where you are. Stay where you are if you can.")
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
                "Everybody was told. What shall they know?")
        case .askedFor: return ("\(seen.asked?.person.name ?? "") asks where you are", "Send a word, or keep this page open.")
        case .usual:
            guard !others.isEmpty else { return ("", "Only you so far. Let the others scan the code.") }
            return ("", "")
        }
    }
}

/// The members besides the map: all of them as a list, or the one that the map is centred on.
struct GroupPeoplePart {
    /// Empty where one member is chosen.
    let cards: [GroupMemberCard]
    let chosen: GroupMemberPart?

    /// - Parameter chat: where one writes to the chosen member; "" for oneself.
    init(_ seen: SeenGroup, chat: String, csrf: TokenField, _ units: DistanceFormat) {
        chosen = seen.chosen.map { GroupMemberPart($0, seen, chat: chat, csrf: csrf, units) }
        let shown = seen.chosen == nil ? seen.view.members : []
        // Who needs something comes first; oneself comes last.
        func rank(_ member: GroupMember) -> Int {
            if member.id == seen.view.own.id { return 3 }
            if member.asksForHelp { return 0 }
            return member.isPending || seen.condition(of: member) == .strayed ? 1 : 2
        }
        cards = shown.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
            .map { GroupMemberCard($0.element, seen, units) }
    }
}

/// A member in the list.
struct GroupMemberCard {
    let path: String
    let avatar: AvatarPart
    let name: String
    let badge: BadgePart
    /// "420 m away · 2 min ago · 80 %"
    let words: String
    /// Degrees; "" without a place.
    let latitude: String
    let longitude: String
    let isOwn: Bool

    init(_ member: GroupMember, _ seen: SeenGroup, _ units: DistanceFormat) {
        let fix = seen.fix(of: member)
        path = GroupPaths.member(seen.view.group.id, member.id)
        avatar = AvatarPart(member.person)
        isOwn = member.id == seen.view.own.id
        name = isOwn ? "You" : member.person.name
        badge = GroupMemberCard.badge(member, seen)
        words = GroupMemberCard.words(member, seen, units)
        latitude = fix.map { CoordinateFormatter.degrees($0.coordinate.latitude) } ?? ""
        longitude = fix.map { CoordinateFormatter.degrees($0.coordinate.longitude) } ?? ""
    }

    static func badge(_ member: GroupMember, _ seen: SeenGroup) -> BadgePart {
        if member.isPending { return BadgePart("Wants to join", .waiting) }
        if member.asksForHelp { return BadgePart("Asks for help", .danger) }
        if member.isPaused(seen.now) { return BadgePart("Not sharing", .waiting) }
        guard let fix = seen.fix(of: member) else { return BadgePart("No position yet") }
        switch seen.condition(of: member) {
        case _ where member.mutedAt != nil: return BadgePart("Heading home", .info)
        case .strayed: return BadgePart("Away", .danger)
        case .noSignal:
            return BadgePart("No signal since \(GroupAge.span(seen.now.seconds(since: fix.time)))", .waiting)
        case .together, nil: return BadgePart("With the group", .good)
        }
    }

    static func words(_ member: GroupMember, _ seen: SeenGroup, _ units: DistanceFormat) -> String {
        guard let fix = seen.fix(of: member) else { return member.isGuest ? "Guest" : "" }
        let isOwn = member.id == seen.view.own.id
        let distance =
            isOwn
            ? seen.view.centre(seen.now).map { "\(units.string(for: $0.distance(to: fix.coordinate))) from the middle" }
            : seen.ownPlace.map { "\(units.string(for: $0.distance(to: fix.coordinate))) away" }
        let battery = member.battery.map { "\($0) %" }
        return [distance, GroupAge.words(fix.time, seen.now), battery].compactMap { $0 }.joined(separator: " · ")
    }
}

/// The member that the map is centred on, with the ways to reach them.
struct GroupMemberPart {
    let card: GroupMemberCard
    /// "±12 m · 350 m from the middle"; "" without a place.
    let exactly: String
    let isGuest: Bool
    /// `tel:` and `sms:` links; "" without a number.
    let call: String
    let text: String
    /// Where one writes to them; "" for oneself.
    let chat: String
    /// `geo:` link; "" without a place.
    let directions: String
    /// Where the forms lead; "" where they do not fit.
    let ask: String
    let admit: String
    let remove: ConfirmPart?
    let csrf: TokenField

    init(_ member: GroupMember, _ seen: SeenGroup, chat: String, csrf: TokenField, _ units: DistanceFormat) {
        let (group, own) = (seen.view.group.id, seen.view.own)
        let (fix, isOwn) = (seen.fix(of: member), member.id == own.id)
        card = GroupMemberCard(member, seen, units)
        (self.csrf, self.chat, isGuest) = (csrf, chat, member.isGuest)
        exactly = fix.map { fix in
            let centre = seen.view.centre(seen.now).map {
                "\(units.string(for: $0.distance(to: fix.coordinate))) from the middle"
            }
            return ["±\(units.string(for: fix.accuracy))", centre].compactMap { $0 }.joined(separator: " · ")
        } ?? ""
        let number = isOwn || member.phone.isEmpty ? "" : member.phone.filter { !$0.isWhitespace }
        call = number.isEmpty ? "" : "tel:\(number)"
        text = number.isEmpty ? "" : "sms:\(number)"
        directions = isOwn ? "" : fix.map { fix in
            let (north, east) = (fix.coordinate.latitude, fix.coordinate.longitude)
            return "geo:\(CoordinateFormatter.degrees(north)),\(CoordinateFormatter.degrees(east))"
        } ?? ""
        ask = isOwn || !member.isActive ? "" : GroupPaths.ask(group, member.id)
        admit = own.isMaker && member.isPending ? GroupPaths.admit(group, member.id) : ""
        remove = own.isMaker && !isOwn ? GroupMemberPart.removal(member, group, csrf) : nil
    }

    static func removal(_ member: GroupMember, _ group: ID<FriendGroup>, _ csrf: TokenField) -> ConfirmPart {
        let name = member.person.name
        return ConfirmPart(
            csrf, post: GroupPaths.remove(group, member.id), opener: member.isPending ? "Decline" : "Remove",
            words: "\(name) \(member.isPending ? "is not let in" : "no longer sees the group"). The code and the link change.",
            button: member.isPending ? "Decline" : "Remove \(name)", icon: "user-minus")
    }
}
