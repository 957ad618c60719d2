import Database
import Proximity

extension Positions: VisibilitySource {
    func visibilityLines(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> [VisibilityLine] {
        let devices = try PositionQueries.devices(database, of: viewer.id)
        let formatter = RelativeTimeFormatter(viewer.timeZone, now: now)
        return [Positions.positions(viewer, devices), Positions.devices(devices, formatter)]
    }

    private static func positions(_ viewer: Viewer, _ devices: [DeviceEntry]) -> VisibilityLine {
        let count = devices.reduce(0) { $0 + $1.positionCount }
        let kept = PositionRetention.words(viewer.retentionHours)
        let words =
            count == 0
            ? "None are kept. Each one you send stays on this server for \(kept), to find what’s near you."
            : "\(CountWords.starting(count, "position")) on this server, each for \(kept), to find what’s near you. "
                + "No page shows them to anyone else."
        return VisibilityLine(
            .place, rank: 20,
            icon: "locate-fixed", title: "Your positions", badge: BadgePart("Nobody", kind: .good), words: words,
            link: LinkPart(count > 0 ? "Delete" : "Change", count > 0 ? PositionPaths.devices : SitePaths.settings))
    }

    private static func devices(_ devices: [DeviceEntry], _ formatter: RelativeTimeFormatter) -> VisibilityLine {
        let count = CountWords.starting(devices.count, "device")
        let words =
            devices.first.map { last in
                let has = devices.count == 1 ? "has" : "have"
                return "\(count) \(has) sent positions, the last one \(formatter.own(last.seenAt))."
            } ?? "Nothing has sent a position yet."
        return VisibilityLine(
            .place, rank: 30,
            icon: "smartphone", title: "Your devices", badge: BadgePart("Nobody", kind: .good), words: words,
            link: LinkPart("View", PositionPaths.devices))
    }
}
