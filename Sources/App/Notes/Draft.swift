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
    var hint = ""
    /// As typed, or as the fields of the viewer's zone say it.
    var opensAt = ""
    var closesAt = ""
    var isOnMap = false
    var isQuiet = false
    /// The circles of friends that are ticked; their members are among the recipients.
    var circles: Set<String> = []
    /// The note that is edited; nil for a new one.
    var note: ID<Note>?
    var submission: String
    var picker: Picker
    var photo: MediaDraft?
    /// What was searched for last, and the places that it may mean, nearest first.
    var search = ""
    var matches: [PlaceMatch] = []

    /// An empty form with the map at `place`.
    init(around place: Coordinate, zoom: Double, submission: String) {
        self.submission = submission
        picker = Picker(centre: place, zoom: zoom)
    }

    /// The form of a stored note.
    init(editing note: ID<Note>, _ contents: NoteContents, in zone: TimeZone) {
        self.init(around: contents.coordinate, zoom: Picker.closeZoom, submission: "")
        self.note = note
        text = contents.text
        choose(contents.coordinate)
        radius = CoordinateFormatter.degrees(contents.radius.value, decimals: 3)
        hint = contents.hint
        opensAt = contents.opensAt.map { WallTime.text($0, in: zone) } ?? ""
        closesAt = contents.closesAt.map { WallTime.text($0, in: zone) } ?? ""
        isOnMap = contents.isOnMap
        isQuiet = !contents.reminds
        showRing()
    }

    /// A sent form, with the map at the chosen place or at `place`.
    init(_ form: FormFields, around place: Coordinate, in zone: TimeZone, newSubmission: () -> String) {
        text = String(form["text"] ?? "")
        recipients = Set(form.all("to").map { Username.fold($0) })
        latitude = form["lat"] ?? ""
        longitude = form["lon"] ?? ""
        radius = form["radius_m"] ?? ""
        hint = form["hint"] ?? ""
        opensAt = Draft.time(form["opens_at"], in: zone)
        closesAt = Draft.time(form["closes_at"], in: zone)
        isOnMap = NewNote.isOn(form, "show_on_map")
        isQuiet = NewNote.isOn(form, "quiet")
        circles = Set(form.all("circle"))
        let key = form["key"] ?? ""
        submission = key.isEmpty || key.utf8.count > 64 ? newSubmission() : key
        picker = Picker(form, otherwise: (try? PlaceFields.read(form)) ?? place)
        search = String((form["place"] ?? "").trimmingCharacters(in: .whitespaces).prefix(Draft.longestSearch))
    }

    /// A time as the browser's own field takes it; other text stays as it is.
    private static func time(_ text: String?, in zone: TimeZone) -> String {
        WallTime.read(text ?? "", in: zone).map { WallTime.text($0, in: zone) } ?? text ?? ""
    }

    /// Longer than any link to a map that is worth pasting.
    static let longestSearch = 2_000

    /// Whether the form asks for a search: by its button, or by Enter after new words. The field keeps its words, so
    /// that photos and other steps come with them too.
    static func isSearch(_ form: FormFields) -> Bool {
        let words = (form["place"] ?? "").trimmingCharacters(in: .whitespaces)
        if words.isEmpty { return false }
        return form["search"] != nil || (words != form["searched"] && form.file("photo") == nil)
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

    /// How near friends must come; the usual radius if the field holds none.
    var reach: Metres { NewNote.radius(radius) ?? Gate.noteRadius }

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

    /// Applies a suggestion from the photo: its place, or its date as the last line of the text.
    mutating func use(_ suggestion: String, _ words: (PhotoOrigin) -> String) {
        guard let origin = photo?.origin else { return }
        switch suggestion {
        case "place":
            guard let place = origin.place else { return }
            choose(place)
            picker.centre(on: place)
        case "time":
            let line = words(origin)
            if !text.contains(line) { text += text.isEmpty || text.hasSuffix("\n") ? line : "\n\(line)" }
        default: break
        }
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
