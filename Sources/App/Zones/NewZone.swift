import Foundation
import HTTP
import Proximity
import ZoneFiles

/// A zone to make, or what an existing one becomes.
struct NewZone: Sendable {
    let name: String
    let colour: String
    let fence: Fence
    /// What follows from the fence, computed before a transaction: all other writes wait for that.
    let size: Double
    let cells: Covering
    /// Its place in lists; nil for the last, or for the one it has.
    var position: Int64?

    /// What a position may be.
    static let positions = 0...999_999

    init(name: String, colour: String, fence: Fence, position: Int64? = nil) {
        (self.name, self.colour, self.fence, self.position) = (name, colour, fence, position)
        (size, cells) = (fence.size, fence.cells)
    }

    /// Parses the form: name, colour, shape, lat, lon, radius_m, polygon or corners, position.
    ///
    /// - Throws: a problem for each field.
    init(_ form: FormFields) throws(ValidationErrors) {
        var errors = ValidationErrors()
        name = ShortName.read(form["name"], max: Zone.longestName, missing: "Give the zone a name.", into: &errors)
        let colour = (form["colour"] ?? Zone.usualColour).lowercased()
        if colour.wholeMatch(of: #/#[0-9a-f]{6}/#) == nil { errors.add("colour", "Choose a colour like #d6336c.") }
        self.colour = colour
        if let text = form["position"], !text.isEmpty {
            position = InputNumber.whole(text, in: NewZone.positions).map { Int64($0) }
            if position == nil { errors.add("position", "Choose 0 to 999,999.") }
        }
        let fence: Fence? =
            switch NewZone.shape(form, into: &errors) {
            case .circle: NewZone.circle(form, into: &errors)
            case .polygon: NewZone.polygon(form, into: &errors)
            case nil: nil
            }
        try errors.check()
        guard let fence else { throw errors }
        self.fence = fence
        (size, cells) = (fence.size, fence.cells)
    }

    /// What a form chooses between.
    enum Shape: String { case circle, polygon }

    /// The shape of a sent form, a circle if it names none; nil, with an error, for anything else.
    static func shape(_ form: FormFields, into errors: inout ValidationErrors) -> Shape? {
        guard let text = form["shape"], !text.isEmpty else { return .circle }
        let shape = Shape(rawValue: text)
        if shape == nil { errors.add("shape", "Choose a circle or a polygon.") }
        return shape
    }

    private static func circle(_ form: FormFields, into errors: inout ValidationErrors) -> Fence? {
        let radius = InputNumber.decimal(form["radius_m"], in: ZoneFile.radii)
        if radius == nil { errors.add("radius_m", "Choose 1 m to 500 km.") }
        do throws(ValidationErrors) {
            let centre = try PlaceFields.read(form)
            return radius.map { Fence(centre: centre, radius: Metres($0)) }
        } catch {
            errors.add(error)
            return nil
        }
    }

    private static func polygon(_ form: FormFields, into errors: inout ValidationErrors) -> Fence? {
        let corners = PickerPart.corners(form["corners"])
        let text = (form["polygon"] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        do throws(ZoneFileProblem) {
            let polygon = corners.isEmpty && !text.isEmpty ? try GeoJSON.polygon(text) : Polygon(corners)
            guard let polygon else {
                errors.add("polygon", "Click at least three corners on the map.")
                return nil
            }
            guard polygon.surroundingCircle.radius.value <= ZoneFile.radii.upperBound else {
                errors.add("polygon", "That is larger than 500 km around its middle.")
                return nil
            }
            return Fence(polygon)
        } catch {
            errors.add("polygon", error.sentence.prefix(1).uppercased() + error.sentence.dropFirst())
            return nil
        }
    }
}
