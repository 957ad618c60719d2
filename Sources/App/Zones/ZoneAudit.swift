import Database
import Proximity

extension Zones {
    /// Writes a line into the audit log, in the transaction of what was done.
    func note(
        _ database: Writer, _ words: String, by viewer: Viewer, detail: [String], at now: Timestamp
    ) throws {
        try site.features.record(database, words, by: viewer, detail: detail.joined(separator: "\n"), at: now)
    }
}

extension NewZone {
    /// What a zone becomes by it, a line for each: "name: Kallio → Harju".
    func changes(of zone: Zone) -> [String] {
        AuditDetail.changes([
            ("name", zone.name, name), ("colour", zone.colour, colour),
            ("place in lists", "\(zone.position)", "\(position ?? zone.position)"),
            ("area", NewZone.words(zone.fence), NewZone.words(fence)),
        ])
    }

    /// "250 m around 60.184, 24.95"
    private static func words(_ fence: Fence) -> String {
        switch fence.area {
        case .circle(let centre, let radius):
            "\(Int(radius.value.rounded())) m around \(CoordinateFormatter.pair(centre))"
        case .polygon(let polygon):
            CountWords.of(polygon.rings.reduce(0) { $0 + $1.count }, "corner")
                + " around \(CoordinateFormatter.pair(polygon.surroundingCircle.centre))"
        }
    }
}

extension ZoneTrack {
    /// What differs in the words of a song, a line for each.
    func changes(title: String, artist: String, album: String) -> [String] {
        AuditDetail.changes([
            ("title", self.title, title), ("artist", self.artist, artist), ("album", self.album, album),
        ])
    }
}
