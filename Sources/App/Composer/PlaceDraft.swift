import Atlas
import Foundation
import HTTP
import Proximity

/// The place in a form between two requests: what is typed and searched for, and the map's view.
struct PlaceDraft: Sendable {
    let form: PlaceForm
    var latitude = ""
    var longitude = ""
    /// Whether nobody has chosen the place: it is where the viewer was last.
    var isProposed = false
    var radius = ""
    /// Made with the form, so that a form sent twice leaves one thing.
    var submission: String
    var picker: Picker
    /// Where the viewer was last.
    var known: Coordinate?
    /// What was searched for last, and the places that it may mean, the best first.
    var search = ""
    var matches: [PlaceMatch] = []

    /// An empty form with the map at `place`.
    init(_ form: PlaceForm, around place: Coordinate, zoom: Double, submission: String) {
        self.form = form
        self.submission = submission
        picker = Picker(centre: place, zoom: zoom)
    }

    /// A sent form, with the map at the chosen place or at `place`.
    init(_ form: PlaceForm, _ fields: FormFields, around place: Coordinate, newSubmission: () -> String) {
        self.form = form
        latitude = fields["lat"] ?? ""
        longitude = fields["lon"] ?? ""
        radius = fields["radius_m"] ?? ""
        submission = SubmissionKey.read(fields) ?? newSubmission()
        picker = Picker(fields, otherwise: (try? PlaceFields.read(fields)) ?? place)
        search = PlaceSearch.text(fields["place"])
    }

    /// Whether the form asks for a search: by its button, or by Enter after new words. The field keeps its words, so
    /// that files and other steps come with them too.
    static func isSearch(_ form: FormFields) -> Bool {
        let words = (form["place"] ?? "").trimmingCharacters(in: .whitespaces)
        if words.isEmpty { return false }
        return form["search"] != nil || (words != form["searched"] && form.files.isEmpty)
    }

    /// The chosen place; nil if the two fields hold none.
    var place: Coordinate? {
        let fields = FormFields(values: [("lat", latitude), ("lon", longitude)])
        return try? PlaceFields.read(fields)
    }

    /// Chooses a place.
    mutating func choose(_ place: Coordinate) {
        latitude = CoordinateFormatter.degrees(place.latitude)
        longitude = CoordinateFormatter.degrees(place.longitude)
    }

    /// Chooses a place and shows it.
    mutating func go(to place: Coordinate) {
        choose(place)
        picker.centre(on: place)
    }

    /// How near others must come; the usual radius if the field holds none.
    var reach: Metres { form.radius(radius) ?? form.usualRadius }

    /// Shows more of the map where the ring around the chosen place would not fit into the picker.
    mutating func showRing() {
        let width = 2 * reach.value / picker.viewport(.compact).metresPerPixel
        let room = 0.9 * Double(Picker.Size.compact.height)
        if let place, width > room { picker = Picker(centre: place, zoom: picker.zoom - log2(width / room)) }
    }

    /// Shows what a search found: the map goes to the nearest. Only degrees choose the place: a street or a town is
    /// where one looks for it.
    mutating func show(_ found: [PlaceMatch]) {
        guard let first = found.first else { return }
        picker = Picker(centre: first.coordinate, zoom: first.zoom)
        matches = Array(found.dropFirst())
        if found.count == 1 && first.detail.isEmpty { choose(first.coordinate) }
    }

    /// Applies a click on the map or on one of its buttons.
    mutating func move(by form: FormFields, size: Picker.Size) {
        if let point = picker.picked(form, size: size) { choose(point) }
        let direction = form["move"] ?? ""
        picker.move(direction)
        // Centre on a place that was typed or measured, but not if the user just moved the map away from it.
        if direction.isEmpty, let place, !picker.shows(place) { picker.centre(on: place) }
    }
}
