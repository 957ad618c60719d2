import Atlas
import Proximity

/// The addresses of the feature.
enum MapPaths {
    /// The home page, before the view of its map.
    static let view = "/?"
    /// The home page with everything on its map.
    static let everything = "/?view=all"
    /// The words for a place, for scripts.
    static let placeWords = "/map/place"
    /// The search of a place.
    static let search = "/map/search"
    /// What is suggested while one types, for scripts.
    static let suggestions = "/map/suggestions"

    /// The search of a place around the middle of a map.
    static func search(around place: Coordinate, zoom: Double) -> String {
        "\(search)\(view(of: place, zoom: zoom).dropFirst("/".count))"
    }

    /// The home page with its map at a place.
    static func view(of place: Coordinate, zoom: Double) -> String {
        let (latitude, longitude) = (place.latitude, place.longitude)
        let degrees = "lat=\(CoordinateFormatter.degrees(latitude))&lon=\(CoordinateFormatter.degrees(longitude))"
        return "\(view)\(degrees)&z=\(CoordinateFormatter.degrees(zoom, decimals: 2))"
    }

    /// Where an administrator gets the map of a place.
    static func basemap(of place: Coordinate) -> String {
        func degrees(_ value: Double) -> String { CoordinateFormatter.degrees(value, decimals: 3) }
        return "\(SitePaths.basemaps)?place=\(degrees(place.latitude)),\(degrees(place.longitude))"
    }

    /// A place for the device's own map.
    static func route(to place: Coordinate) -> String {
        // Some maps show a pin only for what is searched.
        let geo = geo(place)
        return "\(geo)?q=\(geo.dropFirst("geo:".count))"
    }

    /// The way to a place on foot, on OpenStreetMap.
    static func webRoute(to place: Coordinate) -> String {
        let degrees = geo(place).dropFirst("geo:".count).replacing(",", with: "%2C")
        return "https://www.openstreetmap.org/directions?engine=fossgis_osrm_foot&to=\(degrees)"
    }

    /// A place as RFC 5870 writes it.
    private static func geo(_ place: Coordinate) -> String {
        "geo:\(CoordinateFormatter.full(place.latitude)),\(CoordinateFormatter.full(place.longitude))"
    }

    /// The map of the home page alone, for scripts.
    static let part = "/map"

    /// A tile of the basemap; `version` stands for the data it is drawn from.
    static func tile(_ zoom: Int, _ column: Int, _ row: Int, _ theme: Theme, version: String) -> String {
        "/atlas/\(zoom)/\(column)/\(row).svg?v=\(version)&theme=\(theme.rawValue)"
    }

    /// The picture of a picker; `view` says in a query what it shows.
    static func picker(_ size: Picker.Size, _ theme: Theme, _ view: String) -> String {
        "/map/picker.svg?size=\(size.rawValue)&theme=\(theme.rawValue)&\(view)"
    }
}
