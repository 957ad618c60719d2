import Proximity

/// `GET /settings/visibility`
struct VisibilityPage {
    let frame: Frame
    /// "18:30" while the viewer is paused, otherwise "".
    let pausedUntil: String
    /// "14:30" if friends see the area until then, otherwise "".
    let areaEnds: String
    /// What friends see of the viewer's position; nil if nothing.
    let area: AreaPart?
    /// The heading of the map: "Your 6 friends see this".
    let areaTitle: String
    let sections: [VisibilitySection]

    init(
        _ frame: Frame, for viewer: Viewer, facts: AreaFacts, area: AreaPart?, lines: [VisibilityLine],
        at now: Timestamp
    ) {
        self.frame = frame
        pausedUntil = frame.pausedUntil
        self.area = facts.friendCount > 0 ? area : nil
        let end = self.area.flatMap { _ in facts.endsAt }
        areaEnds = end.map { RelativeTimeFormatter(viewer.timeZone, now: now).clock($0) } ?? ""
        areaTitle = "\(AreaLine.friends(facts.friendCount)) this"
        let all = lines + [AreaLine(viewer: viewer, facts: facts, area: area, now: now).line]
        sections = VisibilityLine.Section.allCases.map { section in
            VisibilitySection(
                title: section.rawValue,
                lines: all.filter { $0.section == section }.sorted { $0.rank < $1.rank })
        }
    }
}

/// The lines under one heading.
struct VisibilitySection {
    let title: String
    let lines: [VisibilityLine]
}
