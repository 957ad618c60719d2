import Proximity

/// The pins and clusters of a map as SVG: each shape is defined once, then used with one line per pin.
struct PinDrawing {
    let viewport: Viewport
    let groups: [PinClusters.Group]
    /// Whether all are people: those who would overlap are drawn as a stack of faces.
    let showsEach: Bool
    /// The link of a cluster; "" for none.
    let clusterAddress: (Coordinate, Double) -> String
    private let colours = Theme.light.palette

    init(
        _ pins: [Pin], _ crowds: [PinCrowd], in viewport: Viewport, showsEach: Bool = false,
        clusterAddress: @escaping (Coordinate, Double) -> String
    ) {
        self.viewport = viewport
        self.showsEach = showsEach
        self.clusterAddress = clusterAddress
        groups = PinClusters.groups(pins, crowds: crowds, in: viewport)
    }

    /// The markup; empty without pins.
    func svg() -> String {
        if groups.isEmpty { return "" }
        var svg = SVGText()
        svg.add("<defs>\(definitions())</defs>")
        for group in groups { svg.add(markup(group)) }
        return svg.text
    }

    /// The shapes of the kinds drawn one by one, and what else is used.
    private func definitions() -> String {
        let faces = Set(
            groups.flatMap { $0.pins.map { PinShape.Face(kind: $0.kind, marks: $0.marks) } }
                + groups.filter { $0.count == 1 }.compactMap { $0.kind.map { PinShape.Face(kind: $0, marks: []) } })
        let shapes = faces.sorted { $0.name < $1.name }.map { PinShape.definition($0, colours) }
        let portraits = Set(groups.flatMap { $0.pins.filter { $0.portrait != nil }.map { $0.kind == .moment } })
        let round =
            (portraits.contains(false) ? PinShape.roundDefinition : "")
            + (portraits.contains(true) ? PhotoPin.clip : "")
        return shapes.joined() + PinShape.clusterDefinition(colours) + round
    }

    private func markup(_ group: PinClusters.Group) -> String {
        if let pin = group.pins.first, group.count == 1 { return single(pin, group.point) }
        if showsEach { return people(group) }
        if group.count == group.pins.count, PinFan.isNeeded(group.pins, in: viewport) {
            return fan(group, PinFan.shown(group.pins), PinFan.offsets)
        }
        return cluster(group)
    }

    /// People who would overlap: whoever asks for attention stands where they are, above the stack of the others, which
    /// the closest zoom opens.
    private func people(_ group: PinClusters.Group) -> String {
        let urgent = group.pins.filter { $0.marks.contains(.alert) }
        let calm = group.pins.filter { !$0.marks.contains(.alert) }
        func alone(_ pin: Pin) -> String { single(pin, viewport.point(of: pin.coordinate)) }
        let above = urgent.map(alone).joined()
        if calm.count < 2 { return calm.map(alone).joined() + above }
        if viewport.zoom >= Viewport.zooms.upperBound - 0.01, calm.count <= PinFan.mostNear {
            var near = group
            (near.pins, near.count) = (calm, calm.count)
            return fan(near, calm, PinFan.near) + above
        }
        let stack = PinStack(pins: calm, colours: colours)
        let place = viewport.coordinate(at: group.point)
        let address = clusterAddress(place, PinStack.openingZoom(calm, in: viewport))
        return link(address, "pin pin-group", stack.title, group.point, stack.svg(face: face)) + above
    }

    private func single(_ pin: Pin, _ point: Point) -> String {
        let shape = "<use href=\"#\(PinShape.Face(kind: pin.kind, marks: pin.marks).name)\"/>\(face(pin))"
        return link(
            pin.href, "pin pin-\(pin.kind.rawValue)\(pin.isMuted ? " pin-muted" : "")", pin.title, point,
            pin.isMuted ? "<g opacity=\"0.6\">\(shape)</g>" : shape, card: pin.card)
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
    private func cluster(_ group: PinClusters.Group) -> String {
        let place = viewport.coordinate(at: group.point)
        let zoom = min(viewport.zoom + 2, Viewport.zooms.upperBound)
        let words = PinDrawing.words(group.kind, group.count)
        if group.count == 1, let kind = group.kind {
            let use = "<use href=\"#\(PinShape.Face(kind: kind, marks: []).name)\"/>"
            return link(clusterAddress(place, zoom), "pin pin-group", "\(words) here", group.point, use)
        }
        return link(clusterAddress(place, zoom), "pin pin-group", "\(words) here", group.point, disc(group.count))
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
        _ group: PinClusters.Group, _ shown: [Pin], _ offsets: (Int) -> [Point]
    ) -> String {
        let rest = group.pins.count - shown.count
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
                link(nil, "pin pin-group", "Another \(PinDrawing.words(group.kind, rest)) here", place, disc(rest)))
        }
        return """
            <path class="pin-legs" d="\(legs)" fill="none" stroke="\(colours.moss)" stroke-opacity="0.5"/>\
            <circle class="pin-foot" cx="\(SVGText.number(group.point.x))" cy="\(SVGText.number(group.point.y))" r="3" \
            fill="\(colours.moss)"/>
            """ + drawn.joined()
    }

    /// A shape, as a link if it has a target. Its title is its accessible name; `card` is for the map's script.
    private func link(
        _ href: String?, _ name: String, _ title: String, _ point: Point, _ content: String, card: String? = nil
    ) -> String {
        let shift =
            "transform=\"translate(\(SVGText.number(point.x, digits: 0)) \(SVGText.number(point.y, digits: 0)))\""
        let inner = "<title>\(SVGText.escaped(title))</title>\(content)"
        guard let href, !href.isEmpty else { return "<g class=\"\(name)\" role=\"img\" \(shift)>\(inner)</g>" }
        let data = card.map { " data-card=\"\(SVGText.escaped($0))\"" } ?? ""
        return "<a class=\"\(name)\" href=\"\(SVGText.escaped(href))\"\(data) \(shift)>\(inner)</a>"
    }
}
