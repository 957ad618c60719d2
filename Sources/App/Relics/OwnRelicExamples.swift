import Database
import Media
import Proximity

/// Examples of relics that one left and found.
struct OwnRelicExamples {
    private let basemaps: Basemaps
    /// A media name without a file; the image does not load.
    private let media: MediaName

    init?(_ basemaps: Basemaps) {
        guard let media = MediaName("abcdefghijklmnopqrstuvwxyz") else { return nil }
        (self.basemaps, self.media) = (basemaps, media)
    }

    var all: [GalleryExample] {
        [
            .page("empty") { OwnRelicsPage(frame: $0.frame("Relics", .relics), relics: [], isMap: false) },
            .page("many") { gallery in
                OwnRelicsPage(
                    frame: gallery.frame("Relics", .relics), relics: owns(gallery), isMap: false,
                    more: MorePart(address: "/relics?after=1-1"))
            },
            .page("map") { gallery in
                OwnRelicsPage(
                    frame: gallery.frame("Relics", .relics), relics: Array(owns(gallery).prefix(2)),
                    map: MapExamples(basemaps: basemaps).map(gallery, pins: 3), isCrowded: true, isMap: true)
            },
            .page("empty") { FoundRelicsPage(frame: $0.frame("Relics", .relics), relics: []) },
            .page("many") { gallery in
                FoundRelicsPage(
                    frame: gallery.frame("Relics", .relics), relics: founds(gallery),
                    more: MorePart(address: "/relics/found?after=1-1"))
            },
            .page("usual") { edit($0, relic($0, "Watch the left side.", .video)) },
            .page("refused") { gallery in
                var errors = ValidationErrors()
                errors.add("description", "That is too long: 2,000 characters at most.")
                errors.add("lifetime", "Choose one of these.")
                return edit(gallery, relic(gallery, GalleryContext.longText, .sound), errors)
            },
        ] + parts
    }

    private var parts: [GalleryExample] {
        [
            .part("mine") { _ in RelicsHeadPart(isFound: false) },
            .part("found") { _ in RelicsHeadPart(isFound: true) },
            .part("photo") { RelicThumbPart(relic($0, "", .photo)) },
            .part("sound") { RelicThumbPart(relic($0, "", .sound)) },
            .part("ends") { RelicEndPart(relic($0, "", .photo), $0.words) },
            .part("stays") { RelicEndPart(relic($0, "", .photo, .forever), $0.words) },
            .part("usual") { OwnRelicActionsPart($0.frame("Relics"), ID(rawValue: 12)) },
            .part("locked") { own($0, GalleryContext.longText, .photo) },
            .part("video") { FoundRelicPart(found($0, "It froze.", .video), $0.words, places($0)) },
        ]
    }

    private func owns(_ gallery: GalleryContext) -> [OwnRelicPart] {
        [
            own(gallery, "The picnic that we postponed.", .photo, .forever, openings: 1, visits: 2),
            own(gallery, GalleryContext.emoji, .sound, appearsIn: 0.6), own(gallery, GalleryContext.arabic, .video),
            own(gallery, "", .sound, openings: 12), own(gallery, GalleryContext.longWord, .photo),
            own(gallery, GalleryContext.longText, .photo, visits: 1),
        ]
    }

    private func founds(_ gallery: GalleryContext) -> [FoundRelicPart] {
        let relics = [
            found(gallery, "Watch the left side.", .video), found(gallery, "", .sound),
            found(gallery, GalleryContext.longText, .photo, from: GalleryContext.longName),
        ]
        return relics.map { FoundRelicPart($0, gallery.words, places(gallery)) }
    }

    private func edit(
        _ gallery: GalleryContext, _ relic: OpenRelic, _ errors: ValidationErrors = ValidationErrors()
    ) -> RelicEditPage {
        RelicEditPage(
            gallery.frame("Edit your relic", .relics), relic, gallery.words, places(gallery), errors)
    }

    private func own(
        _ gallery: GalleryContext, _ text: String, _ kind: Relic.Kind, _ lifetime: Relic.Lifetime = .week,
        appearsIn hours: Double = -30, openings: Int = 0, visits: Int = 0
    ) -> OwnRelicPart {
        let relic = relic(gallery, text, kind, lifetime, appearsIn: hours)
        return OwnRelicPart(
            OwnRelic(relic: relic, openings: openings, visits: visits), gallery.frame("Relics", .relics),
            gallery.words, places(gallery))
    }

    private func found(
        _ gallery: GalleryContext, _ text: String, _ kind: Relic.Kind, from maker: String = "mikko"
    ) -> FoundRelic {
        FoundRelic(relic: relic(gallery, text, kind, from: maker), openedAt: gallery.ago(4))
    }

    private func places(_ gallery: GalleryContext) -> PlaceFormatter {
        PlaceFormatter(basemaps.places, gallery.viewer.units)
    }

    private func relic(
        _ gallery: GalleryContext, _ text: String, _ kind: Relic.Kind, _ lifetime: Relic.Lifetime = .week,
        appearsIn hours: Double = -30, from maker: String = ""
    ) -> OpenRelic {
        let appears = gallery.now + hours * 3_600
        let ends = lifetime.seconds.map { appears + $0 }
        let person = maker.isEmpty ? gallery.viewer.person : gallery.person(maker)
        let age = RelicAge(
            appearsAt: appears, ageStep: lifetime.step, lifetime: lifetime, expiresAt: ends, now: gallery.now)
        let known = KnownRelic(
            id: ID(rawValue: 12), maker: person, kind: kind, coordinate: gallery.place(1), radius: Relic.usualRadius,
            isLocked: kind != .photo, age: age, isOpened: !maker.isEmpty, isOwn: maker.isEmpty)
        return OpenRelic(
            known: known, media: media, description: text, lifetime: lifetime,
            audience: kind == .sound ? .friends : .everyone, createdAt: gallery.now - 30 * 3_600,
            appearsAt: appears, expiresAt: ends, zone: gallery.viewer.timeZone)
    }
}
