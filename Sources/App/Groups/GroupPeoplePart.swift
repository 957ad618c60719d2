import Database
import Proximity

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
        latitude = fix.map { CoordinateFormatter.full($0.coordinate.latitude) } ?? ""
        longitude = fix.map { CoordinateFormatter.full($0.coordinate.longitude) } ?? ""
    }

    static func badge(_ member: GroupMember, _ seen: SeenGroup) -> BadgePart {
        if member.isPending { return BadgePart("Wants to join", .waiting) }
        if member.asksForHelp { return BadgePart("Asks for help", .danger) }
        if member.isPaused(seen.now) { return BadgePart("Not sharing", .waiting) }
        guard let fix = seen.fix(of: member) else {
            return member.homeAt == nil
                ? BadgePart("No position yet") : BadgePart("Home · \(seen.clock(member.homeAt))", .info)
        }
        switch seen.condition(of: member) {
        case _ where member.homeAt != nil: return BadgePart("Home · \(seen.clock(member.homeAt))", .info)
        case _ where member.mutedAt != nil: return BadgePart("Heading home", .info)
        case .strayed: return BadgePart("Away", .danger)
        case .noSignal:
            return BadgePart("Last seen \(GroupAge.words(fix.time, seen.now))", .waiting)
        case .together, nil: return BadgePart("With the group", .good)
        }
    }

    /// "350 m from the group"; nil in its middle, where a distance says nothing.
    static func fromGroup(_ distance: Metres, _ units: DistanceFormat) -> String? {
        distance < middle ? nil : "\(units.string(for: distance)) from the group"
    }

    /// Hardly a phone knows better where it is.
    private static let middle = Metres(10)

    static func words(_ member: GroupMember, _ seen: SeenGroup, _ units: DistanceFormat) -> String {
        guard let fix = seen.fix(of: member) else { return "" }
        let isOwn = member.id == seen.view.own.id
        let distance =
            isOwn
            ? seen.view.centre(seen.now).flatMap { fromGroup($0.distance(to: fix.coordinate), units) }
            : seen.ownPlace.map { "\(units.string(for: $0.distance(to: fix.coordinate))) away" }
        let battery = member.battery.map { "\($0)\u{A0}%" }
        return [distance, GroupAge.words(fix.time, seen.now), battery].compactMap { $0 }.joined(separator: " · ")
    }
}

/// The member that the map is centred on, with the ways to reach them.
struct GroupMemberPart {
    let card: GroupMemberCard
    /// "±12 m · 350 m from the group"; "" without a place.
    let exactly: String
    /// `tel:` and `sms:` links; "" without a number.
    let call: String
    let text: String
    /// Where one writes to them; "" for oneself.
    let chat: String
    /// nil without a place.
    let route: RoutePart?
    /// Where the forms lead; "" where they do not fit.
    let ask: String
    let admit: String
    let remove: ConfirmPart?
    let csrf: TokenField
    /// Whether the map goes where they go; that of an alert stays as it is.
    let isFollowed: Bool

    init(_ member: GroupMember, _ seen: SeenGroup, chat: String, csrf: TokenField, _ units: DistanceFormat) {
        isFollowed = !seen.isAlarming(member)
        let (group, own) = (seen.view.group.id, seen.view.own)
        let (fix, isOwn) = (seen.fix(of: member), member.id == own.id)
        card = GroupMemberCard(member, seen, units)
        (self.csrf, self.chat) = (csrf, chat)
        exactly =
            fix.map { fix in
                let centre = seen.view.centre(seen.now).flatMap {
                    GroupMemberCard.fromGroup($0.distance(to: fix.coordinate), units)
                }
                return ["±\(units.string(for: fix.accuracy))", centre].compactMap { $0 }.joined(separator: " · ")
            } ?? ""
        let ways = GroupMemberWays(isOwn ? nil : member, seen.view, seen.now)
        (call, text, route) = (ways.call, ways.text, ways.route)
        ask = isOwn || !member.isActive ? "" : GroupPaths.ask(group, member.id)
        admit = own.isMaker && member.isPending ? GroupPaths.admit(group, member.id) : ""
        remove = own.isMaker && !isOwn ? GroupMemberPart.removal(member, group, csrf) : nil
    }

    static func removal(_ member: GroupMember, _ group: ID<FriendGroup>, _ csrf: TokenField) -> ConfirmPart {
        let name = member.person.name
        return ConfirmPart(
            csrf, post: GroupPaths.remove(group, member.id), opener: member.isPending ? "Decline" : "Remove",
            words:
                "\(name) \(member.isPending ? "is not let in" : "no longer sees the group"). The code and the link change.",
            button: member.isPending ? "Decline" : "Remove \(name)", icon: "user-minus")
    }
}

/// How somebody in a group is reached.
struct GroupMemberWays {
    /// `tel:` and `sms:` links; "" without a number.
    let call, text: String
    /// nil without a place.
    let route: RoutePart?

    /// - Parameter member: nil for oneself.
    init(_ member: GroupMember?, _ view: GroupView, _ now: Timestamp) {
        let number = member?.phone.filter { !$0.isWhitespace } ?? ""
        call = number.isEmpty ? "" : "tel:\(number)"
        text = number.isEmpty ? "" : "sms:\(number)"
        route = member.flatMap { view.fix(of: $0, now) }.map { RoutePart(to: $0.coordinate) }
    }
}
