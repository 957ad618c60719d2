import Atlas
import Database
import Foundation
import HTTP
import Proximity

/// The state of the compose form between two requests: the typed fields and the map view.
struct Draft: Sendable {
    var text = ""
    var recipients: Set<String> = []
    var latitude = ""
    var longitude = ""
    var radius = ""
    var submission: String
    var picker: Picker
    var photo: MediaDraft?

    /// An empty form with the map at `place`.
    init(around place: Coordinate, submission: String) {
        self.submission = submission
        picker = Picker(centre: place)
    }

    /// A sent form, with the map at the chosen place or at `place`.
    init(_ form: FormFields, around place: Coordinate, newSubmission: () -> String) {
        text = String(form["text"] ?? "")
        recipients = Set(form.all("to").map { Username.fold($0) })
        latitude = form["lat"] ?? ""
        longitude = form["lon"] ?? ""
        radius = form["radius_m"] ?? ""
        let key = form["key"] ?? ""
        submission = key.isEmpty || key.utf8.count > 64 ? newSubmission() : key
        picker = Picker(form, otherwise: (try? PlaceFields.read(form)) ?? place)
    }

    /// The chosen place; nil if the two fields hold none.
    var place: Coordinate? {
        let fields = FormFields(values: [("lat", latitude), ("lon", longitude)])
        return try? PlaceFields.read(fields)
    }

    /// Centres the map on a place that was searched for. It is not chosen yet.
    mutating func look(at place: Coordinate) { picker.centre(on: place) }

    /// Applies a suggestion from the photo: its place, or its date as the last line of the text.
    mutating func use(_ suggestion: String, _ words: (PhotoOrigin) -> String) {
        guard let origin = photo?.origin else { return }
        switch suggestion {
        case "place":
            guard let place = origin.place else { return }
            (latitude, longitude) = (
                CoordinateFormatter.degrees(place.latitude), CoordinateFormatter.degrees(place.longitude)
            )
            look(at: place)
        case "time":
            let line = words(origin)
            if !text.contains(line) { text += text.isEmpty || text.hasSuffix("\n") ? line : "\n\(line)" }
        default: break
        }
    }

    /// Applies a click on the map or on one of its buttons.
    mutating func move(by form: FormFields, size: Picker.Size) {
        if let point = picker.picked(form, size: size) {
            latitude = CoordinateFormatter.degrees(point.latitude)
            longitude = CoordinateFormatter.degrees(point.longitude)
        }
        let direction = form["move"] ?? ""
        picker.move(direction)
        // Centre on a place that was typed or measured, but not if the user just moved the map away from it.
        if direction.isEmpty, let place, !picker.shows(place) { picker.centre(on: place) }
    }
}

/// The compose page: form, preview and creation of the note.
extension Notes {
    func showCompose(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let place = try startingPlace(context, viewer)
        var draft = Draft(around: place.centre, submission: newSubmission())
        if let known = place.known {
            draft.latitude = CoordinateFormatter.degrees(known.latitude)
            draft.longitude = CoordinateFormatter.degrees(known.longitude)
        }
        if let name = context.query["to"] { draft.recipients = [Username.fold(name)] }
        return try composePage(context, viewer, draft, ValidationErrors())
    }

    /// Shows the form with the new place, map view or photo; creates no note.
    func preview(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let arrival = try takePhoto(context, viewer)
        let place = try startingPlace(context, viewer)
        var draft = Draft(context.form, around: place.centre, newSubmission: newSubmission)
        draft.photo = arrival.draft
        var errors = arrival.errors
        let searched = (context.form["place"] ?? "").trimmingCharacters(in: .whitespaces)
        // A click on the map or a button overrides the search field.
        if let suggestion = context.form["use"] {
            draft.use(suggestion) { $0.timeWords(viewer.timeZone, now: context.now) }
        } else if searched.isEmpty || context.form["pick.x"] != nil || context.form["move"] != nil {
            draft.move(by: context.form, size: context.query["size"] == "wide" ? .wide : .compact)
        } else if let found = basemaps.place(searched) {
            draft.look(at: found)
        } else {
            errors.add(
                "place", "No city of that name is known here. Try a larger one nearby, or type latitude and longitude.")
        }
        let page = try composePage(context, viewer, draft, errors, status: .ok)
        return arrival.refusal?.answer(page) ?? page
    }

    func create(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let arrival = try isCreated(context, viewer) ? DraftArrival() : try takePhoto(context, viewer)
        var errors = arrival.errors
        do {
            let note = try NewNote(context.form, photo: arrival.draft?.name)
            try errors.check()
            try create(note, from: viewer.id, zone: viewer.timeZone, context.now)
            return context.redirect(
                to: NotePaths.sent, saying: "Your note is waiting for \(WordList.join(note.recipients)).")
        } catch let others as ValidationErrors {
            errors.add(others)
            let place = try startingPlace(context, viewer)
            var draft = Draft(context.form, around: place.centre, newSubmission: newSubmission)
            draft.photo = errors.has("photo") && arrival.refusal == nil ? nil : arrival.draft
            let page = try composePage(context, viewer, draft, errors, status: .unprocessableContent)
            return arrival.refusal?.answer(page) ?? page
        }
    }

    /// Whether this form has already created its note. Then its photo is not processed again.
    private func isCreated(_ context: RequestContext, _ viewer: Viewer) throws -> Bool {
        let key = context.form["key"] ?? ""
        return try site.database.read { try NoteQueries.note($0, of: viewer.id, submission: key) } != nil
    }

    /// Where the map starts: the viewer's last position, otherwise the site's default place.
    private func startingPlace(_ context: RequestContext, _ viewer: Viewer) throws -> (
        centre: Coordinate, known: Coordinate?
    ) {
        let known = try site.database.read {
            try positions.last($0, of: viewer.id, context.now)?.coordinate
        }
        return (known ?? basemaps.startingPlace(site.settings), known)
    }

    private func newSubmission() -> String { Base64URL.encode(site.environment.randomBytes(15)) }

    private func composePage(
        _ context: RequestContext, _ viewer: Viewer, _ draft: Draft, _ errors: ValidationErrors, status: Status = .ok
    ) throws -> Response {
        let friends = try site.database.read { try self.friends.friends($0, of: viewer.id) }
        let choices = friends.map { friend in
            RecipientPart(
                person: PersonPart(friend), isChosen: draft.recipients.contains(Username.fold(friend.username)))
        }
        let page = ComposePage(
            frame: context.frame("Leave a note", .drop), text: draft.text, recipients: choices,
            latitude: draft.latitude, longitude: draft.longitude, radius: draft.radius,
            submission: draft.submission, photo: photoField(context, viewer, draft, errors),
            picker: PickerPart(draft.picker, form: NotePaths.new, chosen: draft.place, theme: viewer.theme, basemaps),
            place: draft.place.map { placeFormatter(viewer).words($0) } ?? "", errors: errors, units: viewer.units)
        return context.page(page, status: status)
    }

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
