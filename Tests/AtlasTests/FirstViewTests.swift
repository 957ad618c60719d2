import Proximity
import Testing

@testable import Atlas

struct FirstViewTests {
    /// The demo's map: 1 km by 1.6 km.
    private let centre = Bounds(south: 60.1642, west: 24.9352, north: 60.1790, east: 24.9533)!
    private let town = Bounds(south: 60.0, west: 24.7, north: 60.4, east: 25.3)!
    private let square = Coordinate(latitude: 60.1699, longitude: 24.9442)!

    private func away(_ bearing: Double, _ metres: Double, from place: Coordinate? = nil) -> Coordinate {
        (place ?? square).destination(bearing: Degrees(bearing), distance: Metres(metres))
    }

    /// The part of a phone above the sheet.
    private func isSeen(_ place: Coordinate, in view: FirstView.View) -> Bool {
        let point = Viewport(centre: view.centre, zoom: view.zoom, width: 390, height: 600).point(of: place)
        return (0...390).contains(point.x) && (0...450).contains(point.y)
    }

    @Test func `somebody with nothing around stands in the middle`() {
        #expect(FirstView(areas: [town]).around(square, []) == FirstView.View(centre: square, zoom: 15))
        #expect(FirstView(areas: []).around(square, []) == FirstView.View(centre: square, zoom: 9))
    }

    @Test func `somebody and the nearest things are seen, things far away are not looked for`() {
        let near = [away(20, 120), away(200, 260), away(100, 400)]
        let view = FirstView(areas: [town]).around(square, near + [away(90, 900_000), away(0, 9_000)])
        #expect((14...16).contains(view.zoom))
        #expect(([square] + near).allSatisfy { isSeen($0, in: view) })
        #expect(FirstView(areas: [town]).around(square, [away(90, 900_000)]).zoom == 15)
        // One thing a kilometre away is worth a step back.
        let one = FirstView(areas: [town]).around(square, [away(90, 1_000)])
        #expect(one.zoom == 13 && isSeen(away(90, 1_000), in: one))
    }

    @Test func `without a position most of the things are seen, and one on another continent does not count`() {
        let here = (0..<6).map { away(Double($0) * 60, 300) }
        let there = [Coordinate(latitude: -33.9, longitude: 151.2)!, away(45, 30_000)]
        for areas in [[town], [town, .everywhere]] {
            let view = FirstView(areas: areas).of(there + here, near: square)
            #expect((13...16).contains(view.zoom) && here.allSatisfy { isSeen($0, in: view) })
        }
        let far = FirstView(areas: []).of(there + here, near: square)
        #expect((5...9).contains(far.zoom) && here.allSatisfy { isSeen($0, in: far) })
    }

    @Test func `of two groups the one nearer to the site's place is shown, and one that can be drawn before another`() {
        let (east, west) = (away(90, 8_000), away(270, 8_000))
        let first = FirstView(areas: [town])
        #expect(isSeen(west, in: first.of([east, west], near: away(270, 5_000))))
        #expect(isSeen(east, in: first.of([east, west], near: away(90, 5_000))))
        let abroad = (0..<9).map { away(Double($0) * 40, 50, from: Coordinate(latitude: 48.2, longitude: 16.4)!) }
        #expect(isSeen(east, in: first.of(abroad + [east], near: abroad[0])))
    }

    @Test(arguments: [(60.1645, 24.9355), (60.1788, 24.9531), (60.17, 24.953), (60.1789, 24.944)])
    func `a view stays on a small map, with the place in sight`(latitude: Double, longitude: Double) throws {
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let first = FirstView(areas: [centre])
        for view in [first.around(place, []), first.of([place], near: square)] {
            #expect(isSeen(place, in: view))
            let phone = Viewport(centre: view.centre, zoom: view.zoom, width: 390, height: 600)
            let (northWest, southEast) = (
                phone.point(of: Coordinate(latitude: centre.north, longitude: centre.west)!),
                phone.point(of: Coordinate(latitude: centre.south, longitude: centre.east)!)
            )
            // Paper fills less than half of the phone in each direction.
            #expect(northWest.x < 195 && southEast.x > 195 && northWest.y < 300 && southEast.y > 300)
        }
        let whole = first.of([away(0, 400), away(180, 300), away(90, 200)], near: square)
        #expect(whole.zoom >= 14)
    }

    @Test func `a view of several things moves onto a map as far as all of them stay in sight`() throws {
        let first = FirstView(areas: [centre])
        let people = [away(270, 440), away(270, 340)]
        let view = FirstView.View(centre: away(270, 390), zoom: 16)
        let moved = first.moved(view, showing: people)
        #expect(moved.zoom == 16 && moved.centre.longitude > view.centre.longitude + 0.0005)
        #expect(people.allSatisfy { isSeen($0, in: moved) })
        // In the middle of a large map, and where there is none, it stays.
        for areas in [[town], []] {
            let same = FirstView(areas: areas).moved(view, showing: people)
            #expect(same.zoom == 16 && same.centre.distance(to: view.centre).value < 0.1)
        }
    }

    @Test func `the ground around a place is that of the largest map`() throws {
        let both = FirstView(areas: [centre, town])
        let ground = try #require(both.ground(around: square))
        let corners = [(town.south, town.west), (town.north, town.east)].map {
            WebMercator.project(Coordinate(latitude: $0.0, longitude: $0.1)!)
        }
        #expect(abs(ground.left - corners[0].x) < 1e-12 && abs(ground.right - corners[1].x) < 1e-12)
        #expect(abs(ground.bottom - corners[0].y) < 1e-12 && abs(ground.top - corners[1].y) < 1e-12)
        #expect(both.ground(around: away(90, 90_000)) == nil)
    }

    @Test(arguments: [Bounds.everywhere, Bounds(south: -48, west: 166, north: -34, east: 180)!])
    func `ground that goes on across the 180th meridian moves nobody`(_ bounds: Bounds) throws {
        let first = FirstView(areas: [bounds])
        let place = Coordinate(latitude: -41.3, longitude: 174.8)!
        let ground = try #require(first.ground(around: place))
        let point = WebMercator.project(place)
        #expect(ground.left < point.x - 0.02 && ground.right > point.x + 0.014)
        let view = FirstView.View(centre: place, zoom: 15)
        #expect(first.moved(view, showing: [place]).centre.distance(to: place).value < 0.1)
    }

    @Test func `things at one place are seen from near, but not from a doorstep`() {
        #expect(FirstView(areas: [town]).of([square, square, square], near: square).zoom == 15)
        #expect(FirstView(areas: [town]).around(square, [square]).zoom == 16)
        #expect(FirstView(areas: []).of([square, square], near: square).zoom == 9)
        #expect(FirstView(areas: [.everywhere]).of([square], near: square).zoom == 15)
    }
}
