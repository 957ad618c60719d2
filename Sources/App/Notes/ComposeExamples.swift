import Atlas
import Database
import Media
import Proximity

/// Examples of the composer and its parts.
struct ComposeExamples {
    let basemaps: Basemaps

    var all: [GalleryExample] { pages + wrong + parts }

    private var pages: [GalleryExample] {
        [
            .page("without friends") { compose($0, names: []) },
            .page("empty") { compose($0, names: ["mikko", "sofia"]) },
            .page("with a photo") {
                compose($0, names: ["mikko"], text: "Look up.", photo: photo($0, hasOrigin: true))
            },
            .page("many friends") { gallery in
                compose(
                    gallery, names: [GalleryContext.longName] + (1...30).map { "friend_\($0)" },
                    circles: ["Rink crew", GalleryContext.longDisplayName, GalleryContext.arabicName],
                    text: GalleryContext.emoji)
            },
            .page("after a search") { compose($0, names: ["mikko", "sofia"], search: "Kirkko") },
            .page("with options") { gallery in
                compose(gallery, names: ["mikko"], text: "Look up.", draft: options(gallery))
            },
            .page("edited") { gallery in
                var draft = options(gallery)
                draft.note = ID(rawValue: 12)
                return compose(gallery, names: [], text: "Look up.", draft: draft)
            },
        ]
    }

    private var wrong: [GalleryExample] {
        [
            .page("wrong photo") { gallery in
                let sentence = "That is no photo we can read. JPEG, PNG, WebP, GIF, AVIF, HEIC, BMP and TIFF work."
                return compose(gallery, names: ["mikko"], errors: ValidationErrors("photo", sentence))
            },
            .page("nothing found") { gallery in
                let sentence = PlaceSearch.refusal(of: "Nowhereville")
                return compose(gallery, names: ["mikko"], errors: ValidationErrors("place", sentence))
            },
            .page("wrong") { gallery in
                var errors = ValidationErrors("text", "Write a few words.")
                errors.add("to", "Choose at least one friend, or whoever gets the link.")
                errors.add("radius_m", "Choose between 5 metres and 1 km.")
                errors.add("closes_at", "It would close before it opens. Pick a later time.")
                errors.add("lat", "Type a latitude, for instance 60.16952.")
                return compose(gallery, names: ["mikko"], draft: options(gallery), errors: errors)
            },
        ]
    }

    private var parts: [GalleryExample] {
        [
            .part("none") { _ in photoField(nil) },
            .part("without origin") { photoField(photo($0, hasOrigin: false)) },
            .part("usual") { _ in RadiusFieldPart("", of: .note, .imperial, ValidationErrors()) },
            .part("found") { gallery in place(gallery, search: "Kirkko", ValidationErrors()) },
            .part("wrong") { gallery in
                DegreesPart(plain(gallery).spot, ValidationErrors("lat", "A latitude lies between −90 and 90."))
            },
            .part("circles") { recipients($0, ["mikko", "sofia"], circles: ["Rink crew"], ValidationErrors()) },
            .part("set") {
                ComposeOptionsPart(options($0), words($0), link: ComposePage.link(isOn: true), ValidationErrors())
            },
        ]
    }

    private func compose(
        _ gallery: GalleryContext, names: [String], circles: [String] = [], text: String = "",
        photo: KeptMediaPart? = nil, search: String = "", draft: Draft? = nil,
        errors: ValidationErrors = ValidationErrors()
    ) -> ComposePage {
        let draft = draft ?? plain(gallery)
        let frame = gallery.frame(ComposePage.title(draft.note), .drop)
        let place = place(gallery, search: search, errors)
        return ComposePage(
            frame: frame,
            composer: ComposePage.composer(
                frame, draft.note, place: place, map: MapExamples(basemaps: basemaps).formMap(gallery)),
            note: draft.note, text: text, recipients: recipients(gallery, names, circles: circles, errors),
            link: names.isEmpty ? ComposePage.link(isOn: true) : nil,
            radius: RadiusFieldPart(draft.spot.radius, of: .note, .metric, errors),
            options: ComposeOptionsPart(
                draft, words(gallery), link: names.isEmpty ? nil : ComposePage.link(isOn: draft.isByLink), errors),
            submission: "example", photo: photoField(photo, errors), errors: errors)
    }

    private func place(_ gallery: GalleryContext, search: String, _ errors: ValidationErrors) -> PlaceFieldPart {
        PlaceFieldPart(
            picker: MapExamples(basemaps: basemaps).picker(gallery), preview: NotePaths.new, search: search,
            matches: search.isEmpty ? [] : ComposeExamples.matches(gallery),
            place: places(gallery).words(gallery.place(1)), errors: errors,
            script: gallery.site.assets.pageScripts[PlaceSuggestionsPart.script] ?? "")
    }

    private func plain(_ gallery: GalleryContext) -> Draft {
        var spot = PlaceDraft(.note, around: gallery.place(1), zoom: Picker.closeZoom, submission: "example")
        spot.choose(gallery.place(1))
        return Draft(at: spot)
    }

    /// For Saturday evening, with a hint.
    private func options(_ gallery: GalleryContext) -> Draft {
        var draft = plain(gallery)
        draft.spot.radius = "150"
        draft.hint = "Behind the big oak"
        draft.opensAt = WallTime.text(gallery.now + 7 * 3_600, in: gallery.viewer.timeZone)
        draft.closesAt = WallTime.text(gallery.now + 9 * 3_600, in: gallery.viewer.timeZone)
        draft.isOnMap = true
        return draft
    }

    private func words(_ gallery: GalleryContext) -> OpeningWords {
        OpeningWords(zone: gallery.viewer.timeZone, now: gallery.now)
    }

    private func recipients(
        _ gallery: GalleryContext, _ names: [String], circles: [String], _ errors: ValidationErrors
    ) -> FriendChoicesPart {
        let people = names.map { gallery.person($0) }
        let own = circles.enumerated().map { number, name in
            Circle(id: ID(rawValue: Int64(number + 1)), name: name, members: people)
        }
        return FriendChoicesPart(
            field: "to", legend: "For", people, own, chosen: Set(people.prefix(1).map { Username.fold($0.username) }),
            circled: ["2"], errors)
    }

    private func places(_ gallery: GalleryContext) -> PlaceFormatter {
        PlaceFormatter(basemaps.places, gallery.viewer.units)
    }

    private static func matches(_ gallery: GalleryContext) -> [PlaceMatchPart] {
        [("Kirkkokatu", "Street in Kruununhaka"), (GalleryContext.longWord, ""), ("Kirkkonummi", "Town in Finland")]
            .map { PlaceMatchPart(PlaceMatch(name: $0, detail: $1, coordinate: gallery.place(1), zoom: 16)) }
    }

    private func photoField(
        _ kept: KeptMediaPart?, _ errors: ValidationErrors = ValidationErrors()
    ) -> MediaFieldPart {
        MediaFieldPart(.photo, kept: kept, uploadID: "example", preview: NotePaths.new, errors)
    }

    private func photo(_ gallery: GalleryContext, hasOrigin: Bool) -> KeptMediaPart? {
        let origin = PhotoOrigin(hasOrigin ? "60.16952 24.9524 1718200800000 local" : "")
        return MediaName(NoteExamples.photoName).map {
            KeptMediaPart(
                MediaDraft(name: $0, use: .photo, origin: origin),
                place: origin.place.map { places(gallery).phrase($0) } ?? "",
                time: hasOrigin ? "12 June 2024, 14:00" : "", isDated: false)
        }
    }
}
