import Atlas
import HTML
import Media
import Proximity

/// The map of a group: its members as portraits, how exactly each place is known, the centre and the limit.
extension Groups {
    /// The first view: the chosen member, or everybody; without anybody what is around the viewer.
    func beginning(_ seen: SeenGroup) -> (centre: Coordinate, zoom: Double) {
        if let chosen = seen.chosen, !seen.isAlarming(chosen), let fix = seen.fix(of: chosen) {
            return (fix.coordinate, Groups.nearZoom)
        }
        // An alert stands above the page and takes half of a phone's map.
        let isLow = seen.view.active.contains { seen.isAlarming($0) }
        let (people, around) = seen.sight
        let view: FirstView.View
        if let all = MapFrame.everything(people + around, height: isLow ? Groups.lowHeight : MapFrame.visible.height) {
            let fit = FirstView.View(centre: all.centre, zoom: all.zoom)
            view = isLow ? fit : basemaps.firstView.moved(fit, showing: people)
        } else {
            view = basemaps.firstView.of([], near: seen.ownPlace ?? basemaps.startingPlace(site.settings))
        }
        return (view.centre, view.zoom)
    }

    /// Shows the streets around a person.
    private static let nearZoom = 16.0
    /// What is visible of a map below an alert, pixels.
    private static let lowHeight = 200

    func map(_ seen: SeenGroup, _ context: RequestContext, _ viewer: Viewer) throws -> MapPart {
        let drawing = drawing(seen, try MapFrame(context.query, otherwise: beginning(seen)).viewport)
        let page = page(seen)
        return MapPart(drawing, address: "\(page)?", part: "\(page)/live", viewer, basemaps)
    }

    private func page(_ seen: SeenGroup) -> String {
        let group = seen.view.group.id
        return seen.chosen.map { GroupPaths.member(group, $0.id) } ?? GroupPaths.group(group)
    }

    /// What lies over the ground alone.
    func overlay(_ seen: SeenGroup, _ context: RequestContext) throws -> Markup {
        var drawing = drawing(seen, try MapFrame(context.query, otherwise: beginning(seen)).viewport)
        drawing.hasGround = false
        drawing.clusterAddress = { [page = page(seen)] in MapPart.link("\(page)?", $0, $1) }
        return Markup(trusted: drawing.svg())
    }

    func drawing(_ seen: SeenGroup, _ viewport: Viewport) -> MapDrawing {
        let view = seen.view
        let pins = seen.placed.map { pin($0.member, $0.fix.coordinate, $0.fix.time, seen) }
        var drawing = MapDrawing(viewport: viewport, pins: pins)
        drawing.showsEachPin = true
        drawing.accuracies = seen.placed.map { ($0.fix.coordinate, $0.fix.accuracy) }
        if let centre = view.centre(seen.now) {
            drawing.gates = [(centre, view.group.limit)]
            drawing.middle = centre
        }
        drawing.you = seen.dot
        return drawing
    }

    private func pin(
        _ member: GroupMember, _ place: Coordinate, _ time: Timestamp, _ seen: SeenGroup
    ) -> Pin {
        let condition = seen.condition(of: member)
        return Pin(
            kind: .person, coordinate: place, title: "\(member.person.name), \(GroupAge.words(time, seen.now))",
            id: member.id.rawValue, owner: member.person.id.rawValue,
            href: GroupPaths.member(seen.view.group.id, member.id), label: AvatarPart(member.person).initials,
            portrait: MediaPaths.of(member.person.picture, .small), isMuted: condition == .noSignal,
            marks: seen.isAlarming(member) ? [.alert] : [])
    }
}

/// How old a fix is, in few words.
enum GroupAge {
    /// "now", "40 s ago", "12 min ago", "3 h ago". Times ahead count as now: clocks differ.
    static func words(_ time: Timestamp, _ now: Timestamp) -> String {
        let seconds = now.seconds(since: time)
        return seconds < 15 ? "now" : "\(span(seconds)) ago"
    }

    /// "40 s", "12 min", "3 h"
    static func span(_ seconds: Double) -> String {
        switch seconds {
        case ..<60: "\(max(0, Int(seconds / 5) * 5)) s"
        case ..<3_600: "\(Int(seconds / 60)) min"
        default: "\(Int(min(seconds, 1e9) / 3_600)) h"
        }
    }
}
