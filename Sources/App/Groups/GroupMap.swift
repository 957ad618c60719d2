import Atlas
import Foundation
import HTML
import Media
import Proximity

/// The map of a group: its members as portraits, how exactly each place is known, the centre and the limit.
extension Groups {
    /// The first view: the chosen member, or everybody; without anybody what is around the viewer.
    func beginning(_ seen: SeenGroup) -> (centre: Coordinate, zoom: Double) {
        // Who asks for help is what everybody looks for.
        let caller = seen.view.others.first { $0.asksForHelp && seen.fix(of: $0) != nil }
        if let chosen = seen.chosen ?? caller, let fix = seen.fix(of: chosen) {
            // Of an alert it shows where they are, and where the group is.
            if seen.isAlarming(chosen), let centre = seen.view.centre(seen.now),
                let both = MapFrame.everything([fix.coordinate, centre])
            {
                return both
            }
            return (fix.coordinate, Groups.nearZoom)
        }
        var places = seen.view.active.compactMap { seen.fix(of: $0)?.coordinate }
        if let centre = seen.view.centre(seen.now) { places += Groups.outline(centre, seen.view.group.limit) }
        if let all = MapFrame.everything(places) { return all }
        let place = seen.ownPlace ?? basemaps.startingPlace(site.settings)
        let view = basemaps.firstView.of([], near: place)
        // Not closer, however small the host's map is: where the first one stands is not known yet.
        return (view.centre, min(view.zoom, Groups.aroundZoom))
    }

    /// Shows the streets around a person.
    private static let nearZoom = 16.0
    /// Shows the streets around a place.
    private static let aroundZoom = 15.0

    /// The ends of a circle in the four directions.
    private static func outline(_ centre: Coordinate, _ radius: Metres) -> [Coordinate] {
        let north = radius.value / 111_195
        let east = north / max(0.01, cos(centre.latitude * .pi / 180))
        return [(north, 0.0), (-north, 0.0), (0.0, east), (0.0, -east)].compactMap { north, east in
            Coordinate(latitude: centre.latitude + north, longitude: centre.longitude + east)
        }
    }

    func map(_ seen: SeenGroup, in context: RequestContext, for viewer: Viewer) throws -> MapPart {
        let drawing = drawing(seen, try MapFrame(context.query, otherwise: beginning(seen)).viewport)
        let page = page(seen)
        return MapPart(drawing, address: "\(page)?", part: "\(page)/live", for: viewer, basemaps: basemaps)
    }

    private func page(_ seen: SeenGroup) -> String {
        let group = seen.view.group.id
        return seen.chosen.map { GroupPaths.member(group, $0.id) } ?? GroupPaths.group(group)
    }

    /// What lies over the ground alone.
    func overlay(_ seen: SeenGroup, _ context: RequestContext) throws -> Markup {
        var drawing = drawing(seen, try MapFrame(context.query, otherwise: beginning(seen)).viewport)
        drawing.hasGround = false
        drawing.clusterAddress = { [page = page(seen)] in MapPart.link("\(page)?", place: $0, zoom: $1) }
        return Markup(trusted: drawing.svg())
    }

    func drawing(_ seen: SeenGroup, _ viewport: Viewport) -> MapDrawing {
        let view = seen.view
        let others = view.others.compactMap { member in seen.fix(of: member).map { (member, $0) } }
        var drawing = MapDrawing(
            viewport: viewport, pins: others.map { pin($0, place: $1.coordinate, time: $1.time, seen: seen) })
        drawing.showsEachPin = true
        drawing.accuracies = others.map { ($1.coordinate, $1.accuracy) }
        if let centre = view.centre(seen.now) {
            drawing.gates = [(centre, view.group.limit)]
            drawing.middle = centre
        }
        // Where one was yesterday is no dot of now.
        func isLive(_ time: Timestamp) -> Bool { seen.now.seconds(since: time) <= GroupState.freshness }
        if let fix = seen.fix(of: view.own), isLive(fix.time) {
            drawing.you = (fix.coordinate, fix.accuracy)
        } else if let you = seen.you, isLive(you.takenAt) {
            drawing.you = (you.coordinate, you.accuracy)
        }
        return drawing
    }

    private func pin(
        _ member: GroupMember, place: Coordinate, time: Timestamp, seen: SeenGroup
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
