import Atlas
import Database
import Media
import Proximity

/// Examples of the pages of zones.
struct ZoneExamples {
    let basemaps: Basemaps

    var all: [GalleryExample] {
        [
            .page("some") { page($0, zones($0)) },
            .page("none") { page($0, []) },
            .page("inside") { zone($0, isInside: true) },
            .page("away") { zone($0, isInside: false, edit: ZonePaths.edit(ID(rawValue: 1))) },
            .part("entered") { _ in ZoneHerePart(name: "Kallio", path: ZonePaths.zone(ID(rawValue: 1))) },
            .part("here") { row($0, isHere: true) },
            .part("long name") { gallery in
                let zone = example(gallery, 2, GalleryContext.longWord.prefix(60).description)
                return ZoneRowPart(zone, songs: 1, from: gallery.place(), isHere: false, gallery.viewer.units)
            },
            .page("some zones") { admin($0, zones($0)) },
            .page("no zones") { admin($0, []) },
            .page("refused file") { admin($0, [], ValidationErrors("file", "There is no area in the file.")) },
            .page("songs") { songs($0, tracks()) },
            .page("searched songs") { songs($0, tracks(), search: "four") },
            .page("refused song") {
                songs($0, [], ValidationErrors("audio", "notes.txt: That is no recording."))
            },
            .part("searched") { _ in SongSearchPart("four stones", at: ZonePaths.favourites) },
            .part("voted") { ZoneTrackPart(tracks()[0], $0.frame("").csrf, isInside: true, zone: "Kallio") },
            .part("elsewhere") {
                ZoneTrackPart(tracks()[1], $0.frame("").csrf, isInside: false, zone: "Kallio", isElsewhere: true)
            },
            .page("some favourites") { favourites($0, tracks()) },
            .page("searched favourites") { favourites($0, tracks(), search: "nothing") },
            .page("no favourites") { favourites($0, []) },
            .part("drawn") { gallery in
                var draft = draft(gallery)
                (draft.shape, draft.corners) = (.polygon, [gallery.place(0)])
                return ZonePlacePart(draft, gallery.viewer, basemaps, ValidationErrors())
            },
            .page("circle") { form($0, draft($0)) },
            .page("polygon") { gallery in
                var draft = draft(gallery)
                draft.shape = .polygon
                draft.corners = (0..<3).map { gallery.place($0) }
                return form(gallery, draft)
            },
            .page("wrong") { gallery in
                var errors = ValidationErrors("name", "Give the zone a name.")
                errors.add("radius_m", "Choose 1 m to 500 km.")
                errors.add("lat", "A latitude is needed.")
                return form(gallery, ZoneDraft(around: gallery.place(), submission: "key"), errors)
            },
            .page("existing") { gallery in
                let zone = example(gallery, 1, "Kallio")
                return ZoneFormPage(
                    gallery.frame(zone.name, .administration), ZoneDraft(zone, submission: "key"), zone, gallery.viewer,
                    basemaps,
                    uploadID: "upload", ValidationErrors())
            },
        ]
    }

    private func example(_ gallery: GalleryContext, _ number: Int, _ name: String) -> Zone {
        let fence = Fence(centre: gallery.place(number), radius: 120)
        let colours = ["#d6336c", "#1c7ed6", "#f08c00"]
        return Zone(
            id: ID(rawValue: Int64(number + 1)), name: name, colour: colours[number % 3], fence: fence,
            position: Int64(number), size: fence.size)
    }

    private func zones(_ gallery: GalleryContext) -> [Zone] {
        ["Kallio", "Kauppatori", GalleryContext.arabic].enumerated().map { example(gallery, $0.offset, $0.element) }
    }

    private func row(_ gallery: GalleryContext, isHere: Bool) -> ZoneRowPart {
        ZoneRowPart(
            example(gallery, 0, "Kallio"), songs: 12, from: gallery.place(1), isHere: isHere, gallery.viewer.units)
    }

