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

    /// The whole windows of phones and of desktops; beside its navigation a page shows less.
    static let windows = [
        (320, 568), (360, 640), (390, 844), (430, 932), (768, 1_024), (1_024, 768), (1_280, 800), (1_440, 900),
        (1_680, 1_050), (1_680, 1_080),
    ]

    @Test(arguments: FirstViewTests.windows) func `a small map fills every window where there is room for it`(
        width: Int, height: Int
    ) throws {
        let first = FirstView(areas: [centre])
        let things = [away(20, 60), away(200, 70), away(100, 900), away(10, 800)]
        for view in [
            first.around(square, []), first.around(square, things), first.of(things, near: square),
            first.around(away(300, 30), things), first.of([], near: square),
        ] {
            let seen = Viewport(centre: view.centre, zoom: view.zoom, width: width, height: height).bounds
            #expect(seen.south >= centre.south && seen.north <= centre.north, "\(view)")
            #expect(seen.west >= centre.west && seen.east <= centre.east, "\(view)")
        }
    }

    @Test func `things around which the map fills a window come before more of them at its edge`() throws {
        let corner = try #require(Coordinate(latitude: 60.1647, longitude: 24.9358))
        let edge = (0..<5).map { away(Double($0) * 60, 8, from: corner) }
        let first = FirstView(areas: [centre])
        #expect(isSeen(square, in: first.of(edge + [square], near: corner)))
        // Nothing but these: they are shown.
        let view = first.of(edge, near: square)
        #expect(edge.allSatisfy { isSeen($0, in: view) })
        // One thing a little farther away is worth a step back, to where the map still fills a phone.
        let one = first.around(square, [away(180, 250)])
        #expect(one.zoom == 15 && isSeen(away(180, 250), in: one))
    }

    @Test(arguments: [0.0, 45, 90, 135, 180, 225, 270, 315]) func `one's own place lies near the middle`(
        bearing: Double
    ) throws {
        for areas in [[town], [centre], []] {
            for place in [square, away(bearing, 480)] {
                let things = [40.0, 120, 260, 700].map { away(bearing, $0, from: place) }
                let view = FirstView(areas: areas).around(place, things)
                // The map of the smallest phone, above its sheet: a later position there moves it from 0.3 on.
                let frame = Viewport(centre: view.centre, zoom: view.zoom, width: 320, height: 332)
                let point = frame.point(of: place)
                #expect(abs(point.x - 160) / 320 <= 0.301 && abs(point.y - 166) / 332 <= 0.301, "\(view)")
            }
        }
    }

    @Test func `things at one place are seen from near, but not from a doorstep`() {
        #expect(FirstView(areas: [town]).of([square, square, square], near: square).zoom == 15)
        #expect(FirstView(areas: [town]).around(square, [square]).zoom == 16)
        #expect(FirstView(areas: []).of([square, square], near: square).zoom == 9)
        #expect(FirstView(areas: [.everywhere]).of([square], near: square).zoom == 15)
    }
}
