import Atlas
import HTTP
import Proximity

/// The part of the world that a map picker shows, and what a click on it means. Works by plain forms: the map is an
/// `<input type="image">`, whose click sends the whole form and the pixel.
struct Picker: Sendable {
    private(set) var centre: Coordinate
    private(set) var zoom: Double

    /// The two sizes in which the picker is offered; style sheets show the one that fits the screen.
    enum Size: String, Sendable {
        case compact, wide

        /// Pixels: what a form on a phone and on a desktop has room for. The picture is never scaled, for a click is
        /// told in the pixels of the screen.
        var width: Int { self == .compact ? 312 : 592 }
        /// Pixels.
        var height: Int { self == .compact ? 312 : 400 }
    }

    /// Streets and single houses can be told apart.
    private static let startingZoom = 15.0
    private static let zooms = 0.0...19.0

    /// A picker around a place.
    init(centre: Coordinate, zoom: Double = Picker.startingZoom) {
        self.centre = centre
        self.zoom = min(max(zoom, Picker.zooms.lowerBound), Picker.zooms.upperBound)
    }

    /// The picker as its form's hidden fields give it; around `place` when they are missing or no place.
    init(_ form: FormFields, otherwise place: Coordinate) {
        let hidden = FormFields(values: [("lat", form["map_lat"] ?? ""), ("lon", form["map_lon"] ?? "")])
        let zoom = InputNumber.decimal(form["map_z"]) ?? Picker.startingZoom
        self.init(centre: (try? PlaceFields.read(hidden)) ?? place, zoom: zoom)
    }

    /// What one size of it shows.
    func viewport(_ size: Size) -> Viewport {
        Viewport(centre: centre, zoom: zoom, width: size.width, height: size.height)
    }

    /// The place of the pixel that was clicked; nil when the form was sent by another button.
    func picked(_ form: FormFields, size: Size) -> Coordinate? {
        guard let x = InputNumber.decimal(form["pick.x"], in: 0...Double(size.width)),
            let y = InputNumber.decimal(form["pick.y"], in: 0...Double(size.height))
        else { return nil }
        return viewport(size).coordinate(at: Point(x: x, y: y))
    }

    /// Shifts by a third of the frame, or doubles or halves the scale; other words do nothing.
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

    /// Whether a place lies in the smaller picture.
    func shows(_ place: Coordinate) -> Bool { viewport(.compact).bounds.contains(place) }

    /// Brings a place into the middle.
    mutating func centre(on place: Coordinate) { centre = place }

    private mutating func shift(right: Double, down: Double) {
        centre = viewport(.compact).panned(right: right, down: down).centre
    }
}
