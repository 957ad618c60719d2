import Foundation
import TestTools
import Testing

@testable import Proximity

/// How near somebody is to an area, by cells.
struct WarmthTests {
    private static let hidden = SnappedPosition(Coordinate(latitude: 60.17, longitude: 24.95)!)

    /// A position some cells' widths to the east of the hidden one.
    private static func east(_ metres: Double) -> SnappedPosition {
        SnappedPosition(hidden.centre.destination(bearing: 90, distance: Metres(metres)))
    }

    @Test func `the same cell is hot, and each that touches it is warm`() {
        #expect(Warmth(Self.hidden, before: nil, to: Self.hidden) == .hot)
        #expect(Warmth(Self.hidden, before: Self.east(5_000), to: Self.hidden) == .hot)
        let around = Self.hidden.cell.neighbours
        #expect(around.count == 8)
        for cell in around {
            let own = SnappedPosition(cell: cell)!
            #expect(Warmth(own, before: nil, to: Self.hidden) == .warm)
            #expect(Warmth(own, before: Self.east(5_000), to: Self.hidden) == .warm)
            #expect(Warmth(own, before: Self.hidden, to: Self.hidden) == .colder)
        }
    }

    @Test func `farther away the last two cells are compared, up to a limit`() {
        let (near, far) = (Self.east(4_000), Self.east(7_000))
        #expect(Warmth(near, before: far, to: Self.hidden) == .warmer)
        #expect(Warmth(far, before: near, to: Self.hidden) == .colder)
        #expect(Warmth(near, before: nil, to: Self.hidden) == .cold)
        #expect(Warmth(near, before: near, to: Self.hidden) == .cold)
        #expect(Warmth(Self.east(12_000), before: Self.east(15_000), to: Self.hidden) == .cold)
    }

    @Test func `it is the same wherever in their cells the walker and the thing are`() {
        var dice = SeededGenerator()
        func anywhere(in position: SnappedPosition) -> Coordinate {
            let leaves = position.cell.range
            let first = leaves.lowerBound.rawValue
            let raw = first + (UInt64.random(in: 0...(leaves.upperBound.rawValue - first), using: &dice) & ~1)
            return CellID(rawValue: raw)!.centre
        }
        for own in [Self.hidden, Self.east(1_300), Self.east(4_000)] {
            let before = Self.east(7_000)
            let expected = Warmth(own, before: before, to: Self.hidden)
            for _ in 0..<200 {
                let warmth = Warmth(
                    SnappedPosition(anywhere(in: own)), before: SnappedPosition(anywhere(in: before)),
                    to: SnappedPosition(anywhere(in: Self.hidden)))
                #expect(warmth == expected)
            }
        }
    }
}
