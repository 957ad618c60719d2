import Foundation

extension Coordinate {
    /// The length of the shortest path along the WGS84 ellipsoid.
    ///
    /// One closed formula everywhere, Lambert's first-order one (W. D. Lambert, "The distance between two widely
    /// separated points on the surface of the earth", J. Washington Academy of Sciences 32, 1942, after Andoyer): the
    /// arc between reduced latitudes on the auxiliary sphere, corrected in proportion to the flattening. Within 0.001 %
    /// or 1 mm of the geodesic up to 10,000 km, within 0.6 % to the antipode. It does not iterate, so it converges for
    /// every pair, and there is no jump where two methods meet.
    ///
    /// Exactly symmetric; exactly 0 for equal coordinates and for two coordinates of one pole; never negative or `nan`.
    public func distance(to other: Coordinate) -> Metres {
        Metres(GeodesicPoint(self).distance(to: GeodesicPoint(other)))
    }

    /// The direction in which the shortest path to `other` starts, clockwise from north, 0 ..< 360.
    ///
    /// Vincenty's longitude equation (T. Vincenty, "Direct and inverse solutions of geodesics on the ellipsoid", Survey
    /// Review XXIII, 1975) with a fixed number of steps: within 0.001° of the geodesic's azimuth for pairs from 100 m
    /// to 10,000 km; for shorter pairs only the rounding of the coordinates adds error. Within about 200 km of the
    /// antipode all directions are nearly equally short: the result is one whose path is at most 0.6 % longer. Equal
    /// coordinates give 0. From the north pole the angle is 180° minus the difference of longitudes, which is the limit
    /// along the pole's own meridian.
    public func initialBearing(to other: Coordinate) -> Degrees {
        let from = ReducedLatitude(latitude)
        let to = ReducedLatitude(other.latitude)
        let difference = (other.longitude - longitude).remainder(dividingBy: 360) * (.pi / 180)
        var onSphere = difference
        for _ in 0..<GeodesicPoint.bearingSteps {
            let step = SphericalArc(from: from, to: to, longitudes: onSphere)
            let excess = step.longitudeExcess
            // Beyond half a turn the path round the other side would be shorter: stay on this side.
            onSphere = min(.pi, max(-.pi, difference + excess))
        }
        let arc = SphericalArc(from: from, to: to, longitudes: onSphere)
        if arc.east == 0 && arc.north == 0 { return 0 }
        return Degrees(radians: atan2(arc.east, arc.north)).normalized
    }

    /// The place reached by going `distance` along the geodesic that starts in direction `bearing`.
    ///
    /// Vincenty's direct solution (Survey Review XXIII, 1975), exact to 0.1 mm at any length; a negative distance goes
    /// backwards. From a pole, `bearing` counts from this coordinate's own meridian. A bearing or distance that is not
    /// finite gives the starting point.
    public func destination(bearing: Degrees, distance: Metres) -> Coordinate {
        guard bearing.value.isFinite, distance.value.isFinite else { return self }
        return DirectGeodesic(from: self, bearing: bearing).point(at: distance.value)
    }
}

/// The reduced (parametric) latitude β of a geodetic latitude φ: tan β = (1 − f) tan φ. Stored as sine and cosine,
/// which are exact at the equator and at the poles.
struct ReducedLatitude {
    let sine: Double
    let cosine: Double

    @inline(__always)
    init(_ degrees: Double) {
        let (sine, cosine) = Trigonometry.sineAndCosine(latitude: degrees)
        // (1 − f)² sin² φ + cos² φ = 1 − e² sin² φ.
        let scale = 1 / (1 - WGS84.squaredEccentricity * sine * sine).squareRoot()
        self.sine = (1 - WGS84.flattening) * sine * scale
        self.cosine = cosine * scale
    }
}

/// A coordinate prepared for many distance computations: its longitude and its reduced latitude.
struct GeodesicPoint {
    let longitude: Double
    let reduced: ReducedLatitude

    /// Steps of the bearing's longitude equation. Each reduces the error by a factor of about f = 1/298; four reach
    /// rounding for pairs up to 10,000 km apart.
    static let bearingSteps = 5

    /// Smooths the formula at the antipode, where its correction (0/0) would otherwise depend on the direction of
    /// approach. The geodesics of the ellipsoid meet there not in a point but in an astroid of about πf radians; a part
    /// of its square is the natural size. Changes nothing above 0.1 m below 10,000 km.
    static let antipodeSmoothing = 1e-5

    init(_ coordinate: Coordinate) {
        self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
    }

    @inline(__always)
    init(latitude: Double, longitude: Double) {
        self.longitude = longitude
        reduced = ReducedLatitude(latitude)
    }

    /// Lambert's formula on the chord between the two points of the auxiliary sphere; metres.
    @inline(__always)
    func distance(to other: GeodesicPoint) -> Double {
        var degrees = abs(longitude - other.longitude)
        if degrees > 180 { degrees = 360 - degrees }
        let sine = Trigonometry.sine(halfTurn: degrees / 2)
        let lower = reduced.sine - other.reduced.sine
        let outer = reduced.cosine - other.reduced.cosine
        // Quarter of the squared chord = sin²(σ/2). The first two terms are sin²(Δβ/2) in a form without cancellation.
        let halfSquared = min(
            1, (lower * lower + outer * outer) / 4 + reduced.cosine * other.reduced.cosine * sine * sine)
        if halfSquared == 0 { return 0 }
        let half = halfSquared.squareRoot()
        let arc = 2 * Trigonometry.arcsine(half)
        let arcSine = 2 * half * (1 - halfSquared).squareRoot()
        let sum = (reduced.sine + other.reduced.sine) / 2
        // sin²P cos²Q / cos²(σ/2) and cos²P sin²Q / sin²(σ/2) of the paper; both lie in 0…1.
        let along = sum * sum / (1 - halfSquared + GeodesicPoint.antipodeSmoothing)
        let across = lower * lower / (4 * halfSquared)
        let correction = (arc - arcSine) * along + (arc + arcSine) * across
        return WGS84.equatorialRadius * (arc - WGS84.flattening / 2 * correction)
    }
}

