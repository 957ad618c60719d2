import HTTP
import Proximity

/// The words for a place while a map moves under a form's pin.
extension Maps {
    /// `GET /map/place?lat&lon`: "Senaatintori, Helsinki".
    func showPlaceWords(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        guard let place = try? PlaceFields.read(context.query) else {
            throw Failure.malformed("A place's lat and lon are degrees: −90 to 90 and −180 to 180.")
        }
        return try context.json(PlaceWords(words: PlaceFormatter(basemaps.places, viewer.units).words(place)))
    }
}

/// The answer to a script.
private struct PlaceWords: Encodable {
    let words: String
}
