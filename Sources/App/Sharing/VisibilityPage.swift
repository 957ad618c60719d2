import Proximity

/// `GET /settings/visibility`
struct VisibilityPage {
    let frame: Frame
    /// "18:30" while the viewer is paused, else "".
    let pausedUntil: String
    /// "14:30" while friends still see the area and stop then, else "".
    let areaEnds: String
    /// What friends see of where the viewer is; nil when they see nothing.
    let area: AreaPart?
    /// Above the map: "Your 6 friends see this".
    let areaTitle: String
    let sections: [VisibilitySection]

    init(_ frame: Frame, _ viewer: Viewer, _ facts: VisibilityFacts, _ now: Timestamp) {
        self.frame = frame
        pausedUntil = frame.pausedUntil
        area = facts.reach.friendCount > 0 ? facts.area : nil
        areaEnds =
            area == nil ? "" : facts.areaEndsAt.map { RelativeTimeFormatter(viewer.timeZone, now: now).clock($0) } ?? ""
        areaTitle = "\(VisibilityWords.friends(facts.reach, isStart: true)) this"
        let words = VisibilityWords(viewer: viewer, facts: facts, now: now)
        sections = [
            VisibilitySection(title: "Where you are", lines: [words.area, words.positions, words.devices]),
            VisibilitySection(
                title: "Who you are",
                lines: [words.profile, words.details, words.friends, words.findable, words.invite]),
            VisibilitySection(title: "What you leave and find", lines: [words.notes, words.receipts]),
            VisibilitySection(title: "Who is kept out", lines: [words.blocked, words.sessions, words.administrators]),
        ]
    }
}

/// Some lines under one heading.
struct VisibilitySection {
    let title: String
    let lines: [VisibilityLine]
}

/// One thing about a person, and who sees it.
struct VisibilityLine {
    let icon: IconPart
    let title: String
    /// Who sees it, in a word or two.
    let badge: BadgePart
    let words: String
    /// Where it is changed; nil when it cannot be.
    let link: LinkPart?

    init(_ icon: String, _ title: String, _ badge: BadgePart, _ words: String, _ link: LinkPart? = nil) {
        self.icon = IconPart(icon)
        self.title = title
        self.badge = badge
        self.words = words
        self.link = link
    }
}
