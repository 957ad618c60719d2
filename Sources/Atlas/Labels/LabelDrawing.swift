/// Names as SVG text, in the system's sans-serif font because an image cannot use the page's fonts.
struct LabelDrawing {
    let frame: Frame
    let block: Frame
    let theme: Theme

    /// The names that touch the frame; the block's other tiles draw the rest.
    func markup(_ placed: [LabelPlacement.Placed]) -> String {
        let shift = Point(x: block.left - frame.left, y: block.top - frame.top)
        var ways = SVGText()
        var texts = SVGText()
        for (number, item) in placed.enumerated() {
            let path = item.path.map { Point(x: $0.x + shift.x, y: $0.y + shift.y) }
            guard touches(path, item.label) else { continue }
            if path.count > 1 {
                var way = PathText()
                way.add(line: path, tolerance: 0.2)
                ways.add("<path id=\"w\(number)\" d=\"\(way.text)\"/>")
            }
            texts.add(text(item.label, path, number))
        }
        guard !texts.text.isEmpty else { return "" }
        return """
            <defs>\(ways.text)</defs><g font-family="system-ui,-apple-system,sans-serif" text-anchor="middle" \
            stroke="\(theme.mapColours.halo)" stroke-width="3" stroke-linejoin="round" paint-order="stroke">\(texts.text)</g>
            """
    }

    private func touches(_ path: [Point], _ label: Label) -> Bool {
        let across = path.count > 1 ? label.size : label.width / 2 + 4
        let bounds = Clipping(
            left: -across, top: -label.size, right: frame.width + across, bottom: frame.height + label.size)
        return path.contains { bounds.contains($0) }
    }

    private func text(_ label: Label, _ path: [Point], _ number: Int) -> String {
        let name = SVGText.escaped(label.text)
        let look = "font-size=\"\(SVGText.number(label.size))\" \(look(label.kind))"
        guard path.count > 1 else {
            let x = SVGText.number(path[0].x)
            let y = SVGText.number(path[0].y + (label.kind.hasDot ? -6 : label.size * 0.35))
            return "\(dot(label, path[0]))<text x=\"\(x)\" y=\"\(y)\" \(look)>\(name)</text>"
        }
        return "<text \(look) dy=\"3.8\"><textPath href=\"#w\(number)\" startOffset=\"50%\">\(name)</textPath></text>"
    }

    private func dot(_ label: Label, _ point: Point) -> String {
        guard label.kind.hasDot else { return "" }
        let (x, y) = (SVGText.number(point.x), SVGText.number(point.y))
        return "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"2\" fill=\"\(theme.mapColours.text)\"/>"
    }

    private func look(_ kind: Label.Kind) -> String {
        let colours = theme.mapColours
        return switch kind {
        case .country: "letter-spacing=\"1.2\" fill=\"\(colours.text)\" fill-opacity=\"0.75\""
        case .city, .town, .metropolis: "font-weight=\"600\" fill=\"\(colours.text)\""
        case .suburb: "font-weight=\"600\" letter-spacing=\"0.4\" fill=\"\(colours.text)\" fill-opacity=\"0.85\""
        case .quarter, .street, .place, .settlement: "fill=\"\(colours.text)\""
        case .water: "font-style=\"italic\" fill=\"\(colours.waterText)\""
        case .park: "fill=\"\(colours.parkText)\""
        case .number: "fill=\"\(colours.text)\" fill-opacity=\"0.7\""
        }
    }
}
