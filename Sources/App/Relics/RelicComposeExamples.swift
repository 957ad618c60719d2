import Atlas
import Media
import Proximity

/// Examples of the form for a relic.
struct RelicComposeExamples {
    let basemaps: Basemaps

    var all: [GalleryExample] {
        [
            .page("empty") { page($0, nil) },
            .page("with a photo") { page($0, media(.photo, origin: "60.16952 24.9524 1718200800000 local")) },
            .page("with a video") { page($0, media(.clip)) },
            .page("with a sound") { page($0, media(.song)) },
            .page("wrong") { gallery in
                var errors = ValidationErrors("media", "Choose a photo, a video or a sound.")
                errors.add("description", "That is too long: 2,000 characters at most.")
                errors.add("radius_m", "Choose between 5 metres and 2 km.")
                errors.add("lifetime", "Choose how long it stays.")
                errors.add("audience", "Choose who may know of it.")
                errors.add("lat", "A latitude lies between −90 and 90.")
                return page(gallery, nil, errors)
            },
            .part("password again") { gallery in
                var draft = draft(gallery)
                draft.hadPassword = true
                return RelicOptionsPart(draft, ValidationErrors())
            },
        ]
    }

    private func draft(_ gallery: GalleryContext) -> RelicDraft {
        var spot = PlaceDraft(.relic, around: gallery.place(1), zoom: Picker.closeZoom, submission: "example")
        spot.choose(gallery.place(1))
        return RelicDraft(at: spot)
    }

    private func page(
        _ gallery: GalleryContext, _ media: MediaDraft?, _ errors: ValidationErrors = ValidationErrors()
    ) -> RelicComposePage {
        let places = PlaceFormatter(basemaps.places, gallery.viewer.units)
        let maps = MapExamples(basemaps: basemaps)
        let place = PlaceFieldPart(
            picker: maps.picker(gallery), preview: RelicPaths.new, search: "", matches: [],
            place: places.words(gallery.place(1)), errors: errors)
        let kept = media.map { draft in
            KeptMediaPart(
                draft, place: draft.origin.place.map { places.phrase($0) } ?? "",
                time: draft.origin.timeWords(gallery.viewer.timeZone, now: gallery.now), isDated: false)
        }
        let field = MediaFieldPart(.recording, kept: kept, uploadID: "example", preview: RelicPaths.new, errors)
        return RelicComposePage(
            frame: gallery.frame(RelicComposePage.title, .drop), draft(gallery), place: place,
            map: maps.formMap(gallery), media: field, gallery.viewer.units, errors)
    }

    private func media(_ use: MediaUse, origin: String = "") -> MediaDraft? {
        MediaName(String(repeating: "a", count: 26)).map {
            MediaDraft(name: $0, use: use, origin: PhotoOrigin(origin))
        }
    }
}
