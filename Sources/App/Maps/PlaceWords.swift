import HTTP
import Proximity

/// The words for a place while a map moves under a form's pin.
extension Maps {
    /// `GET /map/place?lat&lon`: "Senaatintori, Helsinki"; with `radius` also which one a form proposes there.
    func showPlaceWords(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        guard let place = try? PlaceFields.read(context.query) else {
            throw Failure.malformed("A place’s lat and lon are degrees: −90 to 90 and −180 to 180.")
        }
        let words = PlaceFormatter(basemaps.places, viewer.units).words(place)
        guard context.query["radius"] != nil else { return try context.json(PlaceWords(words: words)) }
        let last = try site.database.read { try positions.last($0, of: viewer.id, context.now) }
        let proposal = RadiusProposal(
            basemaps.places.ground(of: place),
            accuracy: RadiusProposal.accuracy(of: last, context.now), viewer.units)
        return try context.json(
            PlaceWords(words: words, radius: proposal?.value ?? "", why: proposal?.why ?? ""))
    }
}

/// The answer to a script.
private struct PlaceWords: Encodable {
    let words: String
    /// The radius that a form proposes, as its choice sends it: "" for the usual one. nil if it was not asked for.
    var radius: String?
    var why: String?
}

/// A place that a search found, as a button that moves the form's map there.
struct PlaceMatchPart {
    let name: String
    /// "Street in Kallio"; "" for none.
    let detail: String
    /// Latitude, longitude and zoom, as `Picker` reads them.
    let value: String

    init(_ match: PlaceMatch) {
        name = match.name
        detail = match.detail
        let (place, zoom) = (match.coordinate, match.zoom)
        value = [place.latitude, place.longitude, zoom].map { CoordinateFormatter.degrees($0) }.joined(separator: ",")
    }
}
