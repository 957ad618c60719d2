import Foundation

/// A box of latitudes and longitudes, degrees, its edges included.
///
/// ``west`` > ``east`` means that the box crosses the antimeridian. West −180 with east 180 is all longitudes.
public struct Bounds: Hashable, Sendable {
    /// Latitude of the southern edge, −90…90.
    public let south: Double
    /// Longitude of the western edge, −180…180.
    public let west: Double
    /// Latitude of the northern edge, ``south``…90.
    public let north: Double
    /// Longitude of the eastern edge, −180…180; less than ``west`` across the antimeridian.
    public let east: Double

    /// The box between these edges, or nil unless −90 ≤ `south` ≤ `north` ≤ 90 and both longitudes lie in −180…180.
    public init?(south: Double, west: Double, north: Double, east: Double) {
        guard south >= -90, south <= north, north <= 90 else { return nil }
        guard west >= -180, west <= 180, east >= -180, east <= 180 else { return nil }
        self.init(trusted: (south, west, north, east))
    }

    init(trusted edges: (south: Double, west: Double, north: Double, east: Double)) {
        // Adding 0 turns −0 into 0, as in ``Coordinate``.
        (south, west, north, east) = (edges.south + 0, edges.west + 0, edges.north + 0, edges.east + 0)
    }

    /// The whole Earth.
    public static let everywhere = Bounds(trusted: (-90, -180, 90, 180))

    /// The smallest box that is sure to hold every point whose ``Coordinate/distance(to:)`` from `centre` is at most
    /// `radius`: at most about 1 % wider than the disc. Correct at the poles (all longitudes) and across the
    /// antimeridian. A negative or `nan` radius counts as 0.
    public init(centre: Coordinate, radius: Metres) {
        let turn = Cap.angle(radius)
        let degrees = turn * (180 / .pi)
        let south = max(-90, centre.latitude - degrees)
        let north = min(90, centre.latitude + degrees)
        guard south > -90, north < 90 else {
            self.init(trusted: (south, -180, north, 180))
            return
        }
        // The tangent meridian of a spherical cap: sin Δλ = sin θ / cos φ.
        let sine = sin(turn) / Trigonometry.sineAndCosine(latitude: centre.latitude).cosine
        guard sine < 1 else {
            self.init(trusted: (south, -180, north, 180))
            return
        }
        // Far more than the rounding of the arcsine and of the sums below; a millionth of a metre on the ground.
        let half = asin(sine) * (180 / .pi) + 1e-11
        guard half < 180 else {
            self.init(trusted: (south, -180, north, 180))
            return
        }
        let west = centre.longitude - half
        let east = centre.longitude + half
        self.init(trusted: (south, west < -180 ? west + 360 : west, north, east > 180 ? east - 360 : east))
    }

    /// Whether the box crosses longitude ±180.
    public var crossesAntimeridian: Bool { west > east }

    /// Whether `coordinate` lies in the box or on its edge. Exact: comparisons only. A coordinate on the antimeridian
    /// (−180) is in a box that ends at 180 too.
    public func contains(_ coordinate: Coordinate) -> Bool {
        coordinate.latitude >= south && coordinate.latitude <= north && spans(coordinate.longitude)
    }

    private func spans(_ longitude: Double) -> Bool {
        if longitude == -180 && east == 180 { return true }
        return crossesAntimeridian ? longitude >= west || longitude <= east : longitude >= west && longitude <= east
    }

    /// Whether the two boxes share a point; touching edges count.
    public func intersects(_ other: Bounds) -> Bool {
        guard south <= other.north, other.south <= north else { return false }
        return stretches.contains { mine in
            other.stretches.contains { $0.overlaps(mine) }
                // −180 and 180 are one meridian.
                || (mine.upperBound == 180 && other.stretches.contains { $0.lowerBound == -180 })
                || (mine.lowerBound == -180 && other.stretches.contains { $0.upperBound == 180 })
        }
    }

    /// The longitudes as one range, or as two when the box crosses the antimeridian.
    public var stretches: [ClosedRange<Double>] {
        crossesAntimeridian ? [west...180, -180...east] : [west...east]
    }

    /// Degrees of longitude from the western to the eastern edge, 0…360.
    public var width: Double { crossesAntimeridian ? east - west + 360 : east - west }

    /// The point half-way between the edges.
    public var centre: Coordinate {
        Coordinate(wrappingLatitude: (south + north) / 2, longitude: west + width / 2)
    }
}
