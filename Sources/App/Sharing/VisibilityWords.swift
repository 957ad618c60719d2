import Proximity

/// The sentences of *who can see me*.
struct VisibilityWords {
    let viewer: Viewer
    let facts: VisibilityFacts
    let now: Timestamp

    private static let nobody = BadgePart("Nobody", .good)
    private static let change = "/settings"

    private var day: RelativeTimeFormatter { RelativeTimeFormatter(viewer.timeZone, now: now) }

    /// "Your friend sees", "Your 6 friends see".
    static func friends(_ reach: Reach, isStart: Bool = false) -> String {
        let your = isStart ? "Your" : "your"
        return reach.friendCount == 1 ? "\(your) friend sees" : "\(your) \(reach.friendCount) friends see"
    }

    var area: VisibilityLine {
        VisibilityLine(
            "map-pin", "Your area", areaBadge, areaWords,
            LinkPart(viewer.sharesArea ? "Switch off" : "Change", VisibilityWords.change))
    }

    private var areaBadge: BadgePart {
        facts.area != nil && facts.reach.friendCount > 0 ? BadgePart("Friends", .waiting) : VisibilityWords.nobody
    }

    private var areaWords: String {
        let size = viewer.units.string(for: 1_100)
        if let area = facts.area, let end = facts.areaEndsAt, facts.reach.friendCount > 0 {
            return
                "\(VisibilityWords.friends(facts.reach, isStart: true)): “\(area.words)”, until \(day.clock(end)). What "
                + "they see changes at full half hours only, so that nobody learns the minute at which you changed it."
        }
        if !viewer.sharesArea { return "Switched off. Nobody learns where you are, not even roughly." }
        if viewer.isPaused(now) { return "Switched on, but you are paused: nobody learns where you are." }
        if facts.reach.friendCount == 0 { return "Switched on, but you have no friends here who could see it." }
        guard let area = facts.area else {
            return "Switched on, but there is nothing to see: no position of yours is recent enough. "
                + "One that you send is shown from the next half hour on."
        }
        return "\(VisibilityWords.friends(facts.reach, isStart: true)): “\(area.words)”. It is a square of a grid "
            + "that lies there for everybody, about \(size) wide: where in it you are stays with you."
    }

    var positions: VisibilityLine {
        let count = facts.devices.reduce(0) { $0 + $1.positionCount }
        let kept = Preferences.words(forRetention: viewer.retentionHours)
        let words =
            count == 0
            ? "None is kept. One that you send stays on this server for \(kept), to find what lies near you."
            : "\(CountWords.starting(count, "position")) on this server, each for \(kept), to find what lies near you. "
                + "No page shows them to anybody else."
        return VisibilityLine(
            "locate-fixed", "Your positions", VisibilityWords.nobody, words,
            LinkPart(count > 0 ? "Delete" : "Change", count > 0 ? "/settings/devices" : VisibilityWords.change))
    }

    var devices: VisibilityLine {
        let count = CountWords.starting(facts.devices.count, "device")
        let words =
            facts.devices.first.map { last in
                let has = facts.devices.count == 1 ? "has" : "have"
                return "\(count) \(has) sent positions, the last one \(day.words(last.seenAt))."
            } ?? "Nothing has sent a position yet."
        return VisibilityLine(
            "smartphone", "Your devices", VisibilityWords.nobody, words, LinkPart("Look", "/settings/devices"))
    }

    var profile: VisibilityLine {
        VisibilityLine(
            "user", "Name, picture, words about you", BadgePart("Members", .info),
            "Everybody who is signed in to this site, but for those with whom there is a block.",
            LinkPart("Change", "/settings/profile"))
    }

    var details: VisibilityLine {
        VisibilityLine(
            "mail", "E-mail, telephone, birth date", VisibilityWords.nobody,
            "No page shows them to anybody else.", LinkPart("Change", "/settings/password"))
    }

    var friends: VisibilityLine {
        let count = CountWords.starting(facts.reach.friendCount, "friend")
        return VisibilityLine(
            "users", "Your friends", BadgePart("In common", .info),
            "\(count). Others see only those whom they know too. You may be suggested to friends of your friends.",
            LinkPart("Look", "/friends"))
    }

    var findable: VisibilityLine {
        let isOn = facts.reach.isFindable
        return VisibilityLine(
            "book-user", "Found by your e-mail address",
            isOn ? BadgePart("Contacts", .waiting) : VisibilityWords.nobody,
            isOn
                ? "Who has your confirmed address in their contacts finds you by it. Everybody finds you by your name."
                : "Switched off. Everybody who is signed in finds you by your name.",
            LinkPart("Change", "/friends/contacts"))
    }

    var invite: VisibilityLine {
        let words =
            facts.reach.inviteEndsAt.map {
                "Who has the link sees your name, until \(day.moment($0)). It lets them ask you, no more."
            } ?? "None works at the moment."
        return VisibilityLine(
            "qr-code", "Your invite link",
            facts.reach.inviteEndsAt == nil ? VisibilityWords.nobody : BadgePart("Who has it", .waiting), words,
            LinkPart("Change", "/friends/invite"))
    }

    var notes: VisibilityLine {
        let isWaiting = !facts.awaited.isEmpty
        return VisibilityLine(
            "send", "Notes you left", isWaiting ? BadgePart("Chosen friends", .info) : VisibilityWords.nobody,
            isWaiting
                ? "Some wait for \(WordList.join(facts.awaited)). Who finds one sees where it lies, and nothing before."
                : "None waits for anybody. Those that were found stay with who found them.",
            LinkPart("Look", "/notes"))
    }

    var receipts: VisibilityLine {
        VisibilityLine(
            "mail-open", "Notes you open", viewer.receipts ? BadgePart("Senders", .info) : VisibilityWords.nobody,
            viewer.receipts
                ? "Who left a note for you learns the part of the day in which you found it, once you have opened it."
                : "Switched off. Nobody learns that you opened their note.",
            LinkPart("Change", VisibilityWords.change))
    }

    var blocked: VisibilityLine {
        let count = facts.reach.blockedCount
        let words =
            count == 0
            ? "Nobody is blocked. Should somebody trouble you: open their page, and choose Block."
            : "\(count == 1 ? "One person is" : "\(count) people are") blocked. You are not there for each other."
        return VisibilityLine(
            "ban", "Blocked people", BadgePart("Nothing at all", .good), words, LinkPart("Look", "/friends/blocked"))
    }

    var sessions: VisibilityLine {
        let count = CountWords.starting(facts.sessionCount, "browser")
        return VisibilityLine(
            "key-round", "Signed in as you", VisibilityWords.nobody,
            "\(count). Sign out what you do not know: it sees all that you see.", LinkPart("Look", "/settings/sessions")
        )
    }

    var administrators: VisibilityLine {
        VisibilityLine(
            "shield", "Who looks after this site", BadgePart("Administrators", .info),
            "They see your name, since when you are here, how many browsers are signed in, and reports. No page shows "
                + "them positions or notes. Who runs the computer holds the database: trust them, or ask.")
    }
}
