import Atlas
import Database
import Foundation
import HTTP
import Proximity

/// The compose page: form, preview and creation of the note.
extension Notes {
    func showCompose(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let place = try startingPlace(context, viewer)
        var draft = Draft(around: place.centre, zoom: startingZoom(place), submission: newSubmission())
        if let known = place.known { draft.choose(known.coordinate) }
        let linked = try withCircles(context.query, viewer)
        draft.recipients = Set(linked.all("to").map { Username.fold($0) })
        draft.circles = Set(linked.all("circle"))
        return try composePage(context, viewer, draft, from: place, ValidationErrors(), isFresh: true)
    }

    /// Shows the form with the new place, map view or photo; creates no note.
    func preview(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let arrival = try takePhoto(context, viewer)
        let place = try startingPlace(context, viewer)
        var draft = try sentDraft(context, viewer, around: place)
        draft.photo = arrival.draft
        var errors = arrival.errors
        // A click on the map or a button overrides the search field.
        if let suggestion = context.form["use"] {
            draft.use(suggestion) { $0.timeWords(viewer.timeZone, now: context.now) }
        } else if let match = Picker(match: context.form["match"]) {
            draft.picker = match
        } else if context.form["pick.x"] != nil || context.form["move"] != nil {
            draft.move(by: context.form, size: context.query["size"] == "wide" ? .wide : .compact)
        } else if Draft.isSearch(context.form) {
            let found = basemaps.search(draft.search, near: draft.picker.centre)
            if found.isEmpty {
                errors.add("place", PlaceSearch.isShortLink(draft.search) ? Notes.shortLink : Notes.nothingFound)
            }
            draft.show(found)
        } else {
            draft.move(by: context.form, size: .compact)
        }
        if context.form["move"] == nil { draft.showRing() }
        let page = try composePage(context, viewer, draft, from: place, errors)
        return arrival.refusal?.answer(page) ?? page
    }

    func create(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let arrival = try isCreated(context, viewer) ? DraftArrival() : try takePhoto(context, viewer)
        var errors = arrival.errors
        do {
            let form = try withCircles(context.form, viewer)
            let note = try NewNote(form, photo: arrival.draft?.name, in: viewer.timeZone, context.now)
            try errors.check()
            try create(note, from: viewer.id, zone: viewer.timeZone, context.now)
            return context.redirect(
                to: MapPaths.view(of: note.coordinate, zoom: Picker.closeZoom),
                saying: "Your note is waiting for \(WordList.join(note.recipients)).")
        } catch let others as ValidationErrors {
            errors.add(others)
            let place = try startingPlace(context, viewer)
            var draft = try sentDraft(context, viewer, around: place)
            draft.photo = errors.has("photo") && arrival.refusal == nil ? nil : arrival.draft
            let page = try composePage(
                context, viewer, draft, from: place, errors, status: .unprocessableContent)
            return arrival.refusal?.answer(page) ?? page
        }
    }

    /// The form of a stored note, as it is or as it was refused.
    func editPage(
        _ context: RequestContext, _ viewer: Viewer, _ draft: Draft, _ errors: ValidationErrors,
        status: Status = .ok
    ) throws -> Response {
        let place = try startingPlace(context, viewer)
        return try composePage(context, viewer, draft, from: place, errors, status: status)
    }

    /// The draft in a sent form. It is for an existing note only if that is the viewer's own.
    func sentDraft(_ context: RequestContext, _ viewer: Viewer) throws -> Draft {
        try sentDraft(context, viewer, around: startingPlace(context, viewer))
    }

    private func sentDraft(
        _ context: RequestContext, _ viewer: Viewer, around place: StartingPlace
    ) throws -> Draft {
        let form = try withCircles(context.form, viewer)
        var draft = Draft(form, around: place.centre, in: viewer.timeZone, newSubmission: newSubmission)
        if let id = form["note"].flatMap({ ID<Note>($0) }) {
            let note = try site.database.read { try NoteQueries.readable($0, id, viewer: viewer.id) }
            if note?.author.id == viewer.id { draft.note = id }
        }
        return draft
    }

    /// The form with the members of ticked circles among its recipients. A circle whose members stand in the form
    /// already (`circled`) adds none: some of them may have been unticked since.
    private func withCircles(_ form: FormFields, _ viewer: Viewer) throws -> FormFields {
        let ticked = Set(form.all("circle")).subtracting(form.all("circled"))
        if ticked.isEmpty { return form }
        let circles = try site.database.read { try friends.circles($0, of: viewer.id) }
        var form = form
        for circle in circles where ticked.contains("\(circle.id)") {
            form.values += circle.members.map { ("to", $0.username) }
        }
        return form
    }

    /// Whether this form has already created its note. Then its photo is not processed again.
    private func isCreated(_ context: RequestContext, _ viewer: Viewer) throws -> Bool {
        let key = context.form["key"] ?? ""
        return try site.database.read { try NoteQueries.note($0, of: viewer.id, submission: key) } != nil
    }

