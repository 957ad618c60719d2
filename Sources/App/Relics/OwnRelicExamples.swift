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
            .page("usual") { edit($0, relic($0, "Watch the left side.", kind: .video)) },
            .page("refused") { gallery in
                var errors = ValidationErrors()
                errors.add("description", ValidationErrors.tooLong(Relic.maxDescriptionLength))
                errors.add("lifetime", "Choose one of these.")
                return edit(gallery, relic(gallery, GalleryContext.longText, kind: .sound), errors: errors)
            },
        ] + parts
    }

    private var parts: [GalleryExample] {
        [
            .part("mine") { _ in RelicsHeadPart(isFound: false) },
            .part("found") { _ in RelicsHeadPart(isFound: true) },
            .part("photo") { RelicThumbPart(relic($0, "", kind: .photo)) },
            .part("sound") { RelicThumbPart(relic($0, "", kind: .sound)) },
            .part("ends") { RelicEndPart(relic($0, "", kind: .photo), $0.times) },
            .part("stays") { RelicEndPart(relic($0, "", kind: .photo, lifetime: .forever), $0.times) },
            .part("usual") { OwnRelicActionsPart($0.frame("Relics"), ID(rawValue: 12)) },
            .part("locked") { own($0, GalleryContext.longText, kind: .photo) },
            .part("video") {
                FoundRelicPart(found($0, "It froze.", kind: .video), times: $0.times, places: places($0))
            },
        ]
    }

    private func owns(_ gallery: GalleryContext) -> [OwnRelicPart] {
        [
            own(gallery, "The picnic that we postponed.", kind: .photo, lifetime: .forever, openings: 1, visits: 2),
            own(gallery, GalleryContext.emoji, kind: .sound, appearsIn: 0.6),
            own(gallery, GalleryContext.arabic, kind: .video),
            own(gallery, "", kind: .sound, openings: 12), own(gallery, GalleryContext.longWord, kind: .photo),
            own(gallery, GalleryContext.longText, kind: .photo, visits: 1),
        ]
    }

    private func founds(_ gallery: GalleryContext) -> [FoundRelicPart] {
        let relics = [
            found(gallery, "Watch the left side.", kind: .video), found(gallery, "", kind: .sound),
            found(gallery, GalleryContext.longText, kind: .photo, from: GalleryContext.longName),
        ]
        return relics.map { FoundRelicPart($0, times: gallery.times, places: places(gallery)) }
    }

    private func edit(
        _ gallery: GalleryContext, _ relic: OpenRelic, errors: ValidationErrors = ValidationErrors()
    ) -> RelicEditPage {
        RelicEditPage(
            gallery.frame("Edit your relic", .relics), relic: relic, times: gallery.times, places: places(gallery),
            errors: errors)
    }

    private func own(
        _ gallery: GalleryContext, _ text: String, kind: Relic.Kind, lifetime: Relic.Lifetime = .week,
        appearsIn hours: Double = -30, openings: Int = 0, visits: Int = 0
    ) -> OwnRelicPart {
        let relic = relic(gallery, text, kind: kind, lifetime: lifetime, appearsIn: hours)
        return OwnRelicPart(
            OwnRelic(relic: relic, openings: openings, visits: visits), frame: gallery.frame("Relics", .relics),
            times: gallery.times, places: places(gallery))
    }

    private func found(
        _ gallery: GalleryContext, _ text: String, kind: Relic.Kind, from maker: String = "mikko"
    ) -> FoundRelic {
        FoundRelic(relic: relic(gallery, text, kind: kind, from: maker), openedAt: gallery.ago(4))
    }

    private func places(_ gallery: GalleryContext) -> PlaceFormatter {
        PlaceFormatter(basemaps.places, gallery.viewer.units)
    }

    private func relic(
        _ gallery: GalleryContext, _ text: String, kind: Relic.Kind, lifetime: Relic.Lifetime = .week,
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
