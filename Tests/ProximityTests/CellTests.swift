import Foundation
import Testing

@testable import Proximity

@Suite struct CellTests {
    @Test func `ids and tokens are those of S2`() throws {
        let rows = try Fixtures.rows("cells.csv")
        #expect(rows.count >= 10_000)
        for row in rows {
            let cell = CellID(try Fixtures.place(row, 0), level: try #require(Int(row[2])))
            #expect(cell.token == row[3], "\(row)")
            #expect(cell.level == Int(row[2]))
            #expect(CellID(token: String(row[3])) == cell)
            #expect(CellID(signed: cell.signed) == cell)
        }
    }

    @Test func `centres and neighbours are those of S2`() throws {
        for row in try Fixtures.rows("relatives.csv") {
            let cell = try #require(CellID(token: String(row[0])))
            #expect(cell.centre.distance(to: try Fixtures.place(row, 1)) < 0.000001)
            #expect(cell.neighbours.map(\.token).joined(separator: " ") == row[4], "\(row)")
        }
    }

    @Test func `invalid bits of a cell are refused`() {
        for bits: UInt64 in [0, 2, 0xC000_0000_0000_0001, .max, 1 << 61 | 2, 0xA800_0000_0000_0000] {
            #expect(CellID(rawValue: bits) == nil || bits == .max - 1)
        }
        #expect(CellID(rawValue: 1) != nil)
        for token in ["", "X", "g", "0", "-1", "+1", "11111111111111111", "1 ", "é"] {
            #expect(CellID(token: token) == nil, "\(token)")
        }
        #expect(CellID(token: "4C")?.token == "4c")
    }

    @Test func `parents, children and ranges fit together`() {
        var dice = Dice(4)
        for _ in 0..<2000 {
            let place = dice.place()
            let cell = CellID(place, level: dice.whole(0..<30))
            #expect(cell.contains(CellID(place)))
            #expect(cell.parent(cell.level) == cell && cell.parent(30) == cell)
            #expect(cell.parent(-5) == CellID.faces[cell.face])
            let children = cell.children
            #expect(children.count == 4 && children.sorted() == children)
            #expect(children.allSatisfy { $0.parent(cell.level) == cell && $0.level == cell.level + 1 })
            #expect(children.filter { $0.contains(CellID(place)) }.count == 1)
            #expect(children[0].range.lowerBound == cell.range.lowerBound)
            #expect(children[3].range.upperBound == cell.range.upperBound)
            #expect(cell.signedRange.contains(CellID(place).signed))
            #expect(CellID(cell.centre).parent(cell.level) == cell)
        }
        #expect(CellID(at(1, 1)).children.isEmpty)
    }

    @Test func `a covering of a cap contains the cap`() {
        var dice = Dice(5)
        for round in 0..<1500 {
            let centre =
                round % 5 == 0
                ? at(dice.number(89.9...90) * (round % 2 == 0 ? 1 : -1), dice.number(-180...179)) : dice.place()
            let radius = Metres(pow(10, dice.number(-1...7.2)))
            let maxCells = dice.whole(1..<20)
            let covering = Covering.of(centre: centre, radius: radius, maxCells: maxCells)
            #expect(covering.count <= max(maxCells, 6))
            let ranges = covering.signedRanges
            for _ in 0..<30 {
                let far = radius * (dice.whole(0..<3) == 0 ? 1 : dice.number(0...1))
                let place = centre.destination(bearing: Degrees(dice.number(0...360)), distance: far)
                guard centre.distance(to: place) <= radius else { continue }
                #expect(covering.contains(place), "\(centre) \(radius) \(place)")
                #expect(ranges.contains { $0.contains(CellID(place).signed) })
            }
        }
    }

    @Test func `a covering is tight, ordered and within its levels`() {
        var dice = Dice(6)
        for _ in 0..<500 {
            let centre = dice.place()
            let radius = Metres(pow(10, dice.number(0...5)))
            let cells = Covering.of(centre: centre, radius: radius)
            // Eight cells cover a disc with at most a few times its own area.
            let area = cells.reduce(0.0) { $0 + pow(0.25, Double($1.level)) } * 5.1e14 / 6
            #expect(area < 12 * .pi * radius.value * radius.value + 1)
            #expect(zip(cells, cells.dropFirst()).allSatisfy { $0.range.upperBound < $1.range.lowerBound })
            let levelled = Covering.of(centre: centre, radius: radius, levels: 4...9)
            #expect(levelled.allSatisfy { (4...9).contains($0.level) })
        }
        let point = Covering.of(centre: at(60, 25), radius: 0)
        #expect(point.contains(at(60, 25)))
        let earth = Covering.of(centre: at(60, 25), radius: 30_000_000)
        #expect(earth.count == 6)
        #expect(earth.signedRanges.count == 6, "no range spans two faces")
        #expect(Covering.of(centre: at(60, 25), radius: Metres(.nan)).contains(at(60, 25)))
    }
}
