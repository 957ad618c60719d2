import Foundation

/// The plane that touches the unit sphere at a point: x east, y north. At a pole, x is towards 90° E.
struct TangentPlane: Hashable, Sendable {
    /// Where the plane touches.
    let normal: Vector
    private let east: Vector
    private let north: Vector

    init(at normal: Vector) {
        self.normal = normal
        let eastward = Vector(x: -normal.y, y: normal.x, z: 0)
        east = eastward.length > 1e-12 ? eastward.unit : Vector(x: 0, y: 1, z: 0)
        north = normal.cross(east)
    }

    /// Projection from the centre of the sphere, which turns great circles into straight lines; nil from 90° on.
    func gnomonic(_ p: Vector) -> SIMD2<Double>? {
        let depth = p.dot(normal)
        guard depth > 1e-9 else { return nil }
        return SIMD2(p.dot(east), p.dot(north)) / depth
    }

    /// Azimuthal equidistant projection in metres: directions and lengths from the point of contact are true. Uses the
    /// ellipsoid's radii of curvature there.
    func metres(_ p: Vector) -> SIMD2<Double> {
        let flat = SIMD2(p.dot(east), p.dot(north))
        let sine = (flat * flat).sum().squareRoot()
        let stretch = sine > 0 ? atan2(sine, p.dot(normal)) / sine : 1
        return flat * stretch * radii
    }

    /// The inverse of ``metres(_:)``.
    func vector(_ metres: SIMD2<Double>) -> Vector {
        let flat = metres / radii
        let angle = (flat * flat).sum().squareRoot()
        let shrink = angle > 0 ? sin(angle) / angle : 1
        return normal * cos(angle) + east * (flat.x * shrink) + north * (flat.y * shrink)
    }

    /// Radii of curvature across and along the meridian: N = a/√(1 − e² sin² φ), M = N (1 − e²)/(1 − e² sin² φ).
    private var radii: SIMD2<Double> {
        let inner = 1 - WGS84.squaredEccentricity * normal.z * normal.z
        let across = WGS84.equatorialRadius / inner.squareRoot()
        return SIMD2(across, across * (1 - WGS84.squaredEccentricity) / inner)
    }
}
