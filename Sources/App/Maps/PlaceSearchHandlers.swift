import Atlas
import HTTP
import Proximity

/// The search of the home map, and what is suggested there and in forms while one types. Only names of the maps are
/// searched, nothing that people left; what was typed is kept nowhere.
extension Maps {
    /// Fewer letters suggest nothing.
    private static let leastLetters = 2

    /// `GET /map/search?q&lat&lon&z`: links to the home map, for browsers without scripts.
    func showSearch(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let (text, view, near) = try searched(context, viewer)
        let matches = text.isEmpty ? [] : try self.matches(of: text, near: near, context, viewer)
        return context.page(
            PlaceSearchPage(
                frame: context.frame("Search the map", .map), map: MapPaths.view(of: view.centre, zoom: view.zoom),
                search: PlaceSearchPart(text, centre: view.centre, zoom: view.zoom), matches: matches,
                refusal: text.isEmpty ? "" : PlaceSearch.refusal(of: text)))
    }

    /// `GET /map/suggestions?q&lat&lon&z`: the same places, as a list for scripts.
    func showSuggestions(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let (text, _, near) = try searched(context, viewer)
        guard text.count >= Maps.leastLetters else {
            return context.page(PlaceSuggestionsPart(matches: [], refusal: ""))
        }
        let matches = try self.matches(of: text, near: near, context, viewer)
        return context.page(PlaceSuggestionsPart(matches: matches, refusal: PlaceSearch.refusal(of: text)))
    }

    /// What is searched, the map that is looked at, and the place from which distances count.
    private func searched(
        _ context: RequestContext, _ viewer: Viewer
    ) throws -> (text: String, view: Viewport, near: Coordinate) {
        let known = try site.database.read { try positions.last($0, of: viewer.id, context.now) }?.coordinate
        let start = known ?? basemaps.startingPlace(site.settings)
        let view = try MapFrame(context.query, otherwise: (start, Picker.closeZoom)).viewport
        let near = SearchOrigin.of((view.centre, view.zoom), known: known)
        return (PlaceSearch.text(context.query["q"]), view, near)
    }

    private func matches(
        of text: String, near: Coordinate, _ context: RequestContext, _ viewer: Viewer
    ) throws -> [PlaceMatchPart] {
        let counter: Throttles.Counter = (.placeSearch, "\(viewer.id)")
        if let seconds = limiter.attempt([counter], now: context.now.milliseconds) {
            throw Failure.tooMany(retryAfter: seconds)
        }
        return basemaps.search(text, near: near).map { PlaceMatchPart($0, from: near, viewer.units) }
    }
}

/// Where what is near begins.
enum SearchOrigin {
    /// Views farther away than this show more than a region.
    private static let regionZoom = 7.0

    /// The middle of the map that somebody looks at; where they are themselves if it shows more than a region.
    static func of(_ view: (centre: Coordinate, zoom: Double), known: Coordinate?) -> Coordinate {
        view.zoom < regionZoom ? known ?? view.centre : view.centre
    }
}
