import Proximity
import TestTools
import Testing

@testable import Atlas

/// Things are grouped by their places alone, before anybody reads what their pins say.
struct PinLayoutTests {
    private let square = Coordinate(latitude: 60.1700, longitude: 24.9500)!
    private static let zooms = [2.0, 9, 12.5, 15, 16.4, 17, 19]

    private func viewport(_ zoom: Double) -> Viewport {
        Viewport(centre: square, zoom: zoom, width: 900, height: 700)
    }

    /// Things of all kinds, some of them at one place, of few owners.
    private func pins(_ generator: inout SeededGenerator) -> [Pin] {
        let reach = [30.0, 400, 6_000].randomElement(using: &generator)!
        let marks: [Pin.Marks] = [[], [.photo], [.sound, .locked], [.own, .photo], [.alert]]
        let owners: [Int64?] = [nil, 1, 2, 3]
        var place = square
        return (0..<Int.random(in: 1...350, using: &generator)).map { number in
            if Int.random(in: 0..<3, using: &generator) == 0 {
                place = square.destination(
                    bearing: Degrees(.random(in: 0..<360, using: &generator)),
                    distance: Metres(.random(in: 0..<reach, using: &generator)))
            }
            return Pin(
                kind: Pin.Kind.allCases.randomElement(using: &generator)!, coordinate: place, title: "T\(number)",
                id: Int64(number), owner: owners.randomElement(using: &generator)!, href: "/t/\(number)",
                portrait: Bool.random(using: &generator) ? "/media/\(number)" : nil,
                isMuted: Bool.random(using: &generator), marks: marks.randomElement(using: &generator)!)
        }
    }

    private func clusters(_ generator: inout SeededGenerator) -> [PinCluster] {
        (0..<Int.random(in: 0...3, using: &generator)).map { _ in
            let point = GridPoint(
                square.destination(bearing: 80, distance: Metres(.random(in: 0..<3_000, using: &generator))))
            let count = Int64.random(in: 1...90, using: &generator)
            let sum = (x: point.x * count, y: point.y * count)
            return PinCluster(
                kind: .relic, count: CellCount(cell: GridCell(point, level: 14), count: Int(count), sum: sum))
        }
    }

    @Test func `a map of the pins that are drawn is the map of all pins`() {
        var generator = SeededGenerator()
        for round in 0..<12 {
            let (pins, clusters) = (pins(&generator), clusters(&generator))
            for zoom in PinLayoutTests.zooms {
                let viewport = viewport(zoom)
                let layout = PinLayout(pins.map { PinPlace($0) }, clusters: clusters, in: viewport)
                var read: [Int: Pin] = [:]
                for index in layout.drawn { read[index] = pins[index] }
                var (whole, part) = (
                    MapDrawing(viewport: viewport, pins: pins), MapDrawing(layout: layout, pins: read)
                )
                whole.clusters = clusters
                (whole.hasGround, part.hasGround) = (false, false)
                let svg = part.svg()
                #expect(svg == whole.svg(), "\(round) \(zoom)")
                // Those and no others have a link, each once.
                let links = svg.matches(of: /href="\/t\/(\d+)"/).compactMap { Int($0.output.1) }
                #expect(links.sorted() == layout.drawn, "\(round) \(zoom)")
            }
        }
    }

    @Test func `each thing in the frame is in one group, whose point is their middle`() {
        var generator = SeededGenerator()
        for zoom in PinLayoutTests.zooms {
            let viewport = viewport(zoom)
            let places = pins(&generator).map { PinPlace($0) }
            let groups = PinGrouping.groups(places, in: viewport)
            let all = groups.flatMap { $0.pins }
            #expect(Set(all).count == all.count)
            let inside = places.indices.filter { viewport.bounds.contains(places[$0].coordinate) }
            #expect(Set(all).isSuperset(of: inside))
            for group in groups {
                #expect(group.count == group.pins.count)
                let points = group.pins.map { viewport.point(of: places[$0].coordinate) }
                let middle = points.reduce(0) { $0 + $1.x } / Double(max(1, points.count))
                #expect(abs(middle - group.point.x) < 0.01)
            }
        }
    }

    @Test func `things at one place keep their order`() {
        let places = (0..<40).map { PinPlace(kind: .note, coordinate: square, id: Int64($0)) }
        let groups = PinGrouping.groups(places, in: viewport(15))
        #expect(groups.map { $0.pins } == [Array(0..<40)])
        #expect(PinLayout(places, in: viewport(15)).drawn.isEmpty)
        #expect(PinLayout(places, in: viewport(19)).drawn == Array(0..<PinFan.most))
    }

    @Test func `what has no pin any more is not drawn`() {
        let place = PinPlace(kind: .note, coordinate: square, id: 1)
        let drawing = MapDrawing(layout: PinLayout([place], in: viewport(15)), pins: [:])
        #expect(!drawing.svg().contains("pin pin-note"))
    }

    @Test func `marks are told in one order, each once`() {
        var marks: Pin.Marks = [.own, .photo]
        marks.insert(.photo)
        #expect(marks.inOrder == [.photo, .own] && marks == [.photo, .own] && !marks.contains(.alert))
        let all = Pin.Mark.allCases.reduce(into: [] as Pin.Marks) { $0.insert($1) }
        #expect(all.inOrder == Pin.Mark.allCases)
    }
}
