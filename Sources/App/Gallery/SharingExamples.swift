import Database
import Proximity

/// What others see, and what sends positions.
enum SharingExamples {
    static let all: [GalleryEntry] = [
        .page("new") { visibility($0) },
        .page("area") { visibility($0, sharesArea: true, isFull: true) },
        .page("paused") { visibility($0, sharesArea: true, isFull: true, isPaused: true) },
        .page("paused a moment ago") { visibility($0, sharesArea: true, isFull: true, isPaused: true, isEnding: true) },
        .page("nothing to see") { visibility($0, sharesArea: true, isFull: true, hasArea: false) },
        .part("usual") { gallery in
            VisibilitySection(title: "Where you are", lines: [line(gallery), line(gallery)])
        },
        .part("usual") { line($0) },
        .part("usual") { area($0) },
        .page("some") { devices($0, 3) },
        .page("none") { devices($0, 0) },
    ]

    private static func line(_ gallery: GalleryContext) -> VisibilityLine {
        VisibilityLine(
            "map-pin", "Your area", BadgePart("Nobody", .good), "Switched off. Nobody learns where you are.",
            LinkPart("Change", "/settings"))
    }

    static func area(_ gallery: GalleryContext) -> AreaPart {
        let area = Area(
            position: SnappedPosition(gallery.place()), takenAt: gallery.ago(1), endsAt: gallery.ago(-23),
            zone: gallery.viewer.timeZone)
        return AreaPart(area, gallery.viewer, gallery.now, gallery.site.basemaps)
    }

    private static func visibility(
        _ gallery: GalleryContext, sharesArea: Bool = false, isFull: Bool = false, isPaused: Bool = false,
        hasArea: Bool = true,
        isEnding: Bool = false
    ) -> VisibilityPage {
        let usual = gallery.viewer
        let viewer = Viewer(
            id: usual.id, username: usual.username, session: usual.session, timeZone: usual.timeZone,
            units: usual.units, theme: usual.theme, receipts: isFull, retentionHours: 24, isAdministrator: false,
            sharesArea: sharesArea, pausedUntil: isPaused ? gallery.now + 3_600 : nil)
        let reach = Reach(
            friendCount: isFull ? 6 : 0, blockedCount: isFull ? 2 : 0, isFindable: isFull,
            inviteEndsAt: isFull ? gallery.now + 500_000 : nil)
        let facts = VisibilityFacts(
            area: sharesArea && hasArea && (!isPaused || isEnding) ? area(gallery) : nil,
            areaEndsAt: isEnding ? gallery.now + 1_800 : nil, reach: reach,
            devices: isFull ? entries(gallery, 2) : [], awaited: isFull ? ["mikko", GalleryContext.longName] : [],
            sessionCount: 2)
        var frame = gallery.frame("Who can see me", .you)
        if isPaused { frame.pausedUntil = "15:00" }
        return VisibilityPage(frame, viewer, facts, gallery.now)
    }

    private static func devices(_ gallery: GalleryContext, _ count: Int) -> DevicesPage {
        let parts = entries(gallery, count).enumerated().map { DevicePart($1, isThis: $0 == 0, gallery.words) }
        return DevicesPage(frame: gallery.frame("Devices", .you), devices: parts, kept: "one day")
    }

    private static func entries(_ gallery: GalleryContext, _ count: Int) -> [DeviceEntry] {
        let agents = [
            "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1",
            "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0", nil,
        ]
        return (0..<count).map { number in
            DeviceEntry(
                id: ID(rawValue: Int64(number + 1)), session: nil, agent: agents[number % 3],
                seenAt: gallery.ago(Double(number) * 20), positionCount: [214, 1, 0][number % 3])
        }
    }
}
