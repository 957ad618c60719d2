/// Areas, roads and lines of a basemap.
struct GroundDrawing {
    let frame: Frame
    let theme: Theme

    /// The SVG of some tiles. Each map fades at its edge, over the maps under it.
    func markup(_ sources: [TileSource]) -> String {
        var maps: [(cover: Clipping?, sources: [TileSource])] = []
        for source in sources {
            if let known = maps.firstIndex(where: { $0.cover == source.cover }) {
                maps[known].sources.append(source)
            } else {
                maps.append((source.cover, [source]))
            }
        }
        func depth(_ sources: [TileSource]) -> Int { sources.reduce(0) { max($0, $1.depth) } }
        maps.sort { depth($0.sources) > depth($1.sources) }
        return maps.enumerated().map { number, map in
            // Names in a document are unique: `r6` of the first map, `m1-r6` of the second.
            let mark = number == 0 ? "" : "m\(number)-"
            let ground = ground(map.sources, mark)
            guard let cover = map.cover?.moved(-frame.left, -frame.top),
                let mask = MapEdge(cover: cover).mask("\(mark)e", frame)
            else { return ground }
            return "\(mask)<g mask=\"url(#\(mark)e)\">\(ground)</g>"
        }.joined()
    }

    /// One map: one path for each kind of feature.
    private func ground(_ sources: [TileSource], _ mark: String) -> String {
        var areas = [PathText](repeating: PathText(), count: MapStyle.Area.allCases.count)
        var lines = [PathText](repeating: PathText(), count: MapStyle.Line.allCases.count)
        var svg = SVGText()
        for (number, source) in sources.enumerated() {
            switch source.content {
            case .picture(let tile): svg.add(picture(tile, source, "\(mark)p\(number)"))
            case .vector(let tile):
                svg.add(land(source))
                for layer in MapStyle.layers.flatMap({ tile.layers[$0] ?? [] }) {
                    for feature in layer.features where source.mayShow(feature, layer, in: frame) {
                        collect(feature, layer, source, &areas, &lines)
                    }
                }
            }
        }
        let colours = theme.mapColours
        for area in MapStyle.Area.allCases where !areas[area.rawValue].isEmpty {
            // Nonzero winding, not even-odd: neighbouring tiles overlap, and so do a park and its lawns.
            let edge = area == .building && frame.zoom >= 15.5 ? " stroke=\"\(colours.buildingEdge)\"" : ""
            svg.add("<path fill=\"\(area.colour(colours))\"\(edge) d=\"\(areas[area.rawValue].text)\"/>")
        }
        svg.add(strokes(lines, colours, mark))
        return svg.text
    }

    private func land(_ source: TileSource) -> String {
        let area = source.area(frame, margin: 0.5).intersection(inside(0))
        return "<path fill=\"\(theme.mapColours.land)\" d=\"\(rectangle(area))\"/>"
    }

    /// An image, cut to the tile's window.
    private func picture(_ picture: RasterTile, _ source: TileSource, _ name: String) -> String {
        let (x, y) = (source.left - frame.left, source.top - frame.top)
        let side = SVGText.number(source.size, digits: 2)
        let whole = Clipping(left: x, top: y, right: x + source.size, bottom: y + source.size).intersection(inside(0))
        let area = source.area(frame, margin: 0).intersection(inside(0))
        let isCut = area.widened(0.01).intersection(whole) != whole
        let clip = isCut ? "<clipPath id=\"\(name)\"><path d=\"\(rectangle(area))\"/></clipPath>" : ""
        return clip + """
            <image x="\(SVGText.number(x, digits: 2))" y="\(SVGText.number(y, digits: 2))" width="\(side)" \
            height="\(side)" preserveAspectRatio="none"\(isCut ? " clip-path=\"url(#\(name))\"" : "") \
            href="\(picture.address)"/>
            """
    }

    private func rectangle(_ area: Clipping) -> String {
        """
        M\(SVGText.number(area.left)) \(SVGText.number(area.top))H\(SVGText.number(area.right))\
        V\(SVGText.number(area.bottom))H\(SVGText.number(area.left))z
        """
    }

    private func collect(
        _ feature: VectorTile.Feature, _ layer: VectorTile.Layer, _ source: TileSource, _ areas: inout [PathText],
        _ lines: inout [PathText]
    ) {
        guard let properties = source.vector?.properties(feature, layer) else { return }
        switch feature.kind {
        case .polygon:
            guard let area = MapStyle.area(layer.name, properties, zoom: frame.zoom) else { return }
            let clipping = inside(2).intersection(source.area(frame, margin: 0.5))
            for ring in source.geometry(feature, layer, frame) {
                areas[area.rawValue].add(ring: clipping.ring(ring))
            }
        case .line:
            guard let line = MapStyle.line(layer.name, properties, zoom: frame.zoom) else { return }
            let margin = line.width(frame.zoom) + 2
            let clipping = inside(margin).intersection(source.area(frame, margin: margin))
            for part in source.geometry(feature, layer, frame) {
                for piece in clipping.line(part) { lines[line.rawValue].add(line: piece) }
            }
        default: return
        }
    }

    private func inside(_ margin: Double) -> Clipping {
        Clipping(left: 0, top: 0, right: frame.width, bottom: frame.height).widened(margin)
    }

    /// All edges of roads are drawn below all roads, so that no edge crosses a junction.
    private func strokes(_ lines: [PathText], _ colours: Theme.MapColours, _ mark: String) -> String {
        let kinds = MapStyle.Line.allCases.filter { !lines[$0.rawValue].isEmpty }
        var svg = SVGText()
        svg.add("<g fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\">")
        // Each path is written once and drawn twice.
        svg.add("<defs>")
        for line in kinds where line.hasCasing {
            svg.add("<path id=\"\(mark)r\(line.rawValue)\" d=\"\(lines[line.rawValue].text)\"/>")
        }
        svg.add("</defs>")
        for line in kinds where !line.hasCasing && line.rawValue < MapStyle.Line.service.rawValue {
            svg.add(stroke(line, lines, colours))
        }
        for line in kinds where line.hasCasing {
            svg.add(use("\(mark)r\(line.rawValue)", line.casing(colours), line.width(frame.zoom) + 1.6))
        }
        for line in kinds where line.hasCasing {
            svg.add(use("\(mark)r\(line.rawValue)", line.colour(colours), line.width(frame.zoom)))
        }
        for line in kinds where line.rawValue > MapStyle.Line.motorway.rawValue {
            svg.add(stroke(line, lines, colours))
        }
        svg.add("</g>")
        return svg.text
    }

    private func use(_ name: String, _ colour: String, _ width: Double) -> String {
        "<use href=\"#\(name)\" stroke=\"\(colour)\" stroke-width=\"\(SVGText.number(width))\"/>"
    }

    private func stroke(_ line: MapStyle.Line, _ lines: [PathText], _ colours: Theme.MapColours) -> String {
        let dashes = line.dashes(frame.zoom)
        return """
            <path stroke="\(line.colour(colours))" stroke-width="\(SVGText.number(line.width(frame.zoom)))"\
            \(dashes.isEmpty ? "" : " stroke-dasharray=\"\(dashes)\"") d="\(lines[line.rawValue].text)"/>
            """
    }
}
