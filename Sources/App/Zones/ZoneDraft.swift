import Foundation
import HTTP
import Proximity
import ZoneFiles

/// The form of a zone between two requests: what is typed, the corners that were clicked, and the map's view.
struct ZoneDraft: Sendable {
    var name = ""
    var colour = Zone.usualColour
    /// nil if a form named another.
    var shape: NewZone.Shape? = .circle
    var latitude = ""
    var longitude = ""
    var radius = "150"
    /// What was clicked.
    var corners: [Coordinate] = []
    /// A polygon of more corners than anybody clicks, as GeoJSON; "" for none.
    var polygon = ""
    var position = ""
    var search = ""
    var matches: [PlaceMatch] = []
    var picker: Picker
    let submission: String

    init(around place: Coordinate, submission: String) {
        picker = Picker(centre: place)
        self.submission = submission
    }

    /// The form of a zone that there is.
    init(_ zone: Zone, submission: String) {
        self.init(around: zone.centre, submission: submission)
        (name, colour, position) = (zone.name, zone.colour, "\(zone.position)")
        switch zone.fence.area {
        case .circle(let centre, let radius):
            choose(centre)
            self.radius = CoordinateFormatter.degrees(radius.value, decimals: 1)
        case .polygon(let polygon):
            shape = .polygon
            if polygon.rings.count == 1, polygon.rings[0].count <= PickerPart.mostCorners {
                corners = polygon.rings[0]
            } else {
                self.polygon = GeoJSON.text(polygon)
            }
        }
        fit(zone.reach)
    }

    /// A sent form.
    init(_ form: FormFields, around place: Coordinate, submission: String) {
        self.init(around: place, submission: SubmissionKey.read(form) ?? submission)
        name = form["name"] ?? ""
        colour = form["colour"] ?? Zone.usualColour
        var errors = ValidationErrors()
        shape = NewZone.shape(form, into: &errors)
        latitude = form["lat"] ?? ""
        longitude = form["lon"] ?? ""
        radius = form["radius_m"] ?? radius
        corners = PickerPart.corners(form["corners"])
        polygon = form["polygon"] ?? ""
        position = form["position"] ?? ""
        search = PlaceSearch.text(form["place"])
        picker = Picker(form, otherwise: self.place ?? place)
    }

    /// The middle of a circle; nil if the two fields hold none.
    var place: Coordinate? {
        try? PlaceFields.read(FormFields(values: [("lat", latitude), ("lon", longitude)]))
    }

    /// Metres; nil if the field holds none.
    var reach: Metres? { InputNumber.decimal(radius, in: ZoneFile.radii).map { Metres($0) } }

    mutating func choose(_ place: Coordinate) {
        latitude = CoordinateFormatter.degrees(place.latitude)
        longitude = CoordinateFormatter.degrees(place.longitude)
        picker.centre(on: place)
    }

    /// Applies a click on the map or another button.
    mutating func step(_ form: FormFields, size: Picker.Size) {
        if let point = picker.picked(form, size: size) {
            if shape == .polygon {
                if corners.count < PickerPart.mostCorners { corners.append(point) }
                polygon = ""
            } else {
                latitude = CoordinateFormatter.degrees(point.latitude)
                longitude = CoordinateFormatter.degrees(point.longitude)
            }
        }
        if form["undo"] != nil, !corners.isEmpty { corners.removeLast() }
        if form["clear"] != nil { (corners, polygon) = ([], "") }
        picker.move(form["move"] ?? "")
    }

    /// Goes to a place by its name.
    ///
    /// - Returns: false if there is none.
    mutating func search(_ form: FormFields, in basemaps: Basemaps) -> Bool {
        if let match = Picker(match: form["match"]) {
            picker = match
            return true
        }
        let found = basemaps.search(search, near: picker.centre)
        guard let first = found.first else { return false }
        picker = Picker(centre: first.coordinate, zoom: first.zoom)
        matches = Array(found.dropFirst())
        return true
    }

    /// Shows so much of the map that a circle fits into the smaller picture.
    private mutating func fit(_ reach: Metres) {
        let width = 2 * reach.value / picker.viewport(.compact).metresPerPixel
        let room = 0.8 * Double(Picker.Size.compact.height)
        if width > 0 { picker = Picker(centre: picker.centre, zoom: min(17, picker.zoom - log2(width / room))) }
    }
}
