import Foundation
import FoundationXML
import Proximity

/// An element of a small XML file.
final class XMLNode {
    let name: String
    let attributes: [String: String]
    var children: [XMLNode] = []
    var text = ""

    init(_ name: String, _ attributes: [String: String]) { (self.name, self.attributes) = (name, attributes) }

    func child(_ name: String) -> XMLNode? { children.first { $0.name == name } }
    func text(_ name: String) -> String? { child(name)?.text.trimmingCharacters(in: .whitespacesAndNewlines) }

    /// All elements of a name below it, in the order of the file. Without recursion: a file says how deep it is.
    func all(_ name: String) -> [XMLNode] {
        var found: [XMLNode] = []
        var waiting = [self]
        while let node = waiting.popLast() {
            if node.name == name { found.append(node) }
            waiting += node.children.reversed()
        }
        return found
    }
}

/// Reads XML into a tree, within bounds. Entities are refused before the reader sees them.
final class XMLTree: NSObject, XMLParserDelegate {
    private var stack: [XMLNode] = []
    private var root: XMLNode?
    private var count = 0

    /// How deep elements may stand within each other, and how many there may be.
    private static let deepest = 64, most = 200_000

    /// - Throws: a sentence if it is no XML, or too much of it.
    static func read(_ data: Data) throws(ZoneFileProblem) -> XMLNode {
        // Of a document type only the name that property lists carry is harmless: no entity is declared in it.
        if data.range(of: Data("<!ENTITY".utf8)) != nil || data.range(of: Data("<!ELEMENT".utf8)) != nil {
            throw ZoneFileProblem("Files with entities are not read.")
        }
        let tree = XMLTree()
        let parser = XMLParser(data: data)
        parser.shouldResolveExternalEntities = false
        parser.shouldProcessNamespaces = true
        parser.delegate = tree
        guard parser.parse(), let root = tree.root else { throw ZoneFileProblem("The file is no sound XML.") }
        return root
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        count += 1
        guard stack.count < XMLTree.deepest, count <= XMLTree.most else { return parser.abortParsing() }
        let node = XMLNode(String(name.split(separator: ":").last ?? ""), attributes)
        if let parent = stack.last { parent.children.append(node) } else { root = root ?? node }
        stack.append(node)
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        _ = stack.popLast()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) { stack.last?.text += text }

    func parser(_ parser: XMLParser, foundCDATA data: Data) {
        stack.last?.text += String(decoding: data, as: UTF8.self)
    }
}

/// Areas in GPX, KML and XML property lists.
enum ZoneXML {
    static func read(_ data: Data) throws(ZoneFileProblem) -> ZoneFileContents {
        let root = try XMLTree.read(data)
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
                try ZoneFile.circle(
                    Double(point.attributes["lat"] ?? ""), Double(point.attributes["lon"] ?? ""),
                    radius: point.all("radius").first.flatMap { Double($0.text) })
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
                    let place = numbers(point.text("coordinates") ?? "").first ?? []
                    return try ZoneFile.circle(place.dropFirst().first, place.first, radius: nil)
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
        for place in numbers(text) {
            guard place.count >= 2, let corner = Coordinate(latitude: place[1], longitude: place[0]) else {
                throw ZoneFileProblem("a corner is not on the Earth.")
            }
            ring.append(corner)
        }
        return ring
    }

    /// "7.4,43.7,0 7.5,43.7,0" as numbers; what is none is left out.
    private static func numbers(_ text: String) -> [[Double]] {
        text.split { $0.isWhitespace }.prefix(ZoneFile.most + 1).map { place in
            place.split(separator: ",").prefix(3).compactMap { Double($0) }
        }
    }
}
