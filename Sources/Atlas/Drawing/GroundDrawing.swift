/// Areas, roads and lines of a basemap.
struct GroundDrawing {
    let frame: Frame
    let theme: Theme

    /// The SVG of some tiles: one path for each kind of thing.
    func markup(_ sources: [TileSource]) -> String {
        var areas = [PathText](repeating: PathText(), count: MapStyle.Area.allCases.count)
        var lines = [PathText](repeating: PathText(), count: MapStyle.Line.allCases.count)
        var svg = SVGText()
        for source in sources {
            svg.add(land(source))
            for name in MapStyle.layers {
                guard let layer = source.tile.layers[name] else { continue }
                for feature in layer.features { collect(feature, layer, source, &areas, &lines) }
            }
        }
        let colours = theme.mapColours
        for area in MapStyle.Area.allCases where !areas[area.rawValue].isEmpty {
            let path = areas[area.rawValue].text
            svg.add("<path fill=\"\(area.colour(colours))\" fill-rule=\"evenodd\" d=\"\(path)\"/>")
        }
        svg.add(strokes(lines, colours))
        return svg.text
    }

    private func land(_ source: TileSource) -> String {
        let (x, y) = source.place.corner(frame)
        let (left, top) = (max(0, x), max(0, y))
        let (right, bottom) = (min(frame.width, x + source.place.size), min(frame.height, y + source.place.size))
        return """
            <path fill="\(theme.mapColours.land)" d="M\(SVGText.number(left)) \(SVGText.number(top))\
            H\(SVGText.number(right))V\(SVGText.number(bottom))H\(SVGText.number(left))z"/>
            """
    }

    private func collect(
        _ feature: VectorTile.Feature, _ layer: VectorTile.Layer, _ source: TileSource, _ areas: inout [PathText],
        _ lines: inout [PathText]
    ) {
        let properties = source.tile.properties(feature, layer)
        switch feature.kind {
        case .polygon:
            guard let area = MapStyle.area(layer.name, properties, zoom: frame.zoom) else { return }
            let clipping = clipping(2)
            for ring in source.geometry(feature, layer, frame) {
                areas[area.rawValue].add(ring: clipping.ring(ring))
            }
        case .line:
            guard let line = MapStyle.line(layer.name, properties, zoom: frame.zoom) else { return }
            let clipping = clipping(line.width(frame.zoom) + 2)
            for part in source.geometry(feature, layer, frame) {
                for piece in clipping.line(part) { lines[line.rawValue].add(line: piece) }
            }
        default: return
        }
    }

    private func clipping(_ margin: Double) -> Clipping {
        Clipping(left: -margin, top: -margin, right: frame.width + margin, bottom: frame.height + margin)
    }

    /// All edges of roads below all roads, so that crossings are open.
    private func strokes(_ lines: [PathText], _ colours: Theme.MapColours) -> String {
        let kinds = MapStyle.Line.allCases.filter { !lines[$0.rawValue].isEmpty }
        var svg = SVGText()
        svg.add("<g fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\">")
        // Each path is written once and drawn twice.
        svg.add("<defs>")
        for line in kinds where line.hasCasing {
            svg.add("<path id=\"r\(line.rawValue)\" d=\"\(lines[line.rawValue].text)\"/>")
        }
        svg.add("</defs>")
        for line in kinds where !line.hasCasing && line.rawValue < MapStyle.Line.service.rawValue {
            svg.add(stroke(line, lines, colours))
        }
        for line in kinds where line.hasCasing {
            let width = SVGText.number(line.width(frame.zoom) + 1.6)
            svg.add("<use href=\"#r\(line.rawValue)\" stroke=\"\(line.casing(colours))\" stroke-width=\"\(width)\"/>")
        }
        for line in kinds where line.hasCasing {
            let width = SVGText.number(line.width(frame.zoom))
            svg.add("<use href=\"#r\(line.rawValue)\" stroke=\"\(line.colour(colours))\" stroke-width=\"\(width)\"/>")
        }
        for line in kinds where line.rawValue > MapStyle.Line.motorway.rawValue {
            svg.add(stroke(line, lines, colours))
        }
        svg.add("</g>")
        return svg.text
    }

    private func stroke(_ line: MapStyle.Line, _ lines: [PathText], _ colours: Theme.MapColours) -> String {
        let dashes = line.dashes(frame.zoom)
        return """
            <path stroke="\(line.colour(colours))" stroke-width="\(SVGText.number(line.width(frame.zoom)))"\
            \(dashes.isEmpty ? "" : " stroke-dasharray=\"\(dashes)\"") d="\(lines[line.rawValue].text)"/>
            """
    }
}
