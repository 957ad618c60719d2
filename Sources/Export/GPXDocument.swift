/// Places and paths as GPX 1.1 (https://www.topografix.com/GPX/1/1/), which map programs read.
public struct GPXDocument: Sendable {
    /// A waypoint, or a point of a track.
    public struct Point: Sendable {
        let latitude: Double
        let longitude: Double
        /// Metres above the sea; nil when unknown.
        public var elevation: Double?
        /// Milliseconds since 1970; nil when unknown.
        public var time: Int64?
        /// The name; empty for none.
        public var name: String
        /// The description; empty for none.
        public var text: String

        /// A point in degrees (WGS84); nil unless latitude is −90…90 and longitude −180…180. 180 is written as −180, as
        /// the schema requires.
        public init?(
            latitude: Double, longitude: Double, elevation: Double? = nil, time: Int64? = nil, name: String = "",
            text: String = ""
        ) {
            guard -90...90 ~= latitude, -180...180 ~= longitude else { return nil }
            self.latitude = latitude
            self.longitude = longitude
            self.elevation = elevation.flatMap { $0.isFinite ? $0 : nil }
            self.time = time
            self.name = name
            self.text = text
        }
    }

    /// A path, in continuous segments.
    public struct Track: Sendable {
        /// The name; empty for none.
        public var name: String
        /// Points in the order of travel; nothing is known about the gap between two segments.
        public var segments: [[Point]]

        public init(name: String, segments: [[Point]]) {
            self.name = name
            self.segments = segments
        }
    }

    /// The program that wrote the document.
    public var creator: String
    /// The name; empty for none.
    public var name: String
    /// When it was written, milliseconds since 1970.
    public var time: Int64
    /// Single places.
    public var waypoints: [Point] = []
    /// Paths.
    public var tracks: [Track] = []

    /// A document without places.
    public init(creator: String, name: String, time: Int64) {
        self.creator = creator
        self.name = name
        self.time = time
    }

    /// The document, as UTF-8.
    public var bytes: [UInt8] {
        var xml = XMLWriter()
        xml.open("gpx", [("version", "1.1"), ("creator", creator), ("xmlns", "http://www.topografix.com/GPX/1/1")])
        xml.open("metadata")
        xml.element("name", name)
        xml.element("time", UTCTime(time).extended)
        xml.close("metadata")
        for point in waypoints { write(point, "wpt", to: &xml) }
        for track in tracks {
            xml.open("trk")
            xml.element("name", track.name)
            for segment in track.segments {
                xml.open("trkseg")
                for point in segment { write(point, "trkpt", to: &xml) }
                xml.close("trkseg")
            }
            xml.close("trk")
        }
        xml.close("gpx")
        return xml.bytes
    }

    /// The schema fixes the order of the elements.
    private func write(_ point: Point, _ element: String, to xml: inout XMLWriter) {
        // Seven decimals of a degree are a centimetre.
        let longitude = decimal(point.longitude, digits: 7)
        let attributes = [
            ("lat", decimal(point.latitude, digits: 7)), ("lon", longitude == "180" ? "-180" : longitude),
        ]
        xml.open(element, attributes)
        if let elevation = point.elevation { xml.element("ele", decimal(elevation, digits: 2)) }
        if let time = point.time { xml.element("time", UTCTime(time).extended) }
        xml.element("name", point.name)
        xml.element("desc", point.text)
        xml.close(element)
    }
}

/// Writes XML 1.0 and escapes text.
struct XMLWriter {
    private(set) var bytes = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)

    mutating func open(_ name: String, _ attributes: [(String, String)] = []) {
        bytes += "<\(name)".utf8
        for (name, value) in attributes {
            bytes += " \(name)=\"".utf8
            escape(value)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes += ">\n".utf8
    }

    mutating func close(_ name: String) { bytes += "</\(name)>\n".utf8 }

    /// An element with text; nothing for an empty text.
    mutating func element(_ name: String, _ text: String) {
        if text.isEmpty { return }
        bytes += "<\(name)>".utf8
        escape(text)
        close(name)
    }

    /// Characters that XML does not allow (2.2) become U+FFFD. A bare CR would be read as LF (2.11).
    private mutating func escape(_ text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": bytes += "&amp;".utf8
            case "<": bytes += "&lt;".utf8
            case ">": bytes += "&gt;".utf8
            case "\"": bytes += "&quot;".utf8
            case "\r": bytes += "&#13;".utf8
            case "\t", "\n": bytes += String(scalar).utf8
            case "\0"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": bytes += "\u{FFFD}".utf8
            default: bytes += UTF8.encode(scalar).map { Array($0) } ?? []
            }
        }
    }
}
