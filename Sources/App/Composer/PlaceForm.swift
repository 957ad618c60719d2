import Atlas
import HTTP
import Proximity

/// A kind of form that leaves something at a place: where its steps are sent, and how near others must come.
struct PlaceForm: Sendable {
    /// Where the form is sent to be shown again.
    let preview: String
    /// Allowed radii, in metres.
    let radii: ClosedRange<Double>
    /// The radius of a form that names none.
    let usualRadius: Metres
    /// Radii to choose from, in metres, each about a third more than the one before.
    let stops: [Double]
    /// What a form reads that names another radius.
    var wrongRadius: String {
        "Choose between \(Int(radii.lowerBound)) metres and \(Int(radii.upperBound / 1_000)) km."
    }

    /// The radius of a field; the usual one if it is empty, nil if it is none.
    func radius(_ text: String?) -> Metres? {
        guard let text, !text.isEmpty else { return usualRadius }
        return InputNumber.decimal(text, in: radii).map { Metres($0) }
    }

    /// The radius of a sent form; nil, with an error, if it names none that is allowed.
    func radius(_ form: FormFields, _ errors: inout ValidationErrors) -> Metres? {
        let radius = radius(form["radius_m"])
        if radius == nil { errors.add("radius_m", wrongRadius) }
        return radius
    }

    /// The place of a sent form; nil, with an error, if it names none.
    static func place(_ form: FormFields, _ errors: inout ValidationErrors) -> Coordinate? {
        if [form["lat"], form["lon"]].allSatisfy({ ($0 ?? "").isEmpty }) {
            errors.add("place", "Choose a place: move the map there, or search for it.")
            return nil
        }
        do { return try PlaceFields.read(form) } catch { errors.add(error) }
        return nil
    }

    /// Whether a box of a form is ticked.
    static func isOn(_ form: FormFields, _ name: String) -> Bool { !(form[name] ?? "").isEmpty }
}

/// How near others must come. Scripts make a slider of its choices.
struct RadiusFieldPart {
    let choices: [RadiusPart]
    let chosen: String
    /// Where the form is sent to be shown again.
    let preview: String
    let fieldError: FieldErrorPart
    /// What the form proposed, as it sends it; nil if it proposes none.
    var proposed: String?
    /// Why; "" for a radius that was chosen.
    var why = ""
    /// Whether the form has a field for a hint.
    var offersHint = false
    /// Whether there is one.
    var hasHint = false
    /// Whether one has to come so near that a hint helps.
    let isSmall: Bool

    /// Metres up to which a hint is recommended.
    static let small = 10.0

    /// `typed` as the form sent it; anything that is no radius counts as the usual one.
    init(_ typed: String, of form: PlaceForm, units: DistanceFormat, errors: ValidationErrors) {
        let usual = form.usualRadius.value
        let metres = (form.radius(typed) ?? form.usualRadius).value
        let isUsual = abs(metres - usual) < 0.001
        let own = CoordinateFormatter.degrees(metres, decimals: 3)
        let stops = form.stops.filter { $0 != usual }
        let isStop = isUsual || stops.contains(metres)
        let all =
            [RadiusPart("", metres: usual, units: units)]
            + stops.map { RadiusPart("\(Int($0))", metres: $0, units: units) }
        choices = (isStop ? all : all + [RadiusPart(own, metres: metres, units: units)]).sorted {
            $0.metres < $1.metres
        }
        chosen = isUsual ? "" : isStop ? "\(Int(metres))" : own
        preview = form.preview
        isSmall = metres <= RadiusFieldPart.small
        fieldError = errors.part("radius_m")
    }

    /// The field of a form with a hint, which proposes a radius unless it `isSettled`.
    init(
        _ draft: PlaceDraft, isSettled: Bool, hasHint: Bool, units: DistanceFormat, errors: ValidationErrors
    ) {
        self.init(draft.radius, of: draft.form, units: units, errors: errors)
        (offersHint, self.hasHint) = (true, hasHint)
        if !isSettled { (proposed, why) = (draft.proposed, draft.why) }
    }
}

/// A choice of how near others must come.
struct RadiusPart {
    /// As the form sends it; "" for the usual radius.
    let value: String
    let metres: Double
    let words: String

    init(_ value: String, metres: Double, units: DistanceFormat) {
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
        case ..<120: "one block"
        case ..<400: "a few blocks"
        case ...1_000: "the whole neighbourhood"
        default: "a part of town"
        }
    }
}
