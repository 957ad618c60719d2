import Atlas
import Database
import Proximity

/// `GET /notes/new`, `GET /notes/{id}/edit` and their preview
struct ComposePage {
    let frame: Frame
    /// The note that is edited; nil for a new one.
    var note: ID<Note>?
    let text: String
    let recipients: RecipientsPart
    let radius: RadiusFieldPart
    let options: ComposeOptionsPart
    let submission: String
    let photo: PhotoFieldPart
    /// The map that scripts show instead of the picker.
    let map: MapPart
    let picker: PickerPart
    /// What was searched for last; "" for nothing.
    let search: String
    /// What else it may mean.
    let matches: [PlaceMatchPart]
    /// The name of the chosen place; "" if none is chosen.
    let place: String
    let errors: ValidationErrors
    /// Whether the browser may fill in what it kept of a half-written note.
    var isFresh = false

    /// What leaves or saves the note.
    var action: String { note.map { NotePaths.edit($0) } ?? NotePaths.sent }
    var noteID: String { note.map { "\($0)" } ?? "" }
    var title: String { ComposePage.title(note) }
    /// What the note's friends see of it.
    var introduction: String {
        note == nil
            ? "It opens for your friends when they stand where you leave it."
            : "For friends who haven't found it yet. The friends and the photo stay the same."
    }

    static func title(_ note: ID<Note>?) -> String { note == nil ? "Leave a note" : "Edit your note" }
}

/// How near friends must come. Scripts make a slider of its choices.
struct RadiusFieldPart {
    let choices: [RadiusPart]
    let chosen: String
    let fieldError: FieldErrorPart

    /// `typed` as the form sent it; anything that is no radius counts as the usual one.
    init(_ typed: String, _ units: DistanceFormat, _ errors: ValidationErrors) {
        let usual = CoordinateFormatter.degrees(Gate.noteRadius.value, decimals: 3)
        let metres = (NewNote.radius(typed) ?? Gate.noteRadius).value
        let isUsual = abs(metres - Gate.noteRadius.value) < 0.001
        let own = CoordinateFormatter.degrees(metres, decimals: 3)
        let stops = RadiusFieldPart.stops.map { RadiusPart("\(Int($0))", $0, units) }
        let all = [RadiusPart("", Gate.noteRadius.value, units)] + stops
        let isStop = isUsual || RadiusFieldPart.stops.contains(metres)
        choices = (isStop ? all : all + [RadiusPart(own, metres, units)]).sorted { $0.metres < $1.metres }
        chosen = isUsual || own == usual ? "" : isStop ? "\(Int(metres))" : own
        fieldError = errors.part("radius_m")
    }

    /// Metres, each about a third more than the one before.
    private static let stops: [Double] = [5, 8, 10, 15, 20, 25, 35, 50, 75, 100, 150, 200, 300, 500, 750, 1_000]
}

/// A choice of how near friends must come.
struct RadiusPart {
    /// As the form sends it; "" for the usual radius.
    let value: String
    let metres: Double
    let words: String

    init(_ value: String, _ metres: Double, _ units: DistanceFormat) {
        self.value = value
        self.metres = metres
        words = units.string(for: Metres(metres))
    }

    /// The metres, as scripts read them for the ring on the map.
    var size: String { CoordinateFormatter.degrees(metres, decimals: 3) }

    /// How far that is on foot.
    var feel: String {
        switch metres {
        case ..<9: "a few steps"
        case ..<18: "across a street"
        case ..<40: "a small square"
        case ..<120: "a stone's throw"
        case ..<400: "a few houses on"
        default: "the whole neighbourhood"
        }
    }
}

/// Who a note is for.
struct RecipientsPart {
    let friends: [RecipientPart]
    let circles: [CircleChoicePart]
    let fieldError: FieldErrorPart

    /// Whether there are so many friends that one looks for a name.
    var isSearchable: Bool { friends.count >= 8 }
}

/// A friend in the list of recipients.
struct RecipientPart {
    let person: PersonPart
    let isChosen: Bool
}

/// A circle of friends above the list of recipients.
struct CircleChoicePart {
    let id: String
    let name: String
    let count: Int
    /// The usernames of its members, for scripts that tick them.
    let members: String
    let isChosen: Bool

    init(_ circle: Circle, isChosen: Bool) {
        id = "\(circle.id)"
        name = circle.name
        count = circle.members.count
        members = circle.members.map { $0.username }.joined(separator: " ")
        self.isChosen = isChosen
    }
}

/// The fields of a note that most notes do without, folded under *More*.
struct ComposeOptionsPart {
    let hint: FieldPart
    let opens: FieldPart
    let closes: FieldPart
    let onMap: TogglePart
    let quiet: TogglePart
    let latitude: String
    let longitude: String
    /// What is set, after *More*: "for Saturday evening, hint"; "" for nothing.
    let summary: String
    let errors: ValidationErrors

    init(_ draft: Draft, _ words: OpeningWords, _ errors: ValidationErrors) {
        hint = FieldPart(
            "hint", "Hint", value: draft.hint, hint: "Shown when they are near.", placeholder: "Behind the big oak",
            lengths: (0, Note.longestHint), errors)
        opens = FieldPart("opens_at", "Opens", value: draft.opensAt, type: "datetime-local", errors)
        closes = FieldPart("closes_at", "Closes", value: draft.closesAt, type: "datetime-local", errors)
        onMap = TogglePart(
            name: "show_on_map", label: "Show it on their map", hint: "They see the pin from the start.",
            isOn: draft.isOnMap)
        quiet = TogglePart(
            name: "quiet", label: "Don't remind them after a week", hint: "They find it or they don't.",
            isOn: draft.isQuiet)
        latitude = draft.latitude
        longitude = draft.longitude
        let times = words.words(
            from: WallTime.read(draft.opensAt, in: words.zone), until: WallTime.read(draft.closesAt, in: words.zone))
        let set = [
            times, draft.hint.isEmpty ? "" : "hint", draft.isOnMap ? "on their map" : "",
            draft.isQuiet ? "no reminder" : "",
        ]
        summary = set.filter { !$0.isEmpty }.joined(separator: ", ")
        self.errors = errors
        isOpen =
            !summary.isEmpty || !draft.opensAt.isEmpty || !draft.closesAt.isEmpty
            || ComposeOptionsPart.fields.contains { errors.has($0) }
    }

    /// Whether the fold is open: a field in it has a value or an error.
    let isOpen: Bool

    private static let fields = ["hint", "opens_at", "closes_at", "lat", "lon"]
}
