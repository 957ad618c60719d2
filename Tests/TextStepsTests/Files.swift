import Contacts
import Foundation
import PositionSources
import Proximity

@testable import HTTP
@testable import ZoneFiles

private let card = "BEGIN:VCARD\r\nVERSION:3.0\r\n"
private let propertyList = "<?xml version=\"1.0\"?><plist version=\"1.0\">"

/// Files and bodies whose parts can be many, long or within each other.
let files: [TextFunction] = [
    TextFunction(
        "address book",
        [
            TextShape("cards", "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Leena\r\nEMAIL:a@b.example\r\nEND:VCARD\r\n"),
            TextShape("long name", "a", from: card + "FN:", to: "\r\nEND:VCARD\r\n"),
            TextShape("folded name", "a\r\n ", from: card + "FN:", to: "\r\nEND:VCARD\r\n"),
            TextShape("parameters", ";A=B", from: card + "FN", to: ":a\r\nEND:VCARD\r\n"),
            TextShape("quoted", "\"", from: card + "FN;A=", to: ":a\r\nEND:VCARD\r\n"),
            TextShape("parts of a name", ";", from: card + "N:", to: "\r\nEND:VCARD\r\n"),
            TextShape(
                "encoded", "=C3=A4=\r\n", from: card + "FN;ENCODING=QUOTED-PRINTABLE:", to: "\r\nEND:VCARD\r\n"),
            TextShape("begins", "BEGIN:VCARD\r\n"), TextShape("ends", "END:VCARD\r\n"),
            TextShape("agents", "AGENT:\r\nBEGIN:VCARD\r\n", from: "BEGIN:VCARD\r\n"),
            TextShape("addresses", "EMAIL:a@b.example\r\n", from: card, to: "END:VCARD\r\n"),
            TextShape("list of addresses", "a <a@b.example>, ", from: card + "EMAIL:", to: "\r\nEND:VCARD\r\n"),
            TextShape("brackets of an address", "<", from: card + "EMAIL:", to: "\r\nEND:VCARD\r\n"),
            TextShape("indented", " EMAIL:a@b.example\r\n", from: "BEGIN:VCARD\r\n", to: "END:VCARD\r\n"),
            TextShape("blanks before a line", " ", from: card, to: "EMAIL:a@b.example\r\nEND:VCARD\r\n"),
            TextShape("byte order marks", "\u{FEFF}", from: card, to: "END:VCARD\r\n"),
        ]
    ) { _ = try? VCard.parse(Array($0.utf8)) },
    TextFunction(
        "areas",
        [
            TextShape("elements within each other", nested: "<a>", "</a>", from: "<kml>", to: "</kml>"),
            TextShape("elements", "<Placemark></Placemark>", from: "<kml><Document>", to: "</Document></kml>"),
            TextShape("text of an element", "a", from: "<kml><name>", to: "</name></kml>"),
            TextShape("entities", "&amp;", from: "<kml><name>", to: "</name></kml>"),
            TextShape("attributes") { count in
                "<kml " + (0..<count).map { "a\($0)=\"b\"" }.joined(separator: " ") + "/>"
            },
            TextShape(
                "corners", "24.9,60.1 ",
                from: "<kml><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>",
                to: "</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>"),
            TextShape("waypoints", "<wpt lat=\"60\" lon=\"24\"><name>a</name></wpt>", from: "<gpx>", to: "</gpx>"),
            TextShape("dictionaries", nested: "<dict><key>a</key>", "</dict>", from: propertyList, to: "</plist>"),
            TextShape("arrays", nested: "<array>", "</array>", from: propertyList, to: "</plist>"),
            TextShape("strings", "<string>a</string>", from: propertyList + "<array>", to: "</array></plist>"),
            TextShape("values within each other", nested: "[", "]", from: "{\"type\":", to: "}"),
            TextShape("values", "1,", from: "{\"type\":[", to: "1]}"),
            TextShape(
                "features", ",{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[24,60]}}",
                from: "{\"type\":\"FeatureCollection\",\"features\":[{}", to: "]}"),
            TextShape("blanks", " ", to: "{}"), TextShape("name", "\\u00e4", from: "{\"type\":\"", to: "\"}"),
        ]
    ) { _ = try? ZoneFile.read(Data($0.utf8)) },
    TextFunction(
        "playlist",
        TextShape.texts + [
            TextShape("names", "a/b/c.mp3\n"), TextShape("one path", "a/"), TextShape("comments", "#\n"),
            TextShape("numbered", "File1=a.mp3\n", from: "[playlist]\n"),
            TextShape("long key", "File", from: "[playlist]\nFile", to: "=a.mp3"), TextShape("encoded", "%2F"),
            TextShape(
                "tracks", "<track><location>a.mp3</location></track>", from: "<playlist><trackList>",
                to: "</trackList></playlist>"),
        ]
    ) { _ = try? PlaylistFile.names(Data($0.utf8)) },
    TextFunction(
        "position of an app",
        [
            TextShape("values within each other", nested: "[", "]", from: "{\"_type\":", to: "}"),
            TextShape("text", "a", from: "{\"_type\":\"", to: "\"}"),
            TextShape("keys") { count in
                "{\"_type\":\"location\"" + (0..<count).map { ",\"a\($0)\":1" }.joined() + "}"
            },
            TextShape(
                "points",
                ",{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[24,60]},\"properties\":{}}",
                from: "{\"locations\":[{}", to: "]}"),
        ]
    ) { text in
        for source in PositionSource.allCases {
            _ = source.read(AppMessage(body: Array(text.utf8)), now: Timestamp(milliseconds: 1_795_262_400_000))
        }
    },
    TextFunction("fields of an app", [TextShape("fields", "a")]) { text in
        let fields = text.map { (name: "\($0)", value: "1") }
        for source in PositionSource.allCases {
            _ = source.read(AppMessage(fields: fields), now: Timestamp(milliseconds: 1_795_262_400_000))
        }
    },
    TextFunction(
        "form in parts",
        [
            TextShape("parts", "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n", to: "--x--\r\n"),
            part("long value", "a"), part("beginnings of an end", "\r\n-"), part("dashes", "-"),
            TextShape(
                "head", ";a=b", from: "--x\r\nContent-Disposition: form-data; name=a", to: "\r\n\r\n1\r\n--x--\r\n"),
            TextShape("preamble", "--", to: "--x--\r\n"),
        ]
    ) { text in
        _ = try? MultipartForm.read(
            Array(text.utf8), type: ContentType("multipart/form-data; boundary=x"), limits: Limits())
    },
]

private func part(_ name: String, _ piece: String) -> TextShape {
    TextShape(
        name, piece, from: "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n", to: "\r\n--x--\r\n")
}
