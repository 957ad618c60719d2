import Foundation
import Proximity

/// GeoJSON (RFC 7946). Points with a property `radius` are circles.
public enum GeoJSON {
    static func read(_ data: Data) throws(ZoneFileProblem) -> ZoneFileContents {
        let root = try object(data)
        var contents = ZoneFileContents()
        let features = root["type"] as? String == "FeatureCollection" ? root["features"] as? [Any] ?? [] : [root]
        guard features.count <= ZoneFile.most else { throw ZoneFileProblem("There are more than 10,000 areas.") }
        for item in features {
            // What is no object has no name, and is left out as such.
            let feature = item as? [String: Any] ?? [:]
            let properties = feature["properties"] as? [String: Any] ?? [:]
            let geometry = feature["geometry"] as? [String: Any] ?? feature
            contents.add(
                properties["name"] as? String ?? feature["name"] as? String,
                colour: properties["colour"] as? String ?? properties["color"] as? String
            ) { () throws(ZoneFileProblem) in try fence(geometry, radius: radius(properties["radius"])) }
        }
        return contents
    }

    /// The area of a geometry as text: what a form holds.
    ///
    /// - Throws: a sentence about it.
    public static func polygon(_ text: String) throws(ZoneFileProblem) -> Polygon {
        guard text.utf8.count <= 1_000_000 else { throw ZoneFileProblem("The line has too many corners.") }
        var geometry = try object(Data(text.utf8))
        if let inner = geometry["geometry"] as? [String: Any] { geometry = inner }
        guard case .polygon(let polygon) = try fence(geometry, radius: ZoneFile.usualRadius).area else {
            throw ZoneFileProblem("This is no polygon.")
        }
        return polygon
    }

    /// A polygon as text, with seven decimals (1 cm).
    public static func text(_ polygon: Polygon) -> String {
        let rings = polygon.rings.map { ring in
            let corners = (ring + ring.prefix(1)).map { "[\(degrees($0.longitude)),\(degrees($0.latitude))]" }
            return "[\(corners.joined(separator: ","))]"
        }
        return "{\"type\":\"Polygon\",\"coordinates\":[\(rings.joined(separator: ","))]}"
    }

    private static func degrees(_ value: Double) -> String {
        let rounded = (value * 1e7).rounded() / 1e7
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }

    private static func object(_ data: Data) throws(ZoneFileProblem) -> [String: Any] {
        // Its depth is bounded by the reader: 512.
        guard let root = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else {
            throw ZoneFileProblem("This is no GeoJSON.")
        }
        return root
    }

    private static func fence(_ geometry: [String: Any], radius: Double?) throws(ZoneFileProblem) -> Fence {
        let places = geometry["coordinates"] as? [Any] ?? []
        switch geometry["type"] as? String {
        case "Point": return try ZoneFile.circle(number(places.dropFirst().first), number(places.first), radius: radius)
        case "Polygon": return try ZoneFile.polygon(try rings(places))
        case "MultiPolygon":
            var all: [[Coordinate]] = []
            for part in places.prefix(ZoneFile.most) { all += try rings(part as? [Any] ?? []) }
            return try ZoneFile.polygon(all)
        default: throw ZoneFileProblem("it is neither a point nor a polygon.")
        }
    }

    private static func rings(_ parts: [Any]) throws(ZoneFileProblem) -> [[Coordinate]] {
        var rings: [[Coordinate]] = []
        for part in parts.prefix(ZoneFile.most) {
            var ring: [Coordinate] = []
            for corner in (part as? [Any] ?? []).prefix(ZoneFile.most + 1) {
                let pair = corner as? [Any] ?? []
                guard let longitude = number(pair.first), let latitude = number(pair.dropFirst().first),
                    let place = Coordinate(latitude: latitude, longitude: longitude)
                else { throw ZoneFileProblem("a corner is not on the Earth.") }
                ring.append(place)
            }
            rings.append(ring)
        }
        return rings
    }

    /// Metres; nil if there is one that cannot be read.
    private static func radius(_ value: Any?) -> Double? {
        value == nil || value is NSNull ? ZoneFile.usualRadius : number(value)
    }

    /// A number, also in quotes, and no truth value.
    private static func number(_ value: Any?) -> Double? {
        if let text = value as? String { return ZoneFile.number(text) }
        // Of 0 and 1 Swift says that they are truth values as well.
        guard let number = value as? NSNumber, number.doubleValue.isFinite,
            !["c", "B"].contains(String(cString: number.objCType))
        else { return nil }
        return number.doubleValue
    }
}
