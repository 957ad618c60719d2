import Proximity

/// The line about one's area on *who can see me*.
struct AreaLine {
    let viewer: Viewer
    let facts: AreaFacts
    /// What friends see; nil if they see nothing.
    let area: AreaPart?
    let now: Timestamp

    /// "Your friend sees", "Your 6 friends see".
    static func friends(_ count: Int) -> String {
        count == 1 ? "Your friend sees" : "Your \(count) friends see"
    }

    var line: VisibilityLine {
        VisibilityLine(
            .place, rank: 10, icon: "map-pin", title: "Your area",
            badge: area != nil && facts.friendCount > 0
                ? BadgePart("Friends", kind: .waiting) : BadgePart("Nobody", kind: .good), words: words,
            link: LinkPart(viewer.sharesArea ? "Turn off" : "Change", SitePaths.settings))
    }

    private var words: String {
        let size = viewer.units.string(for: 1_100)
        if let area, let end = facts.endsAt, facts.friendCount > 0 {
            let clock = RelativeTimeFormatter(viewer.timeZone, now: now).clock(end)
            return
                "\(AreaLine.friends(facts.friendCount)): “\(area.words)”, until \(clock). What "
                + "they see only changes on the half hour, so nobody can tell exactly when you changed it."
        }
        if !viewer.sharesArea { return "Off. Nobody sees where you are, not even roughly." }
        if viewer.isPaused(now) { return "On, but you’re paused: nobody sees where you are." }
        if facts.friendCount == 0 { return "On, but you have no friends here who could see it." }
        guard let area else {
            return "On, but there’s nothing to see: none of your positions is recent enough. "
                + "Your next one is shown from the half hour after it."
        }
        return "\(AreaLine.friends(facts.friendCount)): “\(area.words)”. It’s a square of a fixed grid, "
            + "about \(size) wide: nobody sees where in it you are."
    }
}
