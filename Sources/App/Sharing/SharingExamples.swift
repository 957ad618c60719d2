import Database
import HTML
import Proximity

/// Examples of areas and of *who can see me*.
struct SharingExamples {
    let basemaps: Basemaps

    var all: [GalleryExample] {
        [
            .page("new") { visibility($0) },
            .page("area") { visibility($0, sharesArea: true, isFull: true) },
            .page("paused") { visibility($0, sharesArea: true, isFull: true, isPaused: true) },
            .page("paused a moment ago") {
                visibility($0, sharesArea: true, isFull: true, isPaused: true, isEnding: true)
            },
            .page("nothing to see") { visibility($0, sharesArea: true, isFull: true, hasArea: false) },
            .part("usual") { gallery in
                VisibilitySection(title: "Where you are", lines: [line(gallery), line(gallery)])
            },
            .part("usual") { line($0) },
            .part("usual") { PersonAreaPart(whose: "mikko is", area: area($0)) },
            .page("friend") { gallery in
                PeopleExamples.person(
                    gallery, "mikko", relation: .friend, mutual: ["jonas", "leena", GalleryContext.longName],
                    parts: [part(gallery, "mikko is")])
            },
            .page("oneself") {
                PeopleExamples.person($0, "aino_k", relation: .stranger, isSelf: true, parts: [part($0, "you are")])
            },
            .part("usual") { area($0) },
        ]
    }

    private func line(_ gallery: GalleryContext) -> VisibilityLine {
        VisibilityLine(
            .place, rank: 10, icon: "map-pin", title: "Your area", badge: BadgePart("Nobody", kind: .good),
            words: "Off. Nobody sees where you are.",
            link: LinkPart("Change", "/settings"))
    }

    private func part(_ gallery: GalleryContext, _ whose: String) -> Markup {
        Markup(PersonAreaPart(whose: whose, area: area(gallery)))
    }

    private func place(_ gallery: GalleryContext) -> Area {
        Area(
            position: SnappedPosition(gallery.place()), takenAt: gallery.ago(1), endsAt: gallery.ago(-23),
            zone: gallery.viewer.timeZone)
    }

    private func area(_ gallery: GalleryContext) -> AreaPart {
        AreaPart(place(gallery), for: gallery.viewer, at: gallery.now, basemaps: basemaps)
    }

    /// Lines of other features.
    private static let lines = [
        VisibilityLine(
            .who, rank: 10, icon: "user", title: "Names, picture and bio", badge: BadgePart("Members", kind: .info),
            words: "Every member of this site, except people you’ve blocked or who blocked you.",
            link: LinkPart("Change", SitePaths.settings)),
        VisibilityLine(
            .out, rank: 10, icon: "ban", title: "Blocked people", badge: BadgePart("Nothing at all", kind: .good),
            words: "2 people are blocked. You can’t see or contact each other.",
            link: LinkPart("View", FriendPaths.blocked)),
    ]

    private func visibility(
        _ gallery: GalleryContext, sharesArea: Bool = false, isFull: Bool = false, isPaused: Bool = false,
        hasArea: Bool = true,
        isEnding: Bool = false
    ) -> VisibilityPage {
        let usual = gallery.viewer
        let viewer = Viewer(
            id: usual.id, username: usual.username, session: usual.session, timeZone: usual.timeZone,
            units: usual.units, theme: usual.theme, receipts: isFull, retentionHours: 24, isAdministrator: false,
            sharesArea: sharesArea, pausedUntil: isPaused ? gallery.now + 3_600 : nil)
        let shown = sharesArea && hasArea && (!isPaused || isEnding)
        let facts = AreaFacts(
            area: shown ? place(gallery) : nil, endsAt: isEnding ? gallery.now + 1_800 : nil,
            friendCount: isFull ? 6 : 0)
        var frame = gallery.frame("Who can see me", .you)
        if isPaused { frame.pausedUntil = "15:00" }
        let area = shown ? self.area(gallery) : nil
        return VisibilityPage(
            frame, for: viewer, facts: facts, area: area, lines: isFull ? SharingExamples.lines : [], at: gallery.now)
    }
}
