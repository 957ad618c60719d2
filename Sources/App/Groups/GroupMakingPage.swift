import Atlas
import Foundation
import HTTP
import Proximity

/// `GET /groups/new`
struct NewGroupPage {
    let frame: Frame
    let name: FieldPart
    let friends: FriendChoicesPart
    let limit: GroupLimitPart
    let hours: SelectPart
    let phone: FieldPart
    let approve: TogglePart
    /// Made with the form, so that a form sent twice makes one group.
    let key: String
    let errors: ValidationErrors

    init(
        _ frame: Frame, _ form: FormFields, _ friends: FriendChoicesPart, key: String, around place: Coordinate,
        isKnown: Bool, _ viewer: Viewer,
        _ basemaps: Basemaps, _ errors: ValidationErrors
    ) {
        self.frame = frame
        self.friends = friends
        self.key = key
        self.errors = errors
        name = FieldPart(
            "name", "Name", value: form["name"] ?? "", autocomplete: "off", placeholder: "Friday", isRequired: true,
            lengths: (0, FriendGroup.longestName), errors)
        limit = GroupLimitPart(form["limit_m"] ?? "", around: place, isKnown: isKnown, viewer, basemaps, errors)
        hours = SelectPart(
            "hours", "How long", NewGroupPage.hourChoices(form["hours"]), chosen: form["hours"] ?? "\(usualHours)",
            hint: "It ends by itself. You can make it longer later.", errors)
        phone = FieldPart(
            "phone", "Your phone number (optional)", value: form["phone"] ?? "", type: "tel",
            hint: GroupJoinPart.phoneHint, autocomplete: "tel", errors)
        approve = TogglePart(
            name: "approve", label: "I let each one in", hint: "Nobody joins before you have said yes.",
            isOn: !(form["approve"] ?? "").isEmpty)
    }

    /// What the form begins with: "Friday night".
    static func usual(_ zone: TimeZone, _ now: Timestamp) -> FormFields {
        // After midnight it is still the same night.
        let local = LocalTime(now - 5 * 3_600, zone)
        let day = RelativeTimeFormatter.weekday(local)
        return FormFields(values: [("name", local.hour >= 11 ? "\(day) night" : day)])
    }

    /// Whether what most leave as it is has been filled in.
    var isMoreOpen: Bool { !phone.value.isEmpty || approve.isOn || errors.has("phone") }

    private static let stops = [1, 2, 3, 4, 6, 8, 12, 24, 48, 72]

    /// With the typed one, if it is another: what was chosen stays chosen.
    private static func hourChoices(_ typed: String?) -> [(value: String, words: String)] {
        let own = InputNumber.whole(typed, in: 0...999_999)
        return Set(stops + [own].compactMap { $0 }).sorted().map { ("\($0)", CountWords.of($0, "hour")) }
    }
}

/// The hours of a form that names none.
private let usualHours = 6

/// How far from the centre a member may be, with a map that shows it. Scripts make a slider of its choices and renew the
/// map.
struct GroupLimitPart {
    let choices: [Choice]
    let chosen: String
    let map: MapPart
    /// Around where the circle is drawn.
    let mapWords: String
    let fieldError: FieldErrorPart

    struct Choice {
        let value: String
        let words: String
        /// How far that is on foot.
        let feel: String

        init(_ metres: Int, _ units: DistanceFormat) {
            value = "\(metres)"
            words = units.string(for: Metres(Double(metres)))
            feel = Choice.feel(metres)
        }

        private static func feel(_ metres: Int) -> String {
            switch metres {
            case ..<120: "in sight"
            case ..<250: "around the corner"
            case ..<600: "a few minutes’ walk"
            case ..<1_600: "a quarter of an hour’s walk"
            case ..<4_000: "across the neighbourhood"
            case ..<8_000: "across town"
            default: "a day out"
            }
        }
    }

    static let usual = 300
    static let stops = [
        50, 75, 100, 150, 200, 300, 400, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 7_500, 10_000, 15_000, 20_000,
    ]

    /// `typed` as the form sent it. The map shows the nearest limit that is allowed.
    init(
        _ typed: String, around place: Coordinate, isKnown: Bool, _ viewer: Viewer, _ basemaps: Basemaps,
        _ errors: ValidationErrors
    ) {
        let own = InputNumber.whole(typed.trimmingCharacters(in: .whitespaces), in: 0...999_999)
        let metres = own ?? GroupLimitPart.usual
        choices = Set(GroupLimitPart.stops + [metres]).sorted().map { Choice($0, viewer.units) }
        chosen = "\(metres)"
        let shown = min(max(metres, FriendGroup.limits.lowerBound), FriendGroup.limits.upperBound)
        let pin = Pin(kind: .place, coordinate: place, title: isKnown ? "You" : "The middle of the map")
        map = MapPart(pin, gate: Metres(Double(shown)), viewer, basemaps)
        mapWords =
            isKnown
            ? "The circle as if the group were where you are." : "An example: the site doesn’t know yet where you are."
        fieldError = errors.part("limit_m")
    }
}
