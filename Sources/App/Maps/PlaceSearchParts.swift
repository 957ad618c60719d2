import Proximity

/// A place that a search found: a link to it on the home map, or a button that moves a form's map there.
struct PlaceMatchPart {
    let name: String
    /// "400 m · Square in Kluuvi", "Street in Kallio"; "" for nothing.
    let detail: String
    /// Latitude, longitude and zoom, as `Picker` reads them.
    let value: String
    /// The home page with its map there.
    let path: String

    init(_ match: PlaceMatch) { self.init(match, detail: match.detail) }

    /// With its distance from a place.
    init(_ match: PlaceMatch, from near: Coordinate, _ units: DistanceFormat) {
        let distance = match.isCountry ? "" : units.string(for: near.distance(to: match.coordinate))
        self.init(match, detail: [distance, match.detail].filter { !$0.isEmpty }.joined(separator: " · "))
    }

    private init(_ match: PlaceMatch, detail: String) {
        name = match.name
        self.detail = detail
        let (place, zoom) = (match.coordinate, match.zoom)
        value = [place.latitude, place.longitude, zoom].map { CoordinateFormatter.degrees($0) }.joined(separator: ",")
        path = MapPaths.view(of: place, zoom: zoom)
    }
}

/// `GET /map/suggestions`: options of a list below a field.
struct PlaceSuggestionsPart {
    let matches: [PlaceMatchPart]
    /// What is read where nothing is found; "" for nothing.
    let refusal: String

    /// The name of the script that shows them.
    static let script = "places"
}

/// The field in which a place is searched, with the map around which.
struct PlaceSearchPart {
    let text: String
    /// Degrees of the map's middle, and its zoom.
    let latitude: String
    let longitude: String
    let zoom: String
    /// The address of the script that suggests places and moves the page's map; "" for a page without a map.
    let script: String

    init(_ text: String = "", centre: Coordinate, zoom: Double, script: String = "") {
        self.text = text
        latitude = CoordinateFormatter.degrees(centre.latitude)
        longitude = CoordinateFormatter.degrees(centre.longitude)
        self.zoom = CoordinateFormatter.degrees(zoom, decimals: 2)
        self.script = script
    }
}

/// `GET /map/search`
struct PlaceSearchPage {
    let frame: Frame
    /// The way back to the map.
    let map: String
    let search: PlaceSearchPart
    let matches: [PlaceMatchPart]
    /// What is read where nothing is found; "" before a search.
    let refusal: String
}
