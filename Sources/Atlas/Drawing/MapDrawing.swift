import Foundation
import Proximity

/// A map for a page: paper, pins as links, the viewer, gates, a scale. One inline SVG; the page's style sheet can
/// change its colours through its classes.
public struct MapDrawing: Sendable {
    public let viewport: Viewport
    /// Things drawn one by one.
    public var pins: [Pin]
    /// Things counted per square, where there are too many to draw one by one.
    public var clusters: [PinCluster] = []
    /// The viewer's own position and its accuracy; without accuracy only the dot is drawn.
    public var you: (coordinate: Coordinate, accuracy: Metres?)?
    /// How near the viewer must be to open something: circles.
    public var gates: [(centre: Coordinate, radius: Metres)] = []
    /// Whether the pins are a few people, each of whom matters: those who would overlap are a stack of faces, which opens at
    /// the closest zoom, and the viewer's own dot lies above them.
    public var showsEachPin = false
    /// How exactly the places of people are known: circles around them.
    public var accuracies: [(centre: Coordinate, radius: Metres)] = []
    /// The middle of a group: a small cross.
    public var middle: Coordinate?
    /// Areas in which something waits, by their corners: a soft light over the ground, under the pins.
    public var highlights: [[Coordinate]] = []
    /// Areas with names, under the pins.
    public var regions: [MapRegion] = []
    /// Whether tiles or paper are drawn: not for a page that has them and asks for what lies over them.
    public var hasGround = true
    /// The address of a basemap tile: zoom, column, row, theme. nil draws plain paper.
    public var tileAddress: (@Sendable (Int, Int, Int, Theme) -> String)?
    /// The theme that the viewer chose; nil follows the device.
    public var theme: Theme?
    /// The link of a cluster: the address of the map around a place at a zoom.
    public var clusterAddress: @Sendable (Coordinate, Double) -> String = { _, _ in "" }
    /// The pixels round the middle that are visible before the page scrolls. Their tiles load eagerly; the others load
    /// lazily.
    public var firstLook: (width: Double, height: Double)?

    /// What was grouped before its pins were read, and the pins by their index; nil groups ``pins`` and ``clusters``.
    private var laidOut: (layout: PinLayout, pins: [Int: Pin])?

    public init(viewport: Viewport, pins: [Pin]) {
        self.viewport = viewport
        self.pins = pins
    }

    /// A map of things that are grouped already. ``pins`` and ``clusters`` are not drawn besides.
    ///
    /// - Parameter pins: those of ``PinLayout/drawn`` by their index; what has none is not drawn.
    public init(layout: PinLayout, pins: [Int: Pin]) {
        self.init(viewport: layout.viewport, pins: [])
        laidOut = (layout, pins)
    }

    /// The SVG. Plain paper is drawn in both themes and the page's style sheet hides one of them; tiles are fetched in
    /// the matching theme only.
    public func svg() -> String {
        let colours = Theme.light.palette
        var svg = SVGText()
        svg.add(
            """
            <svg class="map-svg" xmlns="http://www.w3.org/2000/svg" width="\(viewport.width)" \
            height="\(viewport.height)" viewBox="0 0 \(viewport.width) \(viewport.height)" role="group" aria-label="Map">
            """)
        if hasGround { svg.add(ground()) }
        svg.add(RegionDrawing(regions, in: viewport).svg())
        svg.add(AreaHighlightDrawing(highlights, in: viewport, colour: colours.amber).svg())
        for gate in gates {
            svg.add(circle("map-gate", centre: gate.centre, radius: gate.radius, colour: colours.moss))
        }
        for known in accuracies {
            svg.add(circle("map-precision", centre: known.centre, radius: known.radius, colour: colours.sky))
        }
        if let middle { svg.add(cross(middle, colours)) }
        if !showsEachPin { svg.add(own(colours)) }
        svg.add(pinDrawing.svg())
        if showsEachPin { svg.add(own(colours)) }
        svg.add("</svg>")
        return svg.text
    }

    private var pinDrawing: PinDrawing {
        if let laidOut {
            return PinDrawing(laidOut.layout, pin: { laidOut.pins[$0] }, clusterAddress: clusterAddress)
        }
        let layout = PinLayout(
            pins.map { PinPlace($0) }, clusters: clusters, in: viewport, showsEach: showsEachPin)
        return PinDrawing(layout, pin: { [pins] in pins[$0] }, clusterAddress: clusterAddress)
    }

    private func ground() -> String {
        if let tileAddress { return "<g class=\"map-tiles\" aria-hidden=\"true\">\(tiles(tileAddress))</g>" }
        return Theme.allCases.map { theme in
            let hidden = theme == .dark ? " display=\"none\"" : ""
            let paper = Paper(frame: Frame(viewport), theme: theme).markup(hasLabels: true)
            return "<g class=\"map-paper-\(theme.rawValue)\" aria-hidden=\"true\"\(hidden)>\(paper)</g>"
        }.joined()
    }

    /// The zoom of the tiles of a view. They are rather enlarged than made smaller, because the smallest name on a tile
    /// has 12 pixels.
    static func tileZoom(_ zoom: Double) -> Int { Int((zoom - log2(smallest)).rounded(.down)) }

    /// How much smaller than drawn a tile may be shown: its names keep 11 pixels.
    static let smallest = 0.917

