/// The ellipsoid that satellite positioning uses.
///
/// Source: NIMA TR8350.2, "Department of Defense World Geodetic System 1984", table 3.1.
public enum WGS84 {
    /// Equatorial radius a, metres (defining constant).
    public static let equatorialRadius = 6_378_137.0
    /// Flattening f (defining constant).
    public static let flattening = 1 / 298.257223563
    /// Square of the first eccentricity, e² = f(2 − f).
    public static let squaredEccentricity = flattening * (2 - flattening)
    /// Polar radius b = a(1 − f), metres.
    public static let polarRadius = equatorialRadius * (1 - flattening)
    /// The smallest radius of curvature anywhere and in any direction, metres: the meridian's at the equator, a(1 −
    /// f)². A geodesic of length s therefore turns by at most s / 6,335,439 m, measured on the sphere that uses
    /// geodetic latitudes as spherical ones (the sphere of S2).
    public static let smallestCurvatureRadius = equatorialRadius * (1 - flattening) * (1 - flattening)
    /// No two points are farther apart than half a meridian, 20,003,931.46 m. This bound adds 0.6 %, the error that
    /// ``Coordinate/distance(to:)`` may have near the antipode.
    public static let maxDistance = Metres(20_003_931.46 * 1.006)
}
