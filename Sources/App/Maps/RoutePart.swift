import Proximity

/// The way to a place: on the device's own map and, because many devices open none by such a link, on the web.
///
/// The web learns the place from whoever follows that link, and nothing of the page on which it stands.
struct RoutePart {
    /// `geo:`, for the device's own map.
    let device: String
    let web: String

    init(to place: Coordinate) {
        device = MapPaths.route(to: place)
        web = MapPaths.webRoute(to: place)
    }
}
