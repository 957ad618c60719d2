import Atlas
import Foundation
import Proximity

/// Whom and what the map of a group shows: no more than it draws, so that how it fits tells nothing of who is hidden.
extension SeenGroup {
    /// The others whose place the viewer sees.
    var placed: [(member: GroupMember, fix: (coordinate: Coordinate, accuracy: Metres, time: Timestamp))] {
        view.others.compactMap { member in fix(of: member).map { (member: member, fix: $0) } }
    }

    /// The viewer's own dot: as the group knows it, or else the site. Where one was yesterday is no dot of now.
    var dot: (coordinate: Coordinate, accuracy: Metres?)? {
        func isLive(_ time: Timestamp) -> Bool { now.seconds(since: time) <= GroupState.freshness }
        if let fix = self.fix(of: view.own), isLive(fix.time) { return (fix.coordinate, fix.accuracy) }
        guard let you, isLive(you.takenAt) else { return nil }
        return (you.coordinate, you.accuracy)
    }

    /// The places that are to be in sight, of everybody or of the chosen member, and what is shown around them.
    var sight: (people: [Coordinate], around: [Coordinate]) {
        let centre = view.centre(now)
        if let chosen, let fix = self.fix(of: chosen) {
            // Of an alert it shows where they are, and where the group is.
            let middle = isAlarming(chosen) ? centre : nil
            return ([fix.coordinate, middle].compactMap { $0 }, [])
        }
        let people = placed.map { $0.fix.coordinate } + [dot?.coordinate].compactMap { $0 }
        return (people, centre.map { SeenGroup.outline($0, view.group.limit) } ?? [])
    }

    /// The ends of a circle in the four directions.
    private static func outline(_ centre: Coordinate, _ radius: Metres) -> [Coordinate] {
        let north = radius.value / 111_195
        let east = north / max(0.01, cos(centre.latitude * .pi / 180))
        return [(north, 0.0), (-north, 0.0), (0.0, east), (0.0, -east)].compactMap { north, east in
            Coordinate(latitude: centre.latitude + north, longitude: centre.longitude + east)
        }
    }
}

/// What scripts know of the places of a group: what the map keeps in sight, and who stands at its edge where it does not.
struct GroupFacesPart {
    /// "60.167500,24.947000 60.168500,24.947000"
    let sight: String
    /// What a view fits besides.
    let around: String
    /// The edges of the map around them, where a view of them is rather than beyond, as parts of a square world: left, top, right,
    /// bottom. "" where there is none.
    let ground: String
    /// How wide that map fades at its edge, pixels and part: "96,0.12".
    let fade = "\(Int(FirstView.fade.pixels)),\(FirstView.fade.part)"
    let faces: [Face]

    /// One of the others, as at the edge of the map.
    struct Face {
        let path: String
        let avatar: AvatarPart
        /// "leena, 420 m away"
        let label: String
        /// "420 m"; "" while nobody knows where the viewer is.
        let distance: String
        /// Degrees.
        let latitude: String
        let longitude: String
        let isAlarming: Bool
        /// Whether they were seen there some time ago.
        let isSilent: Bool
    }

    init(_ seen: SeenGroup, _ units: DistanceFormat, _ basemaps: Basemaps) {
        let (people, around) = seen.sight
        let edges = people.first.flatMap { basemaps.firstView.ground(around: $0) }
        ground =
            edges.map { [$0.left, $0.top, $0.right, $0.bottom].map { String(format: "%.9f", $0) } }?
            .joined(separator: ",") ?? ""
        (sight, self.around) = (GroupFacesPart.pairs(people), GroupFacesPart.pairs(around))
        faces = seen.placed.map { member, fix in
            let distance = seen.ownPlace.map { units.string(for: $0.distance(to: fix.coordinate)) } ?? ""
            let name = member.person.name
            return Face(
                path: GroupPaths.member(seen.view.group.id, member.id), avatar: AvatarPart(member.person),
                label: distance.isEmpty ? name : "\(name), \(distance) away", distance: distance,
                latitude: CoordinateFormatter.full(fix.coordinate.latitude),
                longitude: CoordinateFormatter.full(fix.coordinate.longitude), isAlarming: seen.isAlarming(member),
                isSilent: seen.condition(of: member) == .noSignal)
        }
    }

    private static func pairs(_ places: [Coordinate]) -> String {
        places.map { "\(CoordinateFormatter.full($0.latitude)),\(CoordinateFormatter.full($0.longitude))" }
            .joined(separator: " ")
    }
}
