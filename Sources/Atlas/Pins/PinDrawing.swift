import Proximity

/// The pins and clusters of a map as SVG: each shape is defined once, then used with one line per pin.
struct PinDrawing {
    let layout: PinLayout
    /// The pin of an index in the layout's places. Asked for ``PinLayout/drawn`` alone.
    let pin: (Int) -> Pin?
    /// The link of a cluster; "" for none.
    let clusterAddress: (Coordinate, Double) -> String
    private let colours = Theme.light.palette

    private var viewport: Viewport { layout.viewport }

    init(
        _ layout: PinLayout, pin: @escaping (Int) -> Pin?,
        clusterAddress: @escaping (Coordinate, Double) -> String
    ) {
        self.layout = layout
        self.pin = pin
        self.clusterAddress = clusterAddress
    }

    /// The markup; empty without pins.
    func svg() -> String {
        if layout.groups.isEmpty { return "" }
        var svg = SVGText()
        svg.add("<defs>\(definitions())</defs>")
        for group in layout.groups { svg.add(markup(group)) }
        return svg.text
    }

    /// The shapes of all kinds in the frame, and what else is used.
    private func definitions() -> String {
        var faces: Set<PinShape.Face> = []
        var portraits: Set<Bool> = []
        for group in layout.groups {
            if group.count == 1, let kind = group.kind { faces.insert(PinShape.Face(kind: kind, marks: [])) }
            for index in group.pins {
                let place = layout.places[index]
                faces.insert(PinShape.Face(kind: place.kind, marks: place.marks))
                if place.hasPortrait { portraits.insert(place.kind == .moment) }
            }
        }
        let shapes = faces.sorted { $0.name < $1.name }.map { PinShape.definition($0, colours) }
        let round =
            (portraits.contains(false) ? PinShape.roundDefinition : "")
            + (portraits.contains(true) ? PhotoPin.clip : "")
        return shapes.joined() + PinShape.clusterDefinition(colours) + round
    }

    private func markup(_ group: PinGrouping.Group) -> String {
        let pins = group.drawn.compactMap { pin($0) }
        if group.count == 1, !group.drawn.isEmpty { return pins.map { single($0, group.point) }.joined() }
        if layout.showsEach { return people(group, pins) }
        if group.drawn.isEmpty { return cluster(group) }
        return fan(group, shown: pins, rest: group.pins.count - group.drawn.count, offsets: PinFan.offsets)
    }

    /// People who would overlap: whoever asks for attention stands where they are, above the stack of the others, which
    /// the closest zoom opens.
    private func people(_ group: PinGrouping.Group, _ pins: [Pin]) -> String {
        let urgent = pins.filter { $0.marks.contains(.alert) }
        let calm = pins.filter { !$0.marks.contains(.alert) }
        func alone(_ pin: Pin) -> String { single(pin, viewport.point(of: pin.coordinate)) }
        let above = urgent.map(alone).joined()
        if calm.count < 2 { return calm.map(alone).joined() + above }
        if viewport.zoom >= Viewport.zooms.upperBound - 0.01, calm.count <= PinFan.maxNear {
            return fan(group, shown: calm, rest: 0, offsets: PinFan.near) + above
        }
        let stack = PinStack(pins: calm, colours: colours)
        let place = viewport.coordinate(at: group.point)
        let address = clusterAddress(place, PinStack.openingZoom(calm, in: viewport))
        return link(
            address, name: "pin pin-group", title: stack.title, point: group.point, content: stack.svg(face: face))
            + above
    }

    private func single(_ pin: Pin, _ point: Point) -> String {
        let shape = "<use href=\"#\(PinShape.Face(kind: pin.kind, marks: pin.marks).name)\"/>\(face(pin))"
        return link(
            pin.href, name: "pin pin-\(pin.kind.rawValue)\(pin.isMuted ? " pin-muted" : "")", title: pin.title,
            point: point,
            content: pin.isMuted ? "<g opacity=\"0.6\">\(shape)</g>" : shape, card: pin.card)
    }

