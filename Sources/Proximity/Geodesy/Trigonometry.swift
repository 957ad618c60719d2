import Foundation

/// The trigonometric functions that distances need millions of times a second, in degrees where that is exact.
///
/// Written here rather than taken from the C library so that they are inlined, and so that one distance and a million
/// distances give the same bits. Errors are below 2 units in the last place.
enum Trigonometry {
    /// Sine and cosine of a latitude in −90…90 degrees, each exact at −90, 0 and 90.
    @inline(__always)
    static func sineAndCosine(latitude: Double) -> (sine: Double, cosine: Double) {
        let size = abs(latitude)
        // 90 − x is exact for x in 45…90 (Sterbenz), so the cosine at the pole is exactly 0.
        let complement = size > 45
        let angle = (complement ? 90 - size : size) * (.pi / 180)
        let (first, second) = (sine(angle), cosine(angle))
        let positive = complement ? second : first
        return (latitude < 0 ? -positive : positive, complement ? first : second)
    }

    /// Sine of an angle in 0…90 degrees.
    @inline(__always)
    static func sine(halfTurn degrees: Double) -> Double {
        if degrees > 45 { return cosine((90 - degrees) * (.pi / 180)) }
        let x = degrees * (.pi / 180)
        guard x >= 0.01 else {
            // Near points: the series to x⁷ is exact to 1e-22 here.
            let z = x * x
            return x + x * z * (-1 / 6.0 + z * (1 / 120.0 - z * (1 / 5_040.0)))
        }
        return sine(x)
    }

    /// Arcsine of 0…1, radians.
    @inline(__always)
    static func arcsine(_ x: Double) -> Double {
        // Below 0.01, which is 64 km as half a chord, the series to x⁹ is exact to 1e-20; above, the C library.
        guard x < 0.01 else { return asin(x) }
        let z = x * x
        return x + x * z * (1 / 6.0 + z * (3 / 40.0 + z * (15 / 336.0 + z * (105 / 3456.0))))
    }

    /// Taylor series to x¹⁷; on 0…π/4 the remainder is below 1e-19.
    @inline(__always)
    private static func sine(_ x: Double) -> Double {
        let z = x * x
        let high = -1 / 1_307_674_368_000.0 + z * (1 / 355_687_428_096_000.0)
        let middle = 1 / 362_880.0 + z * (-1 / 39_916_800.0 + z * (1 / 6_227_020_800.0 + z * high))
        return x + x * z * (-1 / 6.0 + z * (1 / 120.0 + z * (-1 / 5_040.0 + z * middle)))
    }

    /// Taylor series to x¹⁸; on 0…π/4 the remainder is below 1e-20.
    @inline(__always)
    private static func cosine(_ x: Double) -> Double {
        let z = x * x
        let high = 1 / 20_922_789_888_000.0 + z * (-1 / 6_402_373_705_728_000.0)
        let middle = -1 / 3_628_800.0 + z * (1 / 479_001_600.0 + z * (-1 / 87_178_291_200.0 + z * high))
        return 1 + z * (-0.5 + z * (1 / 24.0 + z * (-1 / 720.0 + z * (1 / 40_320.0 + z * middle))))
    }
}