    /// Where the map starts: the viewer's last position, otherwise the site's default place.
    private func startingPlace(_ context: RequestContext, _ viewer: Viewer) throws -> StartingPlace {
        let known = try site.database.read { try positions.last($0, of: viewer.id, context.now) }
        return StartingPlace(
            centre: known?.coordinate ?? basemaps.startingPlace(site.settings), known: known)
    }

    /// The houses around for people whose place is known, otherwise the streets, or the country where none are known.
    private func startingZoom(_ place: StartingPlace) -> Double {
        if !basemaps.covers(place.centre) { return World.closestZoom }
        return place.known == nil ? Picker.startingZoom : Picker.closeZoom
    }

    private struct StartingPlace {
        let centre: Coordinate
        let known: LastPosition?
    }

    private static let shortLink = "Short links can't be opened here. Paste the long one."
    private static let nothingFound =
        "Nothing found by that name. Try a street, a town, or degrees like 60.17, 24.94."

    private func newSubmission() -> String { Base64URL.encode(site.environment.randomBytes(15)) }

    private func composePage(
        _ context: RequestContext, _ viewer: Viewer, _ draft: Draft, from place: StartingPlace,
        _ errors: ValidationErrors, status: Status = .ok, isFresh: Bool = false
    ) throws -> Response {
        let (people, circles) = try site.database.read {
            (try friends.friends($0, of: viewer.id), try friends.circles($0, of: viewer.id))
        }
        let words = OpeningWords(zone: viewer.timeZone, now: context.now)
        let picker = PickerPart(
            draft.picker, form: NotePaths.new, chosen: draft.place, gate: draft.reach, theme: viewer.theme, basemaps)
        let page = ComposePage(
            frame: context.frame(ComposePage.title(draft.note), draft.note == nil ? .drop : .sent), note: draft.note,
            text: draft.text, recipients: recipients(people, circles, draft, errors, isFresh: isFresh),
            radius: RadiusFieldPart(draft.radius, viewer.units, errors),
            options: ComposeOptionsPart(draft, words, errors), submission: draft.submission,
            photo: photoField(context, viewer, draft, errors), map: composeMap(draft, place.known, viewer),
            picker: picker, search: draft.search, matches: draft.matches.map { PlaceMatchPart($0) },
            place: draft.place.map { placeFormatter(viewer).words($0) } ?? "", errors: errors, isFresh: isFresh)
        return context.page(page, status: status)
    }

    /// The choice of friends. The only friend of somebody is chosen from the beginning.
    private func recipients(
        _ people: [Person], _ circles: [Circle], _ draft: Draft, _ errors: ValidationErrors, isFresh: Bool
    ) -> RecipientsPart {
        let isOnly = isFresh && people.count == 1
        return RecipientsPart(
            friends: people.map { friend in
                let isChosen = isOnly || draft.recipients.contains(Username.fold(friend.username))
                return RecipientPart(person: PersonPart(friend), isChosen: isChosen)
            },
            circles: circles.filter { !$0.members.isEmpty }.map { circle in
                CircleChoicePart(circle, isChosen: draft.circles.contains("\(circle.id)"))
            },
            fieldError: errors.part("to"))
    }

    /// The map that scripts move under the pin, with nothing on it but the viewer.
    private func composeMap(_ draft: Draft, _ you: LastPosition?, _ viewer: Viewer) -> MapPart {
        let viewport = Viewport(
            centre: draft.place ?? draft.picker.centre, zoom: draft.picker.zoom, width: MapFrame.width,
            height: MapFrame.height)
        var drawing = MapDrawing(viewport: viewport, pins: [])
        drawing.you = you.map { ($0.coordinate, $0.accuracy) }
        return MapPart(drawing, address: MapPaths.view, viewer, basemaps)
    }
}

/// The photo of the form.
extension Notes {
    private func photoField(
        _ context: RequestContext, _ viewer: Viewer, _ draft: Draft, _ errors: ValidationErrors
    ) -> PhotoFieldPart {
        let uploadID = Base64URL.encode(site.environment.randomBytes(12))
        guard let photo = draft.photo else { return field(nil, uploadID, errors) }
        let time = photo.origin.timeWords(viewer.timeZone, now: context.now)
        let kept = KeptPhotoPart(
            photo, place: photo.origin.place.map { placeFormatter(viewer).phrase($0) } ?? "", time: time,
            isDated: !time.isEmpty && draft.text.contains(time))
        return field(kept, uploadID, errors)
    }

    private func field(_ kept: KeptPhotoPart?, _ uploadID: String, _ errors: ValidationErrors) -> PhotoFieldPart {
        PhotoFieldPart(kept: kept, uploadID: uploadID, preview: NotePaths.new, thing: "the note", errors)
    }

    /// Takes the photo out of the form.
    private func takePhoto(_ context: RequestContext, _ viewer: Viewer) throws -> DraftArrival {
        try uploads.takeDraft(context, viewer, for: Notes.draftPurpose)
    }
}
