/// Draws the built-in world.
extension World {
    /// Seas, lands, lakes and borders in a frame. They turn into paper on the way to ``closestZoom``: the nearer the
    /// view, the less the coarse outlines are a coast.
    func markup(_ frame: Frame, _ theme: Theme) -> String {
        let strength = min(1, (World.closestZoom - frame.zoom) / World.fading)
        guard strength < 1 else { return drawing(frame, theme) }
        return Paper(frame: frame, theme: theme).markup(hasLabels: false)
            + "<g opacity=\"\(SVGText.number(strength, digits: 2))\">\(drawing(frame, theme))</g>"
    }

    /// Over how many zooms the world turns into paper.
    private static let fading = 2.0

    private func drawing(_ frame: Frame, _ theme: Theme) -> String {
        let colours = theme.mapColours
        var svg = SVGText()
        let size = "width=\"\(SVGText.number(frame.width))\" height=\"\(SVGText.number(frame.height))\""
        svg.add("<rect \(size) fill=\"\(colours.water)\"/><g stroke-width=\"0.8\" stroke-linejoin=\"round\">")
        // A stroke in its own colour hides the seam between the halves of an island on the date line.
        let shores = [(lands.filter { $0.isCut }, colours.land), (lands.filter { !$0.isCut }, colours.waterLine)]
        for (shapes, shore) in shores {
            svg.add(rings(shapes, frame: frame, look: "fill=\"\(colours.land)\" stroke=\"\(shore)\""))
        }
        svg.add(rings(lakes, frame: frame, look: "fill=\"\(colours.water)\" stroke=\"\(colours.waterLine)\""))
        let lines = path(borders, frame) { path, points, clipping in
            for part in clipping.line(points) { path.add(line: part) }
        }
        if !lines.isEmpty { svg.add("<path fill=\"none\" stroke=\"\(colours.boundary)\" d=\"\(lines)\"/>") }
        svg.add("</g>")
        return svg.text
    }

    /// The names of countries and cities in a frame; closer views name smaller cities.
    func labels(_ frame: Frame) -> [Label] {
        let least = World.minPopulation(frame.zoom)
        return copies(frame).flatMap { copy -> [Label] in
            func place(_ point: Point) -> Point? {
                let x = (point.x + Double(copy)) * frame.worldSize - frame.left
                let y = point.y * frame.worldSize - frame.top
                return (0...frame.width).contains(x) && (0...frame.height).contains(y) ? Point(x: x, y: y) : nil
            }
            let lands = countries.filter { $0.isNamed(frame.zoom) }.compactMap { country in
                place(country.point).map {
                    Label(
                        text: country.name, kind: .country, rank: -10 + country.zooms.lowerBound, path: [$0],
                        size: country.size(frame.zoom))
                }
            }
            let towns = cities.prefix { $0.population >= least }.compactMap { city in
                place(city.point).map {
                    let kind: Label.Kind = city.population >= 1_000 ? .metropolis : .settlement
                    return Label(
                        text: city.name, kind: kind, rank: 5 - Double(city.population) / 1e5, path: [$0],
                        size: city.population >= 300 ? 13 : nil)
                }
            }
            return lands + towns
        }
    }

    /// The minimum population, in thousands, of a city named at a zoom.
    private static func minPopulation(_ zoom: Double) -> Int {
        switch zoom {
        case ..<1.5: 10_000
        case ..<2.5: 3_000
        case ..<3.5: 1_000
        case ..<4.5: 300
        case ..<5.5: 100
        case ..<6.5: 50
        case ..<7.5: 25
        default: 15
        }
    }

    private func rings(_ shapes: [Shape], frame: Frame, look: String) -> String {
        let rings = path(shapes, frame) { path, points, clipping in path.add(ring: clipping.ring(points)) }
        return rings.isEmpty ? "" : "<path \(look) fill-rule=\"evenodd\" d=\"\(rings)\"/>"
    }

    private func path(
        _ shapes: [Shape], _ frame: Frame, add: (inout PathText, [Point], Clipping) -> Void
    ) -> String {
        let clipping = Clipping(left: -3, top: -3, right: frame.width + 3, bottom: frame.height + 3)
        let size = frame.worldSize
        var path = PathText()
        for copy in copies(frame) {
            let (x, y) = (Double(copy) * size - frame.left, -frame.top)
            for shape in shapes {
                guard shape.right * size + x >= 0, shape.left * size + x <= frame.width, shape.bottom * size + y >= 0,
                    shape.top * size + y <= frame.height,
                    (shape.right - shape.left + shape.bottom - shape.top) * size > 1
                else { continue }
                let points = shape.points.map { Point(x: $0.x * size + x, y: $0.y * size + y) }
                add(&path, Simplifying.simplified(points, tolerance: 0.4), clipping)
            }
        }
        return path.text
    }

    /// The copies of the world that a frame shows, counted from the first.
    private func copies(_ frame: Frame) -> ClosedRange<Int> {
        let first = (frame.left / frame.worldSize).rounded(.down)
        return Int(first)...Int(((frame.left + frame.width) / frame.worldSize).rounded(.down))
    }
}

/// The names of countries are larger than those of towns, larger for larger countries, and grow with them.
extension World.Country {
    /// A name may come a little before there is room for it in its country.
    private static let early = 0.7

    fileprivate func isNamed(_ zoom: Double) -> Bool {
        zoom >= zooms.lowerBound - World.Country.early && zoom <= zooms.upperBound
    }

    /// Font size in pixels.
    fileprivate func size(_ zoom: Double) -> Double {
        min(20, max(14, 18 - 1.6 * zooms.lowerBound + 1.2 * (zoom - zooms.lowerBound)))
    }
}
