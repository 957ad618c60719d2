/// Names as SVG text, in the system's sans-serif font because an image cannot use the page's fonts.
struct LabelDrawing {
    let frame: Frame
    let block: Frame
    let theme: Theme

    /// The names and symbols that touch the frame; the block's other tiles draw the rest.
    func markup(_ placed: [LabelPlacement.Placed]) -> String {
        let shift = Point(x: block.left - frame.left, y: block.top - frame.top)
        var ways = SVGText()
        var texts = SVGText()
        var signs = SVGText()
        var used: Set<MapSymbol> = []
        for (number, item) in placed.enumerated() {
            let path = item.path.map { Point(x: $0.x + shift.x, y: $0.y + shift.y) }
            guard touches(path, item.label) else { continue }
            if path.count > 1 {
                var way = PathText()
                way.add(line: path, tolerance: 0.2)
                ways.add("<path id=\"w\(number)\" d=\"\(way.text)\"/>")
            }
            if let symbol = item.label.symbol {
                used.insert(symbol)
                let (x, y) = (SVGText.number(path[0].x), SVGText.number(path[0].y))
                signs.add("<use href=\"#s-\(symbol.rawValue)\" x=\"\(x)\" y=\"\(y)\"/>")
            }
            if item.isNamed { texts.add(text(item.label, path: path, shift: item.shift, number: number)) }
        }
        guard !(texts.text + signs.text).isEmpty else { return "" }
        let defined = MapSymbol.allCases.filter { used.contains($0) }.map { $0.definition(theme.mapColours) }.joined()
        return """
            <defs>\(ways.text)\(defined)</defs>\(signs.text)\
            <g font-family="system-ui,-apple-system,sans-serif" text-anchor="middle" \
            stroke="\(theme.mapColours.halo)" stroke-width="3" stroke-linejoin="round" paint-order="stroke">\(texts.text)</g>
            """
    }

    private func touches(_ path: [Point], _ label: Label) -> Bool {
        let across = path.count > 1 ? label.size : max(label.width + 4, MapSymbol.reach)
        let bounds = Clipping(
            left: -across, top: -label.size * 2, right: frame.width + across, bottom: frame.height + label.size)
        return path.contains { bounds.contains($0) }
    }

    private func text(_ label: Label, path: [Point], shift: Point, number: Int) -> String {
        let name = SVGText.escaped(label.text)
        let look = "font-size=\"\(SVGText.number(label.size))\" \(look(label))"
        guard path.count > 1 else {
            let x = SVGText.number(path[0].x + shift.x)
            let y = SVGText.number(path[0].y + shift.y + baseline(label))
            return "\(dot(label, path[0]))<text x=\"\(x)\" y=\"\(y)\" \(look)>\(name)</text>"
        }
        return "<text \(look) dy=\"4.1\"><textPath href=\"#w\(number)\" startOffset=\"50%\">\(name)</textPath></text>"
    }

    /// How far below its place a name is written.
    private func baseline(_ label: Label) -> Double {
        if label.symbol != nil { return MapSymbol.reach + label.size }
        return label.kind.hasDot ? -6 : label.size * 0.35
    }

    private func dot(_ label: Label, _ point: Point) -> String {
        guard label.kind.hasDot else { return "" }
        let (x, y) = (SVGText.number(point.x), SVGText.number(point.y))
        return "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"2\" fill=\"\(theme.mapColours.text)\"/>"
    }

    private func look(_ label: Label) -> String {
        let colours = theme.mapColours
        let look =
            switch label.kind {
            case .country: "font-weight=\"700\" fill=\"\(colours.text)\""
            case .city, .town: "font-weight=\"600\" fill=\"\(colours.text)\""
            case .metropolis: "font-weight=\"500\" fill=\"\(colours.text)\""
            case .suburb: "font-weight=\"600\" fill=\"\(colours.text)\" fill-opacity=\"0.85\""
            case .quarter, .street, .place, .settlement: "fill=\"\(colours.text)\""
            case .water: "font-style=\"italic\" fill=\"\(colours.waterText)\""
            case .park: "fill=\"\(colours.parkText)\""
            case .number: "fill=\"\(colours.text)\" fill-opacity=\"0.7\""
            }
        let spacing = label.kind.spacing * label.size
        return spacing > 0 ? "letter-spacing=\"\(SVGText.number(spacing))\" \(look)" : look
    }
}
