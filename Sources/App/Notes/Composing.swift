import Atlas
import Database
import Foundation
import HTTP
import Proximity

/// The compose form between two answers: what was typed, and the part of the map that is shown.
struct Draft: Sendable {
    var text = ""
    var recipients: Set<String> = []
    var latitude = ""
    var longitude = ""
    var radius = ""
    var submission: String
    var picker: Picker

    /// An empty form whose map shows `place`.
    init(around place: Coordinate, submission: String) {
        self.submission = submission
        picker = Picker(centre: place)
    }

    /// What was sent, with the map around the chosen place or `place`.
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

    /// The chosen place; nil while the two fields hold none.
    var place: Coordinate? {
        let fields = FormFields(values: [("lat", latitude), ("lon", longitude)])
        return try? PlaceFields.read(fields)
    }

    /// Brings a place that was searched for into the middle of the map; the point is still to be chosen.
    mutating func look(at place: Coordinate) { picker.centre(on: place) }

    /// Takes over what a click on the map or one of its buttons says.
    mutating func move(by form: FormFields, size: Picker.Size) {
        if let point = picker.picked(form, size: size) {
            latitude = PlaceText.degrees(point.latitude)
            longitude = PlaceText.degrees(point.longitude)
        }
        let direction = form["move"] ?? ""
        picker.move(direction)
        // A place that was typed or measured comes into view; one that was moved away from stays out of it.
        if direction.isEmpty, let place, !picker.shows(place) { picker.centre(on: place) }
    }
}

/// The compose page: form, preview and the note itself.
extension Notes {
    func showCompose(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        let place = try startingPlace(visit, viewer)
        var draft = Draft(around: place.centre, submission: newSubmission())
        if let known = place.known {
            draft.latitude = PlaceText.degrees(known.latitude)
            draft.longitude = PlaceText.degrees(known.longitude)
        }
        if let name = visit.query["to"] { draft.recipients = [Username.fold(name)] }
        return try composePage(visit, viewer, draft, Problems())
    }

    /// The same form with the new point or the moved map; nothing is stored.
    func preview(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        let place = try startingPlace(visit, viewer)
        var draft = Draft(visit.form, around: place.centre, newSubmission: newSubmission)
        var problems = Problems()
        let searched = (visit.form["place"] ?? "").trimmingCharacters(in: .whitespaces)
        // A click on the map or a button of it means itself, whatever stands in the search field.
        if searched.isEmpty || visit.form["pick.x"] != nil || visit.form["move"] != nil {
            draft.move(by: visit.form, size: visit.query["size"] == "wide" ? .wide : .compact)
        } else if let found = site.basemaps.place(searched) {
            draft.look(at: found)
        } else {
            problems.add(
                "place", "No city of that name is known here. Try a larger one nearby, or type latitude and longitude.")
        }
        return try composePage(visit, viewer, draft, problems)
    }

    func leave(_ visit: Visit, _ viewer: Viewer) throws -> Response {
        do {
            let note = try NewNote(visit.form)
            try leave(note, from: viewer.id, visit.now)
            return visit.redirect(to: "/notes", saying: "Your note is waiting for \(WordList.join(note.recipients)).")
        } catch let problems as Problems {
            let place = try startingPlace(visit, viewer)
            let draft = Draft(visit.form, around: place.centre, newSubmission: newSubmission)
            return try composePage(visit, viewer, draft, problems, status: .unprocessableContent)
        }
    }

    /// Where the map begins: at the viewer's last position, else at the site's place.
    private func startingPlace(_ visit: Visit, _ viewer: Viewer) throws -> (centre: Coordinate, known: Coordinate?) {
        let known = try site.database.read { database in try lastPosition(viewer.id, database)?.coordinate }
        return (known ?? site.settings.defaultPlace, known)
    }

    private func newSubmission() -> String { Base64URL.encode(site.surroundings.randomBytes(15)) }

    private func composePage(
        _ visit: Visit, _ viewer: Viewer, _ draft: Draft, _ problems: Problems, status: Status = .ok
    ) throws -> Response {
        let friends = try site.database.read { database in try self.friends(viewer.id, database) }
        let choices = friends.map { friend in
            RecipientPart(
                person: PersonPart(friend), isChosen: draft.recipients.contains(Username.fold(friend.username)))
        }
        let page = ComposePage(
            frame: visit.frame("Leave a note", .drop), text: draft.text, recipients: choices,
            latitude: draft.latitude, longitude: draft.longitude, radius: draft.radius,
            submission: draft.submission,
            picker: PickerPart(draft.picker, chosen: draft.place, theme: viewer.theme, site.basemaps),
            place: draft.place.map { placeWords(viewer).words($0) } ?? "", problems: problems, units: viewer.units)
        return visit.page(page, status: status)
    }
}
