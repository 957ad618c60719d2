import Atlas
import Database
import HTML
import Media
import Proximity

/// The members of one's running groups on the home map, for who is in one.
extension Groups: MapLayerSource {
    var mapLayer: MapLayer {
        MapLayer(
            filter: MapFilter(name: "groups", words: "Groups", choices: [], rank: 15),
            isOffered: { database, viewer in
                try GroupListQueries.runningCount(database, of: viewer.id, site.now) > 0
            },
            content: { database, viewer, viewport, _ in
                let pins = try runningViews(database, for: viewer, site.now).flatMap {
                    memberPins($0, RelativeTimeFormatter(viewer.timeZone, now: site.now))
                }
                // Whoever is in two groups with the viewer stands on the map once.
                var known: Set<Int64> = []
                return MapContent(
                    pins: pins.filter { pin in
                        viewport.bounds.contains(pin.coordinate) && pin.owner.map { known.insert($0).inserted } ?? false
                    })
            },
            // People come and go: where a map begins depends on what stays.
            extent: { _, _ in [] })
    }

    /// The running groups in which the viewer takes part, newest first.
    private func runningViews(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> [GroupView] {
        try GroupView.running(database, of: viewer.id, now).filter { $0.own.isActive }
    }

    /// The others of a group, each where they are now: without those who pause, and pale without a signal.
    private func memberPins(_ view: GroupView, _ words: RelativeTimeFormatter) -> [Pin] {
        let (now, name) = (words.now, view.name(words))
        return view.others.filter { !$0.isPaused(now) }.compactMap { member in
            guard let fix = view.state.fix(of: member.id.rawValue) else { return nil }
            let condition = view.state.condition(of: member.id.rawValue, now: now)
            return Pin(
                kind: .person, coordinate: fix.coordinate,
                title: "\(member.person.name), \(name), \(GroupAge.words(fix.time, now))",
                id: member.id.rawValue, owner: member.person.id.rawValue,
                href: GroupPaths.member(view.group.id, member.id), label: AvatarPart(member.person).initials,
                portrait: MediaPaths.of(member.person.picture, .small),
                isMuted: condition == .noSignal, marks: view.isAway(member, now) || member.asksForHelp ? [.alert] : [])
        }
    }
}
