import Atlas
import HTTP
import Proximity

/// The view of a map picker, and the meaning of a click on it. Works with plain forms: the map is an `<input
/// type="image">`, whose click submits the form with the pixel.
struct Picker: Sendable {
    private(set) var centre: Coordinate
    private(set) var zoom: Double

    /// The two sizes of the picker's image; style sheets show the one that fits the screen.
    enum Size: String, Sendable {
        case compact, wide

        /// The size that an address asks for (`size`).
        init(_ query: FormFields) { self = query["size"] == "wide" ? .wide : .compact }

        /// Pixels that fit into a form on a phone and on a desktop. The image is never scaled, because clicks are sent
        /// in screen pixels.
        var width: Int { self == .compact ? 312 : 592 }
        /// Pixels.
        var height: Int { self == .compact ? 312 : 400 }
    }

    /// Shows streets and single houses.
    static let startingZoom = 15.0
    /// Shows the houses around one place.
    static let closeZoom = 16.0
    private static let zooms = 0.0...19.0

    /// A picker centred on a place.
    init(centre: Coordinate, zoom: Double = Picker.startingZoom) {
        self.centre = centre
        self.zoom = min(max(zoom, Picker.zooms.lowerBound), Picker.zooms.upperBound)
    }

    /// Parses the hidden fields of the form; centred on `place` if they are missing or invalid.
    init(_ form: FormFields, otherwise place: Coordinate) {
        let hidden = FormFields(values: [("lat", form["map_lat"] ?? ""), ("lon", form["map_lon"] ?? "")])
        let zoom = InputNumber.decimal(form["map_z"]) ?? Picker.startingZoom
        self.init(centre: (try? PlaceFields.read(hidden)) ?? place, zoom: zoom)
    }

    /// Parses the value of a button for a place that was found: `PlaceMatchPart.value`; nil for anything else.
    init?(match text: String?) {
        let parts = (text ?? "").split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
        guard parts.count == 3, let zoom = InputNumber.decimal(parts[2]),
            let place = try? PlaceFields.read(FormFields(values: [("lat", parts[0]), ("lon", parts[1])]))
        else { return nil }
        self.init(centre: place, zoom: zoom)
    }

    /// The viewport of one size.
    func viewport(_ size: Size) -> Viewport {
        Viewport(centre: centre, zoom: zoom, width: size.width, height: size.height)
    }

    /// The place of the clicked pixel; nil if another button sent the form.
    func picked(_ form: FormFields, size: Size) -> Coordinate? {
        guard let x = InputNumber.decimal(form["pick.x"], in: 0...Double(size.width)),
            let y = InputNumber.decimal(form["pick.y"], in: 0...Double(size.height))
        else { return nil }
        return viewport(size).coordinate(at: Point(x: x, y: y))
    }

    /// Moves by a third of the frame, or doubles or halves the scale; ignores other words.
    mutating func move(_ direction: String) {
        switch direction {
        case "in": self = Picker(centre: centre, zoom: zoom + 1)
        case "out": self = Picker(centre: centre, zoom: zoom - 1)
        case "n": shift(right: 0, down: -1 / 3)
        case "s": shift(right: 0, down: 1 / 3)
        case "e": shift(right: 1 / 3, down: 0)
        case "w": shift(right: -1 / 3, down: 0)
        default: break
        }
    }

    /// Whether the smaller image contains a place.
    func shows(_ place: Coordinate) -> Bool { viewport(.compact).bounds.contains(place) }

    /// Centres the map on a place.
    mutating func centre(on place: Coordinate) { centre = place }

    private mutating func shift(right: Double, down: Double) {
        centre = viewport(.compact).panned(right: right, down: down).centre
    }
}