    /// The tiles under the viewport as images.
    private func tiles(_ address: (Int, Int, Int, Theme) -> String) -> String {
        let frame = Frame(viewport)
        let zoom = MapDrawing.tileZoom(viewport.zoom)
        let count = 1 << zoom
        let size = frame.worldSize / Double(count)
        let rows = Int((frame.top / size).rounded(.down))...Int(((frame.top + frame.height) / size).rounded(.down))
        let columns = Int((frame.left / size).rounded(.down))...Int(((frame.left + frame.width) / size).rounded(.down))
        var svg = SVGText()
        for row in rows where (0..<count).contains(row) {
            for column in columns {
                // Rounded to whole pixels; otherwise a seam shows between neighbours.
                let left = (Double(column) * size - frame.left).rounded()
                let top = (Double(row) * size - frame.top).rounded()
                let width = SVGText.number((Double(column + 1) * size - frame.left).rounded() - left)
                let height = SVGText.number((Double(row + 1) * size - frame.top).rounded() - top)
                let wrapped = (column % count + count) % count
                svg.add(
                    """
                    <foreignObject x="\(SVGText.number(left))" y="\(SVGText.number(top))" width="\(width)" height="\(height)">\
                    \(picture(width: width, height: height, isFirst: isFirst(left: left, top: top, size: size)) { SVGText.escaped(address(zoom, wrapped, row, $0)) })</foreignObject>
                    """)
            }
        }
        return svg.text
    }

    /// Whether a tile overlaps ``firstLook``.
    private func isFirst(left: Double, top: Double, size: Double) -> Bool {
        guard let firstLook else { return false }
        let right = (Double(viewport.width) - firstLook.width) / 2
        let down = (Double(viewport.height) - firstLook.height) / 2
        return left < right + firstLook.width && left + size > right && top < down + firstLook.height
            && top + size > down
    }

    /// A tile as HTML, because only an HTML image can follow the device's colour scheme and load lazily.
    private func picture(
        width: String, height: String, isFirst: Bool, address: (Theme) -> String
    ) -> String {
        let turn = isFirst ? "fetchpriority=\"high\"" : "loading=\"lazy\""
        let size = "width=\"\(width)\" height=\"\(height)\" alt=\"\" \(turn)"
        if let theme { return "<img src=\"\(address(theme))\" \(size)>" }
        let dark = "<source media=\"(prefers-color-scheme: dark)\" srcset=\"\(address(.dark))\">"
        return "<picture>\(dark)<img src=\"\(address(.light))\" \(size)></picture>"
    }

    private func circle(_ name: String, centre: Coordinate, radius: Metres, colour: String) -> String {
        CircleDrawing.svg(name, centre: centre, radius: radius, colour: colour, in: viewport)
    }

    private func cross(_ place: Coordinate, _ colours: Theme.Palette) -> String {
        let point = viewport.point(of: place)
        return """
            <path class="map-middle" d="M\(SVGText.number(point.x - 7)) \(SVGText.number(point.y))h14m-7-7v14" fill="none" \
            stroke="\(colours.moss)" stroke-width="2" stroke-linecap="round"><title>The middle of the group</title></path>
            """
    }

    /// "" where the viewer is not known to be.
    private func own(_ colours: Theme.Palette) -> String {
        guard let you else { return "" }
        let point = viewport.point(of: you.coordinate)
        let halo =
            you.accuracy.map { circle("map-accuracy", centre: you.coordinate, radius: $0, colour: colours.sky) } ?? ""
        return halo + """
            <g class="map-you" role="img" aria-label="You are here">\
            <circle cx="\(SVGText.number(point.x))" cy="\(SVGText.number(point.y))" r="8" fill="\(colours.sky)" \
            stroke="\(colours.card)" stroke-width="3"/><title>You are here</title></g>
            """
    }
}

/// A circle on the ground.
enum CircleDrawing {
    /// The SVG; "" where the circle is smaller than a pixel.
    static func svg(
        _ name: String, centre: Coordinate, radius: Metres, colour: String, in viewport: Viewport
    ) -> String {
        let point = viewport.point(of: centre)
        let pixels = min(4_000, radius.value / viewport.metresPerPixel)
        guard pixels >= 1 else { return "" }
        return """
            <circle class="\(name)" cx="\(SVGText.number(point.x))" cy="\(SVGText.number(point.y))" \
            r="\(SVGText.number(pixels))" fill="\(colour)" fill-opacity="0.12" stroke="\(colour)" stroke-opacity="0.6"/>
            """
    }
}

/// The scale of a map as a separate small SVG, to be laid over a corner.
public struct ScaleDrawing: Sendable {
    private let bar: ScaleBar

    /// The scale in the middle of a viewport.
    public init(_ viewport: Viewport, units: DistanceFormat) { bar = ScaleBar(viewport, units: units) }

    /// The SVG.
    public func svg() -> String {
        let width = SVGText.number((bar.length + 12).rounded(.up))
        return """
            <svg class="map-scale-svg" xmlns="http://www.w3.org/2000/svg" width="\(width)" height="26" \
            viewBox="0 0 \(width) 26" role="img" aria-label="Scale: \(bar.text)">\
            \(bar.markup(at: Point(x: 6, y: 22), Theme.light.palette))</svg>
            """
    }
}
