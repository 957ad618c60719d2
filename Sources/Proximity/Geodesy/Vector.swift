import Foundation

/// A vector in space, metres or unitless. On the unit sphere: x towards 0° N 0° E, y towards 0° N 90° E, z north.
struct Vector: Hashable, Sendable {
    var x: Double
    var y: Double
    var z: Double

    init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// The point of the unit sphere at this coordinate; its geodetic latitude is used as a spherical one, as in S2. The
    /// operations are in the same order as in the S2 libraries, so that results agree to the last bit.
    init(_ coordinate: Coordinate) {
        let latitude = coordinate.latitude * (.pi / 180)
        let longitude = coordinate.longitude * (.pi / 180)
        let equatorial = cos(latitude)
        self.init(x: equatorial * cos(longitude), y: equatorial * sin(longitude), z: sin(latitude))
    }

    /// The coordinate in this direction; (0, 0, 0) gives 0, 0.
    var coordinate: Coordinate {
        Coordinate(
            wrappingLatitude: atan2(z, (x * x + y * y).squareRoot()) * (180 / .pi),
            longitude: atan2(y, x) * (180 / .pi))
    }

    static func + (a: Vector, b: Vector) -> Vector { Vector(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z) }
    static func - (a: Vector, b: Vector) -> Vector { Vector(x: a.x - b.x, y: a.y - b.y, z: a.z - b.z) }
    static func * (a: Vector, k: Double) -> Vector { Vector(x: a.x * k, y: a.y * k, z: a.z * k) }
    static prefix func - (a: Vector) -> Vector { Vector(x: -a.x, y: -a.y, z: -a.z) }

    func dot(_ b: Vector) -> Double { x * b.x + y * b.y + z * b.z }

    func cross(_ b: Vector) -> Vector {
        Vector(x: y * b.z - z * b.y, y: z * b.x - x * b.z, z: x * b.y - y * b.x)
    }

    var length: Double { dot(self).squareRoot() }

    /// The vector of length 1 in this direction; the zero vector stays itself.
    var unit: Vector {
        let length = self.length
        return length > 0 ? self * (1 / length) : self
    }

    /// The angle to `b` in radians, accurate for small and for nearly opposite directions.
    func angle(to b: Vector) -> Double {
        atan2(cross(b).length, dot(b))
    }

    /// The angle in radians from this point of the unit sphere to the great-circle arc from `a` to `b`, which is
    /// shorter than half a turn.
    func angle(toArc a: Vector, _ b: Vector) -> Double {
        nearest(onArc: a, b).angle(to: self)
    }

    /// The point of the great-circle arc from `a` to `b` that is nearest to this point.
    func nearest(onArc a: Vector, _ b: Vector) -> Vector {
        // (a − b) × (a + b) = 2 a × b without cancellation when the points are near each other.
        let pole = (a - b).cross(a + b)
        let foot = pole.cross(self).cross(pole)
        // The foot is on the arc when it lies on b's side of a and on a's side of b.
        if pole.cross(a).dot(foot) >= 0 && b.cross(pole).dot(foot) >= 0 && foot.length > 0 { return foot.unit }
        return (self - a).length <= (self - b).length ? a : b
    }
}
