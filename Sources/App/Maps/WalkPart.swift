import HTTP
import Proximity

/// The way to a place that the viewer may know, for a script: how far it is and in which direction, with each position
/// of the phone. Without the script the page says how far it was.
struct WalkPart {
    /// Degrees of latitude and longitude: "60.16991 24.95241".
    let place: String
    /// Metres within which it opens.
    let radius: String
    /// What that circle is: "its circle".
    let goal: String
    /// The name of a ``DistanceFormat``.
    let units: String
    /// The addresses of the script and the style sheet.
    let script: String
    let style: String

    init(
        to place: Coordinate, opensWithin radius: Metres, goal: String = "its circle", _ units: DistanceFormat,
        _ site: Site
    ) {
        self.goal = goal
        self.place =
            "\(CoordinateFormatter.full(place.latitude)) \(CoordinateFormatter.full(place.longitude))"
        self.radius = CoordinateFormatter.degrees(radius.value, decimals: 1)
        self.units = units.rawValue
        script = site.assets.pageScripts["walk"] ?? ""
        style = site.assets.pageStyles["walk"] ?? ""
    }
}

/// The links that open a place in a program for the way there. What of them a device has, nobody knows but its owner.
struct RoutePart {
    /// RFC 5870: what a phone opens its own map by.
    let geo: String
    let apple: String
    let openStreetMap: String
    let words: String

    init(to place: Coordinate, words: String = "Directions") {
        self.words = words
        let degrees = "\(CoordinateFormatter.full(place.latitude)),\(CoordinateFormatter.full(place.longitude))"
        geo = MapPaths.route(to: place)
        apple = "https://maps.apple.com/?dirflg=w&daddr=\(degrees)"
        openStreetMap = "https://www.openstreetmap.org/directions?engine=fossgis_osrm_foot&to=\(degrees)"
    }
}
