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
            .place, rank: 10, "map-pin", "Your area",
            area != nil && facts.friendCount > 0 ? BadgePart("Friends", .waiting) : BadgePart("Nobody", .good), words,
            LinkPart(viewer.sharesArea ? "Switch off" : "Change", SitePaths.settings))
    }

    private var words: String {
        let size = viewer.units.string(for: 1_100)
        if let area, let end = facts.endsAt, facts.friendCount > 0 {
            let clock = RelativeTimeFormatter(viewer.timeZone, now: now).clock(end)
            return
                "\(AreaLine.friends(facts.friendCount)): “\(area.words)”, until \(clock). What "
                + "they see changes at full half hours only, so that nobody learns the minute at which you changed it."
        }
        if !viewer.sharesArea { return "Switched off. Nobody learns where you are, not even roughly." }
        if viewer.isPaused(now) { return "Switched on, but you are paused: nobody learns where you are." }
        if facts.friendCount == 0 { return "Switched on, but you have no friends here who could see it." }
        guard let area else {
            return "Switched on, but there is nothing to see: no position of yours is recent enough. "
                + "One that you send is shown from the next half hour on."
        }
        return "\(AreaLine.friends(facts.friendCount)): “\(area.words)”. It is a square of a grid "
            + "that lies there for everybody, about \(size) wide: where in it you are stays with you."
    }
}
