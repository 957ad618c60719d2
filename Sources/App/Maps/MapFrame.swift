import Atlas
import HTTP
import Proximity

/// The part of the world that a map's URL asks for.
struct MapFrame {
    let viewport: Viewport

    /// Larger than most windows, centred and never scaled, so that pins have the same size on every screen.
    static let (width, height) = (1600, 1200)

    /// The part visible on the smallest phone: a map that shows everything must fit into it.
    static let visible = (width: 320, height: 400)
    /// The part visible on a typical phone.
    static let firstLook = (width: 390.0, height: 580.0)

    /// Parses `lat`, `lon`, `z`, `w`, `h`; missing values come from `otherwise` and the sizes above.
    ///
    /// - Throws: `Failure.malformed` for values that are no number, place or size.
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

    /// The view that contains all of some places; nil without any. Its zoom is near a whole one, because names look
    /// large on tiles that are enlarged by much: rather a little beyond the padding, or a little farther away.
    ///
    /// - Parameter height: how much of the map is visible at least, pixels.
    static func everything(
        _ places: [Coordinate], height: Int = MapFrame.visible.height
    ) -> (centre: Coordinate, zoom: Double)? {
        Viewport.fitting(places, width: visible.width, height: height).map { fit in
            let whole = fit.zoom.rounded(.down)
            return (fit.centre, fit.zoom - whole >= 0.8 ? whole + 1 : min(fit.zoom, whole + 0.4))
        }
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
