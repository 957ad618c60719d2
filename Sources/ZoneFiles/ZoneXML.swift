import Foundation
import Proximity

/// Areas in GPX, KML and XML property lists.
enum ZoneXML {
    static func read(_ text: String) throws(ZoneFileProblem) -> ZoneFileContents {
        let root = try XMLTree.read(text)
        switch root.name {
        case "gpx": return try gpx(root)
        case "kml": return try kml(root)
        case "plist": return try ZonePropertyList.read(root.children.first.map { ZonePropertyList.value($0) } ?? nil)
        default: throw ZoneFileProblem("This is no GPX, KML or property list.")
        }
    }

    /// Waypoints with a name.
    private static func gpx(_ root: XMLNode) throws(ZoneFileProblem) -> ZoneFileContents {
        let points = root.children.filter { $0.name == "wpt" }
        guard points.count <= ZoneFile.most else { throw ZoneFileProblem("There are more than 10,000 areas.") }
        var contents = ZoneFileContents()
        for point in points {
            contents.add(point.text("name")) { () throws(ZoneFileProblem) in
                let radius = point.all("radius").first
                return try ZoneFile.circle(
                    ZoneFile.number(point.attributes["lat"]), ZoneFile.number(point.attributes["lon"]),
                    radius: radius == nil ? ZoneFile.usualRadius : ZoneFile.number(radius?.text))
            }
        }
        return contents
    }

    /// Placemarks: polygons, and points as circles.
    private static func kml(_ root: XMLNode) throws(ZoneFileProblem) -> ZoneFileContents {
        let marks = root.all("Placemark")
        guard marks.count <= ZoneFile.most else { throw ZoneFileProblem("There are more than 10,000 areas.") }
        var contents = ZoneFileContents()
        for mark in marks {
            let colour = mark.all("PolyStyle").first?.text("color")
            contents.add(mark.text("name"), colour: colour) { () throws(ZoneFileProblem) in
                let polygons = mark.all("Polygon")
                if polygons.isEmpty, let point = mark.all("Point").first {
                    let place = places(point.text("coordinates") ?? "").first
                    return try ZoneFile.circle(place?.latitude, place?.longitude, radius: ZoneFile.usualRadius)
                }
                var rings: [[Coordinate]] = []
                for polygon in polygons {
                    for line in polygon.all("LinearRing") { rings.append(try ring(line.text("coordinates") ?? "")) }
                }
                return try ZoneFile.polygon(rings)
            }
        }
        return contents
    }

    private static func ring(_ text: String) throws(ZoneFileProblem) -> [Coordinate] {
        var ring: [Coordinate] = []
        for place in places(text) {
            guard let latitude = place.latitude, let longitude = place.longitude,
                let corner = Coordinate(latitude: latitude, longitude: longitude)
            else { throw ZoneFileProblem("a corner is not on the Earth.") }
            ring.append(corner)
        }
        return ring
    }

    /// "7.4,43.7,0 7.5,43.7,0" as places; nil where a number is missing or cannot be read.
    private static func places(_ text: String) -> [(longitude: Double?, latitude: Double?)] {
        text.split { $0.isWhitespace }.prefix(ZoneFile.most + 1).map { place in
            let parts = place.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
            let numbers = parts.prefix(2).map { ZoneFile.number(String($0)) }
            return (numbers[0], numbers.count > 1 ? numbers[1] : nil)
        }
    }
}
