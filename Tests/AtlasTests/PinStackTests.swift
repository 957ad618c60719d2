import Foundation
import Proximity
import Testing

@testable import Atlas

/// People who stand together on the map of a group.
struct PinStackTests {
    private let place = Coordinate(latitude: 60.1700, longitude: 24.9500)!

    private func people(_ count: Int, metres: Double = 2, alert: Int? = nil) -> [Pin] {
        (0..<count).map { number in
            Pin(
                kind: .person,
                coordinate: place.destination(bearing: 72 * Double(number), distance: Metres(metres)),
                title: "Name\(number), now", href: "/groups/1/members/\(number)", label: "N\(number)",
                marks: number == alert ? [.alert] : [])
        }
    }

    private func svg(_ pins: [Pin], zoom: Double, you: Coordinate? = nil) -> String {
        var drawing = MapDrawing(
            viewport: Viewport(centre: place, zoom: zoom, width: 400, height: 300), pins: pins)
        drawing.showsEachPin = true
        drawing.hasGround = false
        drawing.you = you.map { ($0, nil) }
        drawing.clusterAddress = { _, zoom in "/groups/1?z=\(String(format: "%.2f", zoom))" }
        return drawing.svg()
    }

    /// Where the pins of people are drawn.
    private func points(_ svg: String) -> [Point] {
        svg.matches(of: /class="pin pin-person"[^>]*transform="translate\((\S+) (\S+)\)"/).map {
            Point(x: Double($0.1)!, y: Double($0.2)!)
        }
    }

    @Test(arguments: [(2, 2, ""), (3, 3, ""), (5, 3, "+2"), (12, 3, "+9")])
    func `who would overlap is one stack of faces with the number of the others`(
        count: Int, faces: Int, rest: String
    ) {
        let svg = svg(people(count), zoom: 16)
        #expect(points(svg).isEmpty)
        #expect(svg.matches(of: /class="pin pin-group"/).count == 1)
        #expect(svg.matches(of: />N\d+<\/text>/).count == faces)
        #expect(rest.isEmpty ? !svg.contains(">+") : svg.contains(">\(rest)</text>"))
        // Everybody is named, without what the title says besides.
        for number in 0..<count { #expect(svg.contains("Name\(number)")) }
        #expect(svg.contains(": \(count) here</title>") && !svg.contains("now"))
    }

    @Test func `a tap on a stack leads to where they stand apart, or to the closest zoom`() {
        let closest = String(format: "%.2f", Viewport.zooms.upperBound)
        #expect(svg(people(2, metres: 0), zoom: 15).contains("z=\(closest)"))
        let opened = svg(people(2, metres: 20), zoom: 15).firstMatch(of: /z=([\d.]+)/).flatMap { Double($0.1) } ?? 0
        #expect((16.0..<Viewport.zooms.upperBound).contains(opened))
        #expect(points(svg(people(2, metres: 20), zoom: opened)).count == 2)
    }

    @Test(arguments: 2...5)
    func `at the closest zoom each is drawn, moved by less than a pin`(count: Int) {
        let pins = people(count, metres: 0)
        let drawn = points(svg(pins, zoom: Viewport.zooms.upperBound))
        #expect(drawn.count == count)
        for point in drawn { #expect(hypot(point.x - 200, point.y - 150) < 40) }
        for one in drawn.indices {
            for other in drawn.indices where other > one {
                #expect(hypot(drawn[one].x - drawn[other].x, drawn[one].y - drawn[other].y) > 35)
            }
        }
    }

    @Test func `more than fit around a place stay a stack there too`() {
        let svg = svg(people(6, metres: 0), zoom: Viewport.zooms.upperBound)
        #expect(points(svg).isEmpty && svg.contains(">+3</text>"))
    }

    @Test func `whoever asks for attention stands where they are, above the others`() {
        let svg = svg(people(4, metres: 0, alert: 2), zoom: 16)
        #expect(points(svg) == [Point(x: 200, y: 150)])
        #expect(svg.contains("href=\"/groups/1/members/2\"") && svg.contains(": 3 here</title>"))
        let (stack, pin) = (svg.range(of: "pin-group\" href"), svg.range(of: "pin pin-person\""))
        #expect(stack.flatMap { stack in pin.map { stack.lowerBound < $0.lowerBound } } == true)
    }

    @Test func `who has no signal is paler in the stack too`() {
        var pins = people(1)
        pins.append(Pin(kind: .person, coordinate: place, title: "Old", label: "O", isMuted: true))
        #expect(svg(pins, zoom: 16).matches(of: /<g transform="translate\(\S+ 0\)" opacity="0.6">/).count == 1)
    }

    @Test func `one's own dot lies above those who stand there too`() {
        let svg = svg(people(3), zoom: 16, you: place)
        let (dot, stack) = (svg.range(of: "class=\"map-you\""), svg.range(of: "pin pin-group"))
        #expect(dot.flatMap { dot in stack.map { $0.lowerBound < dot.lowerBound } } == true)
    }
}
