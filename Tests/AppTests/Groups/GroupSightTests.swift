import Atlas
import Foundation
import Proximity
import Testing

@testable import App

/// What the map of a group fits, and who stands at its edge.
struct GroupSightTests {
    private let outing: GroupOuting
    /// Metres to the north and to the east of where all of them meet.
    private static let places = [("aino_k", 0.0, 0.0), ("mikko", 400, 0), ("leena", 0, 500), ("Kim", -300, 0)]

    init() throws { outing = try GroupOuting(guest: "Kim") }

    private func spread() throws {
        for (name, north, east) in GroupSightTests.places { try outing.walk(name, north: north, east: east) }
    }

    private func page(of name: String, _ path: String = "") throws -> String {
        try outing.visitor(name).get(path.isEmpty ? outing.door.path : path).page.text
    }

    /// The coordinates in an attribute of what scripts are told.
    private func coordinates(_ attribute: String, in page: String) throws -> [Coordinate] {
        let text = try #require(
            page.firstMatch(of: try Regex("data-\(attribute)=\"([-0-9., ]*)\"", as: (Substring, Substring).self)))
        return try text.output.1.split(separator: " ").map { pair in
            let degrees = try pair.split(separator: ",").map { try #require(Double($0)) }
            return try #require(Coordinate(latitude: degrees[0], longitude: degrees[1]))
        }
    }

    /// The names of those who are in sight; "" for nobody of them.
    private func inSight(_ page: String) throws -> [String] {
        try coordinates("sight", in: page).map { place in
            try GroupSightTests.places.first { _, north, east in
                try GroupOuting.place(north: north, east: east).distance(to: place).value < 3
            }?.0 ?? ""
        }.sorted()
    }

    /// What a phone shows of the drawing without scripts.
    private func view(_ page: String, height: Int = MapFrame.visible.height) throws -> Viewport {
        let found = try #require(
            page.firstMatch(of: /map-canvas" data-lat="([-0-9.]+)" data-lon="([-0-9.]+)" data-zoom="([0-9.]+)"/))
        let numbers = try [found.1, found.2, found.3].map { try #require(Double($0)) }
        let centre = try #require(Coordinate(latitude: numbers[0], longitude: numbers[1]))
        return Viewport(centre: centre, zoom: numbers[2], width: MapFrame.visible.width, height: height)
    }

    private func shows(_ view: Viewport, _ north: Double, _ east: Double) throws -> Bool {
        let point = view.point(of: try GroupOuting.place(north: north, east: east))
        return (0...Double(view.width)).contains(point.x) && (0...Double(view.height)).contains(point.y)
    }

    @Test func `everybody's map fits everybody, from the first place on`() throws {
        #expect(try inSight(page(of: "aino_k")) == [])
        try outing.walk("aino_k", north: 0)
        #expect(try inSight(page(of: "aino_k")) == ["aino_k"])
        outing.site.wait(seconds: 20)
        try spread()
        for name in ["aino_k", "mikko", "leena", "Kim"] {
            let page = try page(of: name)
            #expect(try inSight(page) == ["Kim", "aino_k", "leena", "mikko"], "\(name)")
            #expect(try coordinates("around", in: page).count == 4)
            for (whom, north, east) in GroupSightTests.places {
                #expect(try shows(view(page), north, east), "\(whom) on the map of \(name)")
            }
            #expect(page.matches(of: /class="map-face"/).count == 3)
        }
        #expect(try page(of: "aino_k").contains("aria-label=\"leena, 500 m away\""))
    }

    @Test func `a call for help moves nobody out of sight, on the lower map below it`() throws {
        try spread()
        outing.site.wait(seconds: 20)
        try outing.act("mikko", GroupPaths.help(outing.door.id)).gets(200)
        outing.site.wait(seconds: 20)
        outing.site.sweep()
        let page = try page(of: "leena")
        #expect(page.contains("mikko needs help") && page.contains("class=\"map-face is-alarming\""))
        #expect(try inSight(page) == ["Kim", "aino_k", "leena", "mikko"])
        for (whom, north, east) in GroupSightTests.places {
            #expect(try shows(view(page, height: 200), north, east), "\(whom)")
        }
    }

    @Test func `the page of one member keeps them in sight, and of an alert the middle of the group too`() throws {
        try spread()
        let path = try outing.path(of: "mikko")
        let calm = try page(of: "leena", path)
        #expect(try inSight(calm) == ["mikko"] && coordinates("around", in: calm) == [])
        // The others stand at the edge.
        #expect(try calm.contains("class=\"map-face\" href=\"\(outing.path(of: "Kim"))\""))
        outing.site.wait(seconds: 20)
        try outing.act("mikko", GroupPaths.help(outing.door.id)).gets(200)
        outing.site.wait(seconds: 20)
        outing.site.sweep()
        let alarming = try page(of: "leena", path)
        let middle = try #require(try outing.view("leena").centre(outing.site.now))
        let places = try coordinates("sight", in: alarming)
        #expect(try places.count == 2 && inSight(alarming).contains("mikko"))
        #expect(places.contains { $0.distance(to: middle).value < 3 })
    }

    /// What a map tells of where people are, without what is drawn.
    private func fit(_ page: String) throws -> [String] {
        let view = try view(page)
        let all = try coordinates("sight", in: page) + coordinates("around", in: page) + [view.centre]
        return all.map { CoordinateFormatter.pair($0) } + ["\(view.zoom)"]
    }

    @Test func `how the map fits tells nothing of somebody who is hidden`() throws {
        try spread()
        outing.site.wait(seconds: 120)
        let leena = try outing.path(of: "leena")
        try outing.visitor("mikko").get("/people/leena").submit("/people/leena/block")
        let (before, others) = (try fit(page(of: "mikko")), try fit(page(of: "aino_k")))
        #expect(try inSight(page(of: "mikko")) == ["Kim", "aino_k", "mikko"])
        try outing.walk("leena", north: 0, east: 3_000)
        for path in ["", "/live", "/live?overlay=1"] {
            let page = try page(of: "mikko", outing.door.path + path)
            #expect(!page.contains(leena), "\(path)")
            #expect(try coordinates("sight", in: page).count == 3, "\(path)")
        }
        #expect(try fit(page(of: "mikko")) == before)
        // Who sees them has another view.
        #expect(try fit(page(of: "aino_k")) != others)
    }

    @Test func `who pauses is in nobody's sight but their own`() throws {
        try spread()
        try outing.act("mikko", GroupPaths.pause(outing.door.id), [("minutes", "30")]).gets(200)
        #expect(try inSight(page(of: "aino_k")) == ["Kim", "aino_k", "leena"])
        #expect(try !page(of: "aino_k").contains("class=\"map-face\" href=\"\(outing.path(of: "mikko"))\""))
        #expect(try inSight(page(of: "mikko")) == ["Kim", "aino_k", "leena", "mikko"])
    }
}
