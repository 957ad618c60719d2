import HTML

/// A form that leaves something at a place, around its own fields: with scripts a live map under a fixed pin and one
/// sheet over it, without them a form with a picker.
struct ComposerPart {
    /// The address of its script.
    let script: String
    let csrf: TokenField
    let title: String
    /// The line below the title.
    let introduction: String
    /// What leaves or saves the thing.
    let action: String
    /// Where the form is sent to be shown again.
    let preview: String
    /// What lies under the pin.
    let pin: Pin
    let place: PlaceFieldPart
    /// The map that scripts show instead of the picker.
    let map: MapPart
    /// What else can be left; nil when that is settled.
    let others: SegmentsPart?
    /// What a person reads whose session has ended.
    let ended: String
    /// Whether the browser keeps what is written until it is sent.
    var isKept = false
    /// Whether it may fill in what it kept of a half-written one.
    var isFresh = false

    static let script = "compose"

    /// What a pin shows.
    enum Pin: Sendable {
        case paper, stone
    }
}

/// A form's fields for its place: a search, its answers, and a picker.
struct PlaceFieldPart {
    let picker: PickerPart
    let preview: String
    /// What was searched for last; "" for nothing.
    let search: String
    /// What else it may mean.
    let matches: [PlaceMatchPart]
    /// The name of the chosen place; "" if none is chosen.
    let place: String
    let errors: ValidationErrors
    /// Whether the place is only where the viewer was last: scripts go on to where they are now.
    var isProposed = false
    /// The address of the script that suggests places while one types; "" for none.
    var script = ""
}

/// The two fields for degrees.
struct DegreesPart {
    let latitude: String
    let longitude: String
    let errors: ValidationErrors

    init(_ draft: PlaceDraft, _ errors: ValidationErrors) {
        latitude = draft.latitude
        longitude = draft.longitude
        self.errors = errors
    }

    static let fields = ["lat", "lon"]
}