    private func page(_ gallery: GalleryContext, _ zones: [Zone]) -> ZonesPage {
        ZonesPage(
            frame: gallery.frame("Zones", .zones),
            zones: zones.map {
                ZoneRowPart(
                    $0, songs: Int($0.position), from: gallery.place(4), isHere: $0.position == 0, gallery.viewer.units)
            },
            more: zones.isEmpty ? nil : MorePart(address: "\(ZonePaths.zones)?after=3"))
    }

    private func zone(_ gallery: GalleryContext, isInside: Bool, edit: String = "") -> ZonePage {
        let zone = example(gallery, 0, "Kallio")
        let place = gallery.place(isInside ? 0 : 4)
        let viewport = Viewport(centre: zone.centre, zoom: 15, width: 800, height: 240)
        let frame = gallery.frame(zone.name, .zones)
        return ZonePage(
            frame: frame, id: zone.id, name: zone.name, colour: zone.colour,
            state: ZoneState(zone, from: place, isInside: isInside, gallery.viewer.units),
            map: MapPart([zone.region], in: viewport, you: place, gallery.viewer, basemaps),
            tracks: tracks().map { ZoneTrackPart($0, frame.csrf, isInside: isInside, zone: zone.name) }, count: 9,
            search: SongSearchPart(nil, at: ZonePaths.zone(zone.id)), edit: edit, cover: "",
            share: ShareLinkPart(
                id: "zone-link", label: "Link", link: "https://cairn.example/zones/1", title: zone.name))
    }

    private func tracks() -> [ZoneTrack] {
        guard let media = MediaName("abcdefghijklmnopqrstuvwxyz") else { return [] }
        let titles = [
            "Winter harbour", "Four stones", GalleryContext.longWord.prefix(200).description, GalleryContext.arabic,
        ]
        return titles.enumerated().map { number, title in
            ZoneTrack(
                id: ID(rawValue: Int64(number + 1)), zone: ID(rawValue: 1), media: media, preview: nil,
                title: title, artist: number == 3 ? "" : "Aino K", album: number == 0 ? "Songs of the quay" : "",
                fileName: "\(number).ogg", seconds: 203, gain: -3.5, votes: Int64(12 - 3 * number), isVoted: number == 0
            )
        }
    }

    private func songs(
        _ gallery: GalleryContext, _ tracks: [ZoneTrack], search: String? = nil,
        _ errors: ValidationErrors = ValidationErrors()
    ) -> ZoneTracksPage {
        let zone = example(gallery, 0, "Kallio")
        return ZoneTracksPage(
            gallery.frame("Songs", .administration), zone, tracks,
            search: SongSearchPart(search, at: ZonePaths.tracks(zone.id)), uploadID: "upload", errors)
    }

    private func favourites(
        _ gallery: GalleryContext, _ tracks: [ZoneTrack], search: String? = nil
    ) -> FavouritesPage {
        let frame = gallery.frame("Favourites", .zones)
        return FavouritesPage(
            frame, own: tracks, played: Array(tracks.prefix(2)), top: tracks,
            search: SongSearchPart(search, at: ZonePaths.favourites)
        ) { ZoneTrackPart($0, frame.csrf, isInside: false, zone: "Kallio", isElsewhere: true) }
    }

    private func admin(
        _ gallery: GalleryContext, _ zones: [Zone], _ errors: ValidationErrors = ValidationErrors()
    ) -> ZoneAdminPage {
        ZoneAdminPage(
            frame: gallery.frame("Zones", .administration), zones: zones.map { ZoneAdminPage.Row($0) }, more: nil,
            file: errors.part("file"))
    }

    private func draft(_ gallery: GalleryContext) -> ZoneDraft {
        var draft = ZoneDraft(around: gallery.place(), submission: "key")
        draft.name = "Kallio"
        draft.choose(gallery.place())
        return draft
    }

    private func form(
        _ gallery: GalleryContext, _ draft: ZoneDraft, _ errors: ValidationErrors = ValidationErrors()
    ) -> ZoneFormPage {
        ZoneFormPage(
            gallery.frame("New zone", .administration), draft, nil, gallery.viewer, basemaps, uploadID: "upload", errors
        )
    }
}
