import Foundation
import Testing

@testable import Proximity

@Suite struct CoveringTests {
    /// Where cells of all levels meet: the middles of the faces, of their edges and their corners.
    private static let seams: [Coordinate] = {
        let middles = [at(0, 0), at(0, 90), at(90, 0), at(0, -180), at(0, -90), at(-90, 0)]
        let edges = [0.0, 90, -180, -90].flatMap { [at(45, $0), at(-45, $0), at(0, $0 == -180 ? -135 : $0 + 45)] }
        let corner = asin(1 / 3.0.squareRoot()) * 180 / .pi
        let corners = [45.0, 135, -135, -45].flatMap { [at(corner, $0), at(-corner, $0)] }
        return middles + edges + corners
    }()

    /// The area of a cell on the sphere, in square metres.
    private func area(_ cell: CellID) -> Double {
        let corners = CellSquare(cell).corners
        // Van Oosterom and Strackee, "The solid angle of a plane triangle", 1983.
        func triangle(a: Vector, b: Vector, c: Vector) -> Double {
            2 * atan2(abs(a.dot((b - a).cross(c - a))), 1 + a.dot(b) + b.dot(c) + c.dot(a))
        }
        let angle =
            triangle(a: corners[0], b: corners[1], c: corners[2])
            + triangle(a: corners[0], b: corners[2], c: corners[3])
        return angle * 6_371_000 * 6_371_000
    }

    /// The ratio of the area of a covering to the area of its disc.
    private func excess(_ centre: Coordinate, radius: Double, maxCells: Int) -> Double {
        let covering = Covering.of(centre: centre, radius: Metres(radius), maxCells: maxCells)
        #expect(covering.count <= max(maxCells, 4), "\(centre) \(radius)")
        #expect(covering.contains(centre))
        return covering.reduce(0) { $0 + area($1) } / (.pi * radius * radius)
    }

    // The measured maximum and a margin: a disc may need four cells of nearly four times its radius.
    @Test(arguments: [(1, 32.0), (2, 32), (3, 20), (4, 18), (5, 11), (6, 8), (7, 7), (8, 6)])
    func `a covering where cells meet is as tight as elsewhere`(maxCells: Int, limit: Double) {
        #expect(CoveringTests.seams.count == 26)
        var dice = Dice(7 + UInt64(maxCells))
        var worst = 0.0
        for seam in CoveringTests.seams {
            for _ in 0..<60 {
                let radius = pow(10, dice.number(0...5.5))
                let bearing = Degrees(dice.number(0...360))
                for share in [0, 0.5, 1, 2] {
                    let centre = seam.destination(bearing: bearing, distance: Metres(radius * share))
                    worst = max(worst, excess(centre, radius: radius, maxCells: maxCells))
                }
            }
        }
        for _ in 0..<2000 {
            worst = max(worst, excess(dice.place(), radius: pow(10, dice.number(0...5.5)), maxCells: maxCells))
        }
        #expect(worst < limit, "\(worst) times the disc")
    }

    @Test func `a small covering at a pole is smaller than a face`() {
        for latitude in [-90.0, 90] {
            for maxCells in 3...8 {
                let cells = Covering.of(centre: at(latitude, 0), radius: 50, maxCells: maxCells)
                #expect(cells.allSatisfy { $0.level >= 15 }, "\(cells.map { $0.level })")
            }
        }
    }

    @Test func `boxes and polygons at a pole and a corner are covered as tightly`() throws {
        for seam in CoveringTests.seams {
            let bounds = Bounds(centre: seam, radius: 100)
            if bounds.width < 1 {
                for maxCells in 4...8 {
                    let cells = Covering.of(bounds, maxCells: maxCells)
                    #expect(cells.allSatisfy { $0.level >= 10 }, "\(seam) \(cells.map { $0.level })")
                }
            }
            let ring = (0..<6).map { seam.destination(bearing: Degrees(Double($0) * 60), distance: 100) }
            let polygon = try #require(Polygon(ring))
            #expect(Covering.of(polygon, maxCells: 4).allSatisfy { $0.level >= 13 })
        }
    }

    @Test func `the cells around a vertex contain any cap of their width`() {
        var dice = Dice(17)
        for round in 0..<3000 {
            let near = CoveringTests.seams[round % 26].destination(
                bearing: Degrees(dice.number(0...360)), distance: Metres(pow(10, dice.number(-2...6.5))))
            let centre = round.isMultiple(of: 2) ? near : dice.place()
            let cap = Cap(centre: centre, radius: Metres(pow(10, dice.number(-1...6.4))))
            let start = cap.start
            #expect(Set(start).count == start.count && (start.count <= 4 || start.count == 6))
            for _ in 0..<20 {
                // A point on the rim.
                let side = cap.centre.cross(dice.place().unitVector).unit
                let rim = cap.centre * cos(cap.angle) + side * sin(cap.angle)
                let leaf = CellID(leafAt: rim)
                #expect(start.contains { $0.contains(leaf) }, "\(centre) \(cap.angle)")
            }
        }
    }
}

extension Coordinate {
    fileprivate var unitVector: Vector { Vector(self) }
}
