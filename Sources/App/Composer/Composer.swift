import Atlas
import Database
import Foundation
import HTTP
import Proximity

/// What forms share that leave something at a place: where their map starts, the steps of their preview, and their
/// parts.
struct Composer: Sendable {
    let site: Site
    let uploads: Uploads
    let positions: Positions
    let basemaps: Basemaps

    /// Where the map of a form starts: at the viewer's last position, otherwise at the site's default place.
    struct Start: Sendable {
        let centre: Coordinate
        let known: LastPosition?
    }

    func start(_ context: RequestContext, _ viewer: Viewer) throws -> Start {
        let known = try site.database.read { try positions.last($0, of: viewer.id, context.now) }
        return Start(centre: known?.coordinate ?? basemaps.startingPlace(site.settings), known: known)
    }

    /// The place of an empty form: the one that its address names (`?lat&lon`), otherwise where the viewer is.
    func empty(_ form: PlaceForm, _ query: FormFields, from start: Start) -> PlaceDraft {
        let named = try? PlaceFields.read(query)
        var draft = PlaceDraft(
            form, around: start.centre, zoom: zoom(named ?? start.known?.coordinate, start), submission: newSubmission()
        )
        if let place = named ?? start.known?.coordinate {
            draft.go(to: place)
            draft.isProposed = named == nil
        }
        return draft
    }

    /// The houses around a place that is known, otherwise the streets, or the country where none are known.
    private func zoom(_ known: Coordinate?, _ start: Start) -> Double {
        if !basemaps.covers(known ?? start.centre) { return World.closestZoom }
        return known == nil ? Picker.startingZoom : Picker.closeZoom
    }

    /// The place of a sent form.
    func sent(_ form: PlaceForm, _ fields: FormFields, from start: Start) -> PlaceDraft {
        var draft = PlaceDraft(form, fields, around: start.centre, newSubmission: newSubmission)
        draft.known = start.known?.coordinate
        return draft
    }

    private func newSubmission() -> String { Base64URL.encode(site.environment.randomBytes(15)) }

    /// Applies a step of a form that is shown again: the place of its file, a search, a click on the map.
    ///
    /// - Returns: an error if a search found nothing.
    func step(_ context: RequestContext, _ draft: inout PlaceDraft, _ media: MediaDraft?) -> ValidationErrors {
        var errors = ValidationErrors()
        let form = context.form
        // A click on the map or a button overrides the search field.
        if let suggestion = form["use"] {
            if suggestion == "place", let place = media?.origin.place { draft.go(to: place) }
        } else if let match = Picker(match: form["match"]) {
            draft.picker = match
        } else if form["pick.x"] != nil || form["move"] != nil {
            draft.move(by: form, size: Picker.Size(context.query))
        } else if PlaceDraft.isSearch(form) {
            let view = (draft.picker.centre, draft.picker.zoom)
            let found = basemaps.search(draft.search, near: SearchOrigin.of(view, known: draft.known))
            if found.isEmpty { errors.add("place", PlaceSearch.refusal(of: draft.search)) }
            draft.show(found)
        } else {
            draft.move(by: form, size: .compact)
        }
        if form["move"] == nil { draft.showRing() }
        return errors
    }

    /// The form's field for its place.
    func placeField(_ draft: PlaceDraft, _ viewer: Viewer, _ errors: ValidationErrors) -> PlaceFieldPart {
        let picker = PickerPart(
            draft.picker, form: draft.form.preview, chosen: draft.place, gate: draft.reach, theme: viewer.theme,
            basemaps)
        return PlaceFieldPart(
            picker: picker, preview: draft.form.preview, search: draft.search,
            matches: draft.matches.map { PlaceMatchPart($0) },
            place: draft.place.map { places(viewer).words($0) } ?? "", errors: errors,
            isProposed: draft.isProposed, script: site.assets.pageScripts[PlaceSuggestionsPart.script] ?? "")
    }

    /// The map that scripts move under the pin, with nothing on it but the viewer.
    func map(_ draft: PlaceDraft, _ start: Start, _ viewer: Viewer) -> MapPart {
        let viewport = Viewport(
            centre: draft.place ?? draft.picker.centre, zoom: draft.picker.zoom, width: MapFrame.width,
            height: MapFrame.height)
        var drawing = MapDrawing(viewport: viewport, pins: [])
        drawing.you = start.known.map { ($0.coordinate, $0.accuracy) }
        var part = MapPart(drawing, address: MapPaths.view, part: MapPaths.part, viewer, basemaps)
        part.isQuiet = true
        return part
    }

    /// The form's field for a file.
    ///
    /// - Parameter text: what the viewer wrote: the date of a photo is offered until it stands there.
    func mediaField(
        _ kind: MediaFieldPart.Kind, _ draft: MediaDraft?, in form: PlaceForm, beside text: String, _ viewer: Viewer,
        _ errors: ValidationErrors
    ) -> MediaFieldPart {
        let kept = draft.map { media in
            let time = media.origin.timeWords(viewer.timeZone, now: site.now)
            return KeptMediaPart(
                media, place: media.origin.place.map { places(viewer).phrase($0) } ?? "", time: time,
                isDated: !time.isEmpty && text.contains(time))
        }
        return MediaFieldPart(
            kind, kept: kept, uploadID: Base64URL.encode(site.environment.randomBytes(12)), preview: form.preview,
            errors)
    }

    private func places(_ viewer: Viewer) -> PlaceFormatter { PlaceFormatter(basemaps.places, viewer.units) }
}
