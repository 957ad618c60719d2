import Foundation
import Proximity
import TestTools
import Testing

@testable import Atlas

struct DrawingTests {
    private let square = Bounds(south: 60.16, west: 24.94, north: 60.18, east: 24.96)!.centre

    private func drawing(_ pins: [Pin], zoom: Double = 15) -> String {
        MapDrawing(viewport: Viewport(centre: square, zoom: zoom, width: 400, height: 300), pins: pins).svg()
    }

    private func isWellFormed(_ svg: String) -> Bool {
        let parser = XMLCheck(svg)
        return parser.isWellFormed
    }

    @Test func `a pin is a link with a name`() {
        let svg = drawing([
            Pin(kind: .note, coordinate: square, title: "Note from Aino", href: "/notes/12", card: "/notes/12/card")
        ])
        #expect(
            svg.contains(
                "<a class=\"pin pin-note\" href=\"/notes/12\" data-card=\"/notes/12/card\" transform=\"translate(200 150)\"><title>Note from Aino</title>"
            ))
        #expect(isWellFormed(svg))
    }

    @Test(arguments: Pin.Kind.allCases)
    func `every kind has its own shape`(kind: Pin.Kind) {
        let svg = drawing([Pin(kind: kind, coordinate: square, title: "x", label: "AK")])
        #expect(isWellFormed(svg) && svg.contains("pin-\(kind.rawValue)"))
        let others = Pin.Kind.allCases.filter { $0 != kind }.map {
            PinShape.markup($0, Theme.light.palette)
        }
        #expect(!others.contains(PinShape.markup(kind, Theme.light.palette)))
    }

    @Test func `names from data are escaped, and links stay on the site`() {
        let hostile = "\"><script>alert(1)</script>&\u{0}\u{1}"
        let svg = drawing([
            Pin(kind: .person, coordinate: square, title: hostile, href: "/a\"b", label: "<b>")
        ])
        #expect(!svg.contains("<script") && !svg.contains("<b>") && !svg.contains("\u{0}"))
        #expect(isWellFormed(svg))
        for href in ["javascript:alert(1)", "//evil.example", "https://evil.example", "/\\evil", "notes"] {
            #expect(Pin(kind: .note, coordinate: square, title: "", href: href).href == nil, "\(href)")
        }
    }

    @Test func `clusters count every thing exactly once`() {
        var generator = SeededGenerator()
        let pins = (0..<500).map { number in
            let bearing = Degrees(Double.random(in: 0..<360, using: &generator))
            let distance = Metres(Double.random(in: 0..<1_500, using: &generator))
            return Pin(
                kind: .note, coordinate: square.destination(bearing: bearing, distance: distance), title: "\(number)")
        }
        for zoom in [4.0, 10, 13, 15] {
            let viewport = Viewport(centre: square, zoom: zoom, width: 900, height: 900)
            let inFrame = pins.filter { pin in
                let point = viewport.point(of: pin.coordinate)
                return (0...900).contains(point.x) && (0...900).contains(point.y)
            }
            let grouped = PinClusters.groups(pins, in: viewport).flatMap { $0.pins.map { $0.title } }
            #expect(Set(grouped).count == grouped.count)
            #expect(Set(grouped).isSuperset(of: inFrame.map { $0.title }))
        }
    }

    @Test func `many pins at one place are a numbered cluster that links closer`() {
        let pins = (0..<12).map { Pin(kind: .note, coordinate: square, title: "\($0)") }
        var map = MapDrawing(viewport: Viewport(centre: square, zoom: 12, width: 400, height: 300), pins: pins)
        map.clusterAddress = { _, zoom in "/?z=\(zoom)" }
        let svg = map.svg()
        #expect(svg.contains(">12</text>") && svg.contains("href=\"/?z=14.0\"") && svg.contains("12 notes here"))
    }

    @Test func `the viewer and gates are circles true to scale`() {
        let viewport = Viewport(centre: square, zoom: 17, width: 400, height: 300)
        var map = MapDrawing(viewport: viewport, pins: [])
        map.you = (square, 40)
        map.gates = [(square, 25)]
        let svg = map.svg()
        #expect(
            svg.contains(
                "class=\"map-accuracy\" cx=\"200\" cy=\"150\" r=\"\(SVGText.number(40 / viewport.metresPerPixel))\""))
        #expect(
            svg.contains(
                "class=\"map-gate\" cx=\"200\" cy=\"150\" r=\"\(SVGText.number(25 / viewport.metresPerPixel))\""))
        #expect(svg.contains("You are here"))
    }

    @Test(arguments: [
        (DistanceFormat.metric, 15.0, "100 m"), (.imperial, 15, "200 ft"), (.metric, 3, "500 km"),
        (.imperial, 10, "2 mi"),
    ])
    func `a scale is one, two or five, and fits its space`(units: DistanceFormat, zoom: Double, text: String) {
        let bar = ScaleBar(Viewport(centre: square, zoom: zoom, width: 400, height: 300), units: units)
        #expect(bar.text == text)
        #expect((24.0...120).contains(bar.length))
    }

    @Test(arguments: Theme.allCases)
    func `the image of a picker is self-contained`(theme: Theme) throws {
        let viewport = Viewport(centre: square, zoom: 15, width: 320, height: 320)
        for chosen in [square, nil] {
            let svg = try PickerImage(viewport: viewport, chosen: chosen, theme: theme, units: .metric).svg()
            #expect(isWellFormed(svg) && !svg.contains("href") && !svg.contains("style") && !svg.contains("var("))
            #expect(svg.contains(theme.palette.paper))
        }
    }

    @Test func `a plain image of a picker has no mark and no scale`() throws {
        let viewport = Viewport(centre: square, zoom: 15, width: 320, height: 320)
        func svg(isPlain: Bool) throws -> String {
            try PickerImage(viewport: viewport, chosen: nil, isPlain: isPlain, theme: .light, units: .metric).svg()
        }
        let cross = #"<path d="M150 160h20M160 150v20""#
        #expect(try svg(isPlain: false).contains(cross) && svg(isPlain: false).contains(" m</text>"))
        #expect(try !svg(isPlain: true).contains(cross) && !svg(isPlain: true).contains(" m</text>"))
    }

    @Test func `opened things are paler`() {
        let svg = drawing([Pin(kind: .note, coordinate: square, title: "x", isMuted: true)])
        #expect(svg.contains("class=\"pin pin-note pin-muted\"") && svg.contains("<g opacity=\"0.6\">"))
        #expect(isWellFormed(svg))
    }

    @Test func `a small map matches its recorded SVG`() throws {
        let viewport = Viewport(centre: square, zoom: 16, width: 240, height: 160)
        let near = square.destination(bearing: Degrees(90), distance: 60)
        var map = MapDrawing(
            viewport: viewport,
            pins: [
                Pin(kind: .note, coordinate: square, title: "Note from Aino", href: "/notes/1"),
                Pin(kind: .person, coordinate: near, title: "Ville", label: "V"),
            ])
        map.you = (near.destination(bearing: Degrees(180), distance: 40), 12)
        map.gates = [(square, 25)]
        map.tileAddress = { "/atlas/\($0)/\($1)/\($2).svg?theme=\($3.rawValue)" }
        // One element per line, for readable diffs.
        let lines = map.svg().replacing("><", with: ">\n<") + "\n"
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/map.svg")
        if ProcessInfo.processInfo.environment["CAIRN_RECORD"] != nil {
            try lines.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(lines == (try String(contentsOf: file, encoding: .utf8)))
    }

    @Test func `numbers are short, finite and without exponent`() {
        #expect(SVGText.number(1.04) == "1" && SVGText.number(-0.26) == "-0.3" && SVGText.number(12.5) == "12.5")
        #expect(SVGText.number(.nan) == "0" && SVGText.number(.infinity) == "0" && SVGText.number(1e300) == "0")
        #expect(SVGText.number(0.000_1, digits: 4) == "0.0001" && SVGText.number(-0.04) == "0")
    }
}

/// Whether a text is well-formed XML as far as tags, quotes and the five entities go.
private struct XMLCheck {
    let isWellFormed: Bool

    init(_ text: String) {
        var open: [String] = []
        for match in text.matches(of: #/<(\/?)([A-Za-z]+)((?:\s+[A-Za-z:-]+="[^"<]*")*)\s*(\/?)>/#) {
            if match.1 == "/" {
                guard open.popLast() == String(match.2) else {
                    isWellFormed = false
                    return
                }
            } else if match.4 != "/" {
                open.append(String(match.2))
            }
        }
        let rest = text.replacing(#/<(\/?)([A-Za-z]+)((?:\s+[A-Za-z:-]+="[^"<]*")*)\s*(\/?)>/#, with: "")
        isWellFormed =
            open.isEmpty && !rest.contains("<") && !rest.replacing(#/&(amp|lt|gt|quot|#39);/#, with: "").contains("&")
    }
}