    /// A portrait, otherwise initials.
    private func face(_ pin: Pin) -> String {
        if let portrait = pin.portrait {
            if pin.kind == .moment { return PhotoPin.photo(SVGText.escaped(portrait)) }
            return """
                <image href="\(SVGText.escaped(portrait))" x="-14" y="-40" width="28" height="28" \
                preserveAspectRatio="xMidYMid slice" clip-path="url(#pin-round)"/>
                """
        }
        guard !pin.label.isEmpty else { return "" }
        return """
            <text class="pin-initials" y="-21.5" text-anchor="middle" font-size="13" font-weight="600" \
            font-family="system-ui,sans-serif" fill="\(colours.ink)">\(SVGText.escaped(String(pin.label.prefix(3))))</text>
            """
    }

    /// Many things, with their number, as a link to a closer map.
    private func cluster(_ group: PinGrouping.Group) -> String {
        let place = viewport.coordinate(at: group.point)
        let zoom = min(viewport.zoom + 2, Viewport.zooms.upperBound)
        let words = PinDrawing.words(group.kind, group.count)
        if group.count == 1, let kind = group.kind {
            let use = "<use href=\"#\(PinShape.Face(kind: kind, marks: []).name)\"/>"
            return link(
                clusterAddress(place, zoom), name: "pin pin-group", title: "\(words) here", point: group.point,
                content: use)
        }
        return link(
            clusterAddress(place, zoom), name: "pin pin-group", title: "\(words) here", point: group.point,
            content: disc(group.count))
    }

    private static func words(_ kind: Pin.Kind?, _ count: Int) -> String {
        kind?.words(count) ?? (count == 1 ? "one thing" : "\(CountText.whole(count)) things")
    }

    /// The shape of a cluster.
    private func disc(_ count: Int) -> String {
        """
        <use href="#pin-group"/><text class="pin-count" y="4.5" text-anchor="middle" font-size="13" font-weight="700" \
        font-family="system-ui,sans-serif" fill="\(colours.card)">\(CountText.short(count))</text>
        """
    }

    /// Pins at the same place, drawn around it, each with a line to it. Where they are too many, the last place has the
    /// number of those left out.
    private func fan(
        _ group: PinGrouping.Group, shown: [Pin], rest: Int, offsets: (Int) -> [Point]
    ) -> String {
        let points = offsets(shown.count + (rest > 0 ? 1 : 0)).map { offset in
            Point(x: group.point.x + offset.x, y: group.point.y + offset.y)
        }
        let start = "\(SVGText.number(group.point.x)) \(SVGText.number(group.point.y))"
        let legs = points.map { "M\(start)L\(SVGText.number($0.x)) \(SVGText.number($0.y))" }.joined()
        var drawn = zip(shown, points).map { single($0, $1) }
        if let last = points.last, rest > 0 {
            // As high as the faces of the pins beside it.
            let place = Point(x: last.x, y: last.y - 21)
            drawn.append(
                link(
                    nil, name: "pin pin-group", title: "Another \(PinDrawing.words(group.kind, rest)) here",
                    point: place, content: disc(rest)))
        }
        return """
            <path class="pin-legs" d="\(legs)" fill="none" stroke="\(colours.moss)" stroke-opacity="0.5"/>\
            <circle class="pin-foot" cx="\(SVGText.number(group.point.x))" cy="\(SVGText.number(group.point.y))" r="3" \
            fill="\(colours.moss)"/>
            """ + drawn.joined()
    }

    /// A shape, as a link if it has a target. Its title is its accessible name; `card` is for the map's script.
    private func link(
        _ href: String?, name: String, title: String, point: Point, content: String, card: String? = nil
    ) -> String {
        let shift =
            "transform=\"translate(\(SVGText.number(point.x, digits: 0)) \(SVGText.number(point.y, digits: 0)))\""
        let inner = "<title>\(SVGText.escaped(title))</title>\(content)"
        guard let href, !href.isEmpty else { return "<g class=\"\(name)\" role=\"img\" \(shift)>\(inner)</g>" }
        let data = card.map { " data-card=\"\(SVGText.escaped($0))\"" } ?? ""
        return "<a class=\"\(name)\" href=\"\(SVGText.escaped(href))\"\(data) \(shift)>\(inner)</a>"
    }
}