/// The great-circle arc between two reduced latitudes on the auxiliary sphere.
private struct SphericalArc {
    /// Components of the starting direction, times the sine of the arc.
    let east: Double
    let north: Double
    private let cosineOfArc: Double
    private let cosines: Double
    private let sines: Double

    init(from: ReducedLatitude, to: ReducedLatitude, longitudes: Double) {
        let half = sin(longitudes / 2)
        east = to.cosine * sin(longitudes)
        // cos β₁ sin β₂ − sin β₁ cos β₂ cos λ = sin(β₂ − β₁) + 2 sin β₁ cos β₂ sin²(λ/2): no cancellation when near.
        north = to.sine * from.cosine - from.sine * to.cosine + 2 * from.sine * to.cosine * half * half
        cosineOfArc = from.sine * to.sine + from.cosine * to.cosine * cos(longitudes)
        cosines = from.cosine
        sines = from.sine * to.sine
    }

    /// By how much the difference of longitudes on the auxiliary sphere exceeds that on the ellipsoid, radians
    /// (equations 10 and 11 of the paper).
    var longitudeExcess: Double {
        let sineOfArc = (east * east + north * north).squareRoot()
        if sineOfArc == 0 { return 0 }
        let arc = atan2(sineOfArc, cosineOfArc)
        let sineOfAzimuth = cosines * east / sineOfArc
        let squaredCosine = 1 - sineOfAzimuth * sineOfAzimuth
        let middle = squaredCosine > 0 ? cosineOfArc - 2 * sines / squaredCosine : 0
        let f = WGS84.flattening
        let c = f / 16 * squaredCosine * (4 + f * (4 - 3 * squaredCosine))
        let inner = middle + c * cosineOfArc * (2 * middle * middle - 1)
        return (1 - c) * f * sineOfAzimuth * (arc + c * sineOfArc * inner)
    }
}

/// Vincenty's direct solution, names as in the paper: U₁ reduced latitude, σ₁ arc from the equator to the start,
/// α azimuth of the geodesic at the equator.
private struct DirectGeodesic {
    let start: Coordinate
    let reduced: ReducedLatitude
    let sineOfBearing: Double
    let cosineOfBearing: Double
    let sineOfAzimuth: Double
    let squaredCosine: Double
    let first: Double

    init(from start: Coordinate, bearing: Degrees) {
        self.start = start
        reduced = ReducedLatitude(start.latitude)
        let angle = bearing.normalized.radians
        sineOfBearing = sin(angle)
        cosineOfBearing = cos(angle)
        first = atan2(reduced.sine, reduced.cosine * cosineOfBearing)
        sineOfAzimuth = reduced.cosine * sineOfBearing
        squaredCosine = 1 - sineOfAzimuth * sineOfAzimuth
    }

    func point(at distance: Double) -> Coordinate {
        let arc = self.arc(distance)
        let (sine, cosine) = (sin(arc), cos(arc))
        let up = reduced.sine * cosine + reduced.cosine * sine * cosineOfBearing
        let inward = reduced.sine * sine - reduced.cosine * cosine * cosineOfBearing
        let outward = (sineOfAzimuth * sineOfAzimuth + inward * inward).squareRoot()
        let latitude = atan2(up, (1 - WGS84.flattening) * outward)
        let onSphere = atan2(sine * sineOfBearing, reduced.cosine * cosine - reduced.sine * sine * cosineOfBearing)
        let f = WGS84.flattening
        let c = f / 16 * squaredCosine * (4 + f * (4 - 3 * squaredCosine))
        let middle = cos(2 * first + arc)
        let excess = (1 - c) * f * sineOfAzimuth * (arc + c * sine * (middle + c * cosine * (2 * middle * middle - 1)))
        return Coordinate(
            wrappingLatitude: latitude * (180 / .pi),
            longitude: start.longitude + (onSphere - excess) * (180 / .pi))
    }

    /// The arc σ on the auxiliary sphere for a length in metres (equations 3 to 7).
    private func arc(_ distance: Double) -> Double {
        let b = WGS84.polarRadius
        let ratio = WGS84.equatorialRadius * WGS84.equatorialRadius / (b * b) - 1
        let u = squaredCosine * ratio
        let scale = 1 + u / 16384 * (4096 + u * (-768 + u * (320 - 175 * u)))
        let swing = u / 1024 * (256 + u * (-128 + u * (74 - 47 * u)))
        let plain = distance / (b * scale)
        var arc = plain
        // The correction is below 0.002, and each step's change is below 0.002 of the previous one: eight steps reach
        // rounding from any start.
        for _ in 0..<8 {
            let middle = cos(2 * first + arc)
            let squared = middle * middle
            let sine = sin(arc)
            let outer = swing / 6 * middle * (4 * sine * sine - 3) * (4 * squared - 3)
            arc = plain + swing * sine * (middle + swing / 4 * (cos(arc) * (2 * squared - 1) - outer))
        }
        return arc
    }
}
