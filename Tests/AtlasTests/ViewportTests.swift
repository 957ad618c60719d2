import Proximity
import Testing

@testable import Atlas

struct ViewportTests {
    private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    @Test func `the projection gives the known tile of Helsinki`() throws {
        // Tile 14/9326/4743 of the usual numbering contains the Senate Square.
        let point = WebMercator.project(try place(60.1695, 24.9525))
        #expect(Int(point.x * 16_384) == 9_327 && Int(point.y * 16_384) == 4_742)
    }

    @Test(arguments: [0.0, 3.5, 12, 19])
    func `points and coordinates convert both ways`(zoom: Double) throws {
        for centre in [try place(60.17, 24.94), try place(0, 180), try place(-45, -179.99), try place(80, 10)] {
            let viewport = Viewport(centre: centre, zoom: zoom, width: 800, height: 600)
            for (x, y) in [(0.0, 0.0), (400, 300), (799, 599), (13, 411)] {
                let back = viewport.point(of: viewport.coordinate(at: Point(x: x, y: y)))
                // A world smaller than the frame is drawn once: a point beyond its edge is the same place again.
                let turns = ((back.x - x) / viewport.worldSize).rounded()
                #expect(abs(back.x - x - turns * viewport.worldSize) < 1e-3)
                if viewport.worldSize > 600 { #expect(abs(back.y - y) < 1e-3) }
            }
        }
    }

    @Test func `a place across the antimeridian is drawn on the near side`() throws {
        let viewport = Viewport(centre: try place(0, 179.9), zoom: 8, width: 400, height: 300)
        let point = viewport.point(of: try place(0, -179.9))
        #expect(abs(point.x - 200 - 0.2 / 360 * viewport.worldSize) < 1e-6)
        #expect(viewport.bounds.crossesAntimeridian)
        #expect(viewport.bounds.contains(try place(0, -179.95)))
        #expect(!viewport.bounds.contains(try place(0, 0)))
    }

    @Test func `sizes and zooms are clamped, and the world stays in view`() throws {
        let odd = Viewport(centre: try place(89, 0), zoom: .nan, width: 1, height: 99_999)
        #expect(odd.zoom == 0 && odd.width == 64 && odd.height == 2_048)
        #expect(abs(odd.centre.latitude) < 1e-9)
        let north = Viewport(centre: try place(90, 0), zoom: 4, width: 600, height: 600)
        #expect(abs(north.coordinate(at: Point(x: 0, y: 0)).latitude - WebMercator.limit) < 1e-6)
        #expect(Viewport(centre: try place(0, 0), zoom: 99, width: 600, height: 600).zoom == 19)
    }

    @Test func `fitting shows all places, across the antimeridian where that is shorter`() throws {
        let fiji = [try place(-18, 178), try place(-17, -179), try place(-16.5, 179.5)]
        let viewport = try #require(Viewport.fitting(fiji, width: 600, height: 400))
        #expect(viewport.zoom > 5)
        for island in fiji {
            let point = viewport.point(of: island)
            #expect((47.0...553).contains(point.x) && (47.0...353).contains(point.y))
        }
        #expect(Viewport.fitting([fiji[0]], width: 600, height: 400)?.zoom == 16)
        #expect(Viewport.fitting([], width: 600, height: 400) == nil)
        let world = [try place(80, -170), try place(-80, 10), try place(0, 100)]
        #expect(Viewport.fitting(world, width: 300, height: 300)?.zoom == 0)
    }

    @Test func `panning by a third moves by a third`() throws {
        let viewport = Viewport(centre: try place(60, 25), zoom: 12, width: 300, height: 300)
        let moved = viewport.panned(right: 1 / 3, down: 0)
        #expect(abs(moved.point(of: viewport.centre).x - 50) < 1e-6)
        #expect(viewport.zoomed(by: 1).metresPerPixel * 2 == viewport.metresPerPixel)
    }
}
