import Foundation
import Proximity
import Testing

@testable import Atlas

/// Areas with names on a map.
struct RegionTests {
    private func drawing(_ area: Fence.Area, latitude: Double, longitude: Double, zoom: Double = 15) throws
        -> String
    {
        let centre = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let viewport = Viewport(centre: centre, zoom: zoom, width: 390, height: 580)
        let region = MapRegion(area: area, colour: "#d6336c", name: "Kallio <1>", href: "/zones/1?a=1&b=2")
        return RegionDrawing([region], in: viewport).svg()
    }

    private func circle(latitude: Double, longitude: Double, radius: Metres) throws -> Fence.Area {
        .circle(centre: try #require(Coordinate(latitude: latitude, longitude: longitude)), radius: radius)
    }

    @Test func `a region is a link in its colour with its name`() throws {
        let svg = try drawing(circle(latitude: 60.18, longitude: 24.95, radius: 250), latitude: 60.18, longitude: 24.95)
        #expect(
            svg.contains(#"<a class="map-region" href="/zones/1?a=1&amp;b=2">"#)
                && svg.contains("<circle cx=\"195\" cy=\"290\""))
        #expect(svg.contains("Kallio &lt;1&gt;</text>") && svg.contains(##"fill="#d6336c""##))
        // Far from the view, and smaller than a pixel, it is not drawn.
        #expect(
            try !drawing(circle(latitude: 60.5, longitude: 24.95, radius: 250), latitude: 60.18, longitude: 24.95)
                .contains("map-region\""))
        #expect(
            try !drawing(
                circle(latitude: 60.18, longitude: 24.95, radius: 250), latitude: 60.18, longitude: 24.95, zoom: 3
            ).contains("map-region\""))
    }

    @Test func `one that is open inside is tapped at its edge and its name, while it is wide`() throws {
        let place = try #require(Coordinate(latitude: 60.18, longitude: 24.95))
        func drawing(_ zoom: Double) -> String {
            let area = Fence.Area.circle(centre: place, radius: 250)
            let region = MapRegion(area: area, colour: "#2b6c99", name: "Photo", href: "/a", isOpenInside: true)
            return RegionDrawing([region], in: Viewport(centre: place, zoom: zoom, width: 390, height: 580)).svg()
        }
        let wide = drawing(16)
        #expect(
            wide.contains(
                #" pointer-events="stroke"/><rect x="125" y="249" width="140" height="44" fill="transparent"/>"#))
        #expect(!drawing(11).contains("pointer-events"))
    }

    @Test func `its radius is that of its own latitude`() throws {
        let svg = try drawing(
            circle(latitude: 60.185, longitude: 24.95, radius: 250), latitude: 60.18, longitude: 24.95)
        let radius = try #require(svg.firstMatch(of: /r="([0-9.]+)"/).flatMap { Double($0.1) })
        let edge = try #require(Coordinate(latitude: 60.185, longitude: 24.95)).destination(bearing: 90, distance: 250)
        let viewport = Viewport(
            centre: try #require(Coordinate(latitude: 60.18, longitude: 24.95)), zoom: 15, width: 390, height: 580)
        #expect(abs(viewport.point(of: edge).x - 195 - radius) < 1)
    }

    @Test(arguments: [179.95, -179.95, 180.0])
    func `a polygon over the antimeridian is in one piece from both sides`(longitude: Double) throws {
        let corners = [(-16.5, 179.9), (-16.5, -179.9), (-16.6, -179.9), (-16.6, 179.9)]
        let polygon = try #require(Polygon(corners.compactMap { Coordinate(latitude: $0.0, longitude: $0.1) }))
        let centre = try #require(Coordinate(latitude: -16.55, longitude: longitude))
        let viewport = Viewport(centre: centre, zoom: 9, width: 390, height: 580)
        let across = RegionDrawing.rings(.polygon(polygon), in: viewport).joined().map { $0.x }
        let width = try #require(across.max()) - (try #require(across.min()))
        #expect(abs(width - 0.2 / 360 * viewport.worldSize) < 1)
        #expect(try #require(across.min()) > -width && (try #require(across.max())) < 390 + width)
    }

    @Test func `a wide circle is drawn as the ground has it`() throws {
        #expect(
            try drawing(
                circle(latitude: 60.18, longitude: 24.95, radius: 400_000), latitude: 60.18, longitude: 24.95, zoom: 5
            ).contains("<path d="))
        #expect(
            try drawing(circle(latitude: 89, longitude: 0, radius: 100_000), latitude: 85, longitude: 0, zoom: 4)
                .contains("<path d="))
    }
}
