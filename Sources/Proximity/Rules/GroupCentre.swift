import Foundation

/// Where a group is: the place from which the members' distances add up to the least, the geometric median.
///
/// While more than half of the members are together it stays with them, wherever the others go; a mean would be dragged
/// along by whoever wanders off.
public enum GroupCentre {
    /// The geometric median of `places`, in the plane that touches the Earth at their mean; nil for none.
    ///
    /// One place is its own median. Where several places are medians, which happens on a line only, the middle of them is
    /// given: of two members the middle between them. Equal places count as often as they occur. The order of `places`
    /// does not matter but for rounding. Of no meaning for a group scattered over the globe.
    ///
    /// The distances in the plane add up to at most 1 µm more than the least that is possible. The centre itself is right
    /// to 1 mm as long as the places are spread over 60 km at most and, across their longest extent, over a thousandth
    /// of it. Nearer to a line the sum hardly changes along it, and the centre may lie anywhere where the
    /// sum is least to that 1 µm.
    public static func of(_ places: [Coordinate]) -> Coordinate? {
        guard let first = places.first else { return nil }
        let directions = places.map { Vector($0) }
        let sum = directions.reduce(Vector(0, 0, 0)) { $0 + $1 }
        let plane = TangentPlane(at: sum.length > 1e-9 ? sum.unit : Vector(first))
        switch GeometricMedian(of: directions.map { plane.metres($0) }) {
        case .place(let index): return places[index]
        case .between(let point): return plane.vector(point).coordinate
        }
    }
}
