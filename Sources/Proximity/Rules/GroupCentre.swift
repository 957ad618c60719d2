import Foundation

/// Where a group is: the geometric median of its members, the place with the smallest sum of distances to them.
///
/// While more than half of the members are together it stays with them, wherever the others go; a mean would move with
/// every member who wanders off.
public enum GroupCentre {
    /// The geometric median of `places`, in the plane that touches the Earth at their mean; nil for none.
    ///
    /// The median of one place is that place. Where several places are medians, which happens on a line only, the
    /// result is their middle: of two members the midpoint. Equal places count as often as they occur. The order of
    /// `places` does not matter except for rounding. Meaningless for a group scattered over the globe.
    ///
    /// The sum of the distances in the plane is at most 1 µm above the smallest possible. The centre itself is exact to
    /// 1 mm as long as the places are spread over 60 km at most, and across their longest extent over a thousandth of
    /// it. Nearer to a line, the sum hardly changes along it, and the centre may lie anywhere where the sum is smallest
    /// to that 1 µm.
    public static func of(_ places: [Coordinate]) -> Coordinate? {
        guard let first = places.first else { return nil }
        let directions = places.map { Vector($0) }
        let sum = directions.reduce(Vector(x: 0, y: 0, z: 0)) { $0 + $1 }
        let plane = TangentPlane(at: sum.length > 1e-9 ? sum.unit : Vector(first))
        switch GeometricMedian(of: directions.map { plane.metres($0) }) {
        case .place(let index): return places[index]
        case .between(let point): return plane.vector(point).coordinate
        }
    }
}
