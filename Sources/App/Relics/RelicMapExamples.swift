import Atlas
import Database
import HTML
import Proximity

/// Examples of what the map and people's pages say of relics.
enum RelicMapExamples {
    static var all: [GalleryExample] {
        [
            .part("far and locked") { card($0, known($0, .photo, isLocked: true)) },
            .part("near") { card($0, known($0, .sound), isNear: true) },
            .part("nowhere known") { gallery in
                RelicCardPart(
                    known(gallery, .video), open: nil, from: nil, times: gallery.times, units: gallery.viewer.units,
                    on: gallery.site)
            },
            .part("several") { gallery in
                NearRelicsPart(
                    Relic.Kind.allCases.map { known(gallery, $0, isLocked: $0 == .video) }, from: gallery.place(2),
                    gallery.viewer.units, script: gallery.site.assets.pageScripts["near"] ?? "")
            },
            .part("locked") { row($0, .photo, isLocked: true) },
            .part("many") { gallery in
                PersonRelicsPart(Relic.Kind.allCases.map { row(gallery, $0) }, more: "/people/leena/relics")
            },
            .page("some") { page($0, Relic.Kind.allCases, more: "/people/leena/relics?after=3") },
            .page("none") { page($0, []) },
        ]
    }

    private static func known(
        _ gallery: GalleryContext, _ kind: Relic.Kind, isLocked: Bool = false
    ) -> KnownRelic {
        KnownRelic(
            id: ID(rawValue: 12), maker: gallery.person("leena"), kind: kind, coordinate: gallery.place(1),
            radius: 50, isLocked: isLocked,
            age: RelicAge(
                appearsAt: gallery.ago(180), ageStep: 21_600, lifetime: .day, expiresAt: gallery.now + 60_000,
                now: gallery.now), isOpened: false, isOwn: false)
    }

    private static func card(
        _ gallery: GalleryContext, _ relic: KnownRelic, isNear: Bool = false
    ) -> RelicCardPart {
        RelicCardPart(
            relic, open: nil, from: gallery.place(isNear ? 1 : 2), times: gallery.times, units: gallery.viewer.units,
            on: gallery.site)
    }

    private static func row(_ gallery: GalleryContext, _ kind: Relic.Kind, isLocked: Bool = false) -> RelicRowPart {
        RelicRowPart(known(gallery, kind, isLocked: isLocked), from: gallery.place(2), gallery.viewer.units)
    }

    private static func page(
        _ gallery: GalleryContext, _ kinds: [Relic.Kind], more: String = ""
    ) -> PersonRelicsPage {
        PersonRelicsPage(
            frame: gallery.frame("Relics of Leena"), person: PersonPart(gallery.person("leena")),
            relics: kinds.map { row(gallery, $0) }, more: more, isFirst: true)
    }
}
