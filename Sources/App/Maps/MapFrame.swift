import Atlas
import HTTP
import Proximity

/// The part of the world that a map's address asks for.
struct MapFrame {
    let viewport: Viewport

    /// A map that nobody moved shows the streets round about, with their houses, which are drawn from here on.
    static let zoom = 15.0
    /// Where no basemap is, it shows the country round a town: closer there is nothing but paper.
    static let worldZoom = 9.0
    /// Drawn larger than most windows and shown one to one, its middle in the middle of the window: a pin is as large
    /// on every screen.
    static let (width, height) = (1600, 1200)

    /// The part of it that the smallest phone shows: what a map that shows everything has to fit into.
    static let visible = (width: 320, height: 400)
    /// What a usual phone shows of it.
    static let firstLook = (width: 390.0, height: 580.0)

    /// Reads `lat`, `lon`, `z`, `w`, `h`; what is missing is taken from `otherwise` and the sizes above.
    ///
    /// - Throws: `Failure.malformed` for what is no number, no place or no size.
    init(_ query: FormFields, otherwise: (centre: Coordinate, zoom: Double)) throws {
        let zoom = try MapFrame.number(query, "z", 0...19) ?? otherwise.zoom
        let width = try MapFrame.number(query, "w", 64...2048).map { Int($0) } ?? MapFrame.width
        let height = try MapFrame.number(query, "h", 64...2048).map { Int($0) } ?? MapFrame.height
        var centre = otherwise.centre
        if query["lat"] != nil || query["lon"] != nil {
            guard let place = try? PlaceFields.read(query) else {
                throw Failure.malformed("A map's lat and lon are degrees: −90 to 90 and −180 to 180.")
            }
            centre = place
        }
        viewport = Viewport(centre: centre, zoom: zoom, width: width, height: height)
    }

    private static func number(_ query: FormFields, _ name: String, _ range: ClosedRange<Double>) throws -> Double? {
        guard let text = query[name], !text.isEmpty else { return nil }
        guard let number = InputNumber.decimal(text, in: range) else {
            throw Failure.malformed(
                "A map's \(name) is a number from \(Int(range.lowerBound)) to \(Int(range.upperBound)).")
        }
        return number
    }
}
