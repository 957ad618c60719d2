/// A length in metres. A separate type, so that a length cannot be passed where an angle or a plain number is expected.
///
/// Any `Double` is allowed, also negative and non-finite values: a length is also the result of a subtraction.
/// Comparison follows `Double`: every comparison with `nan` is false, which keeps gates closed. Encoded as a bare
/// number.
///
/// The operators that mix a length with a plain number are disfavoured overloads. A literal can be either, and the
/// expression `1 / 3.0` must keep its usual meaning wherever this module is imported.
public struct Metres: Comparable, Hashable, Sendable, Codable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    /// The length in metres.
    public let value: Double

    /// `value` metres.
    public init(_ value: Double) {
        self.value = value
    }

    /// The literal in this unit.
    public init(floatLiteral value: Double) {
        self.value = value
    }

    /// The literal in this unit.
    public init(integerLiteral value: Int) {
        self.value = Double(value)
    }

    /// Decodes a bare number.
    public init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(Double.self)
    }

    /// Encodes the bare number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }

    /// One international foot is exactly 0.3048 m (1959 agreement).
    public static let foot = Metres(0.3048)
    /// One international mile is 5,280 feet, exactly 1,609.344 m.
    public static let mile = Metres(1609.344)

    /// Compares the values; false when either is `nan`.
    public static func < (left: Metres, right: Metres) -> Bool { left.value < right.value }
    // Written explicitly: the standard library's `a <= b` is `!(b < a)`, which is true for `nan` and would open a gate.
    /// Compares the values; false when either is `nan`.
    public static func <= (left: Metres, right: Metres) -> Bool { left.value <= right.value }
    /// Compares the values; false when either is `nan`.
    public static func > (left: Metres, right: Metres) -> Bool { left.value > right.value }
    /// Compares the values; false when either is `nan`.
    public static func >= (left: Metres, right: Metres) -> Bool { left.value >= right.value }
    /// The sum.
    public static func + (left: Metres, right: Metres) -> Metres { Metres(left.value + right.value) }
    /// The difference; negative when `right` is the larger.
    public static func - (left: Metres, right: Metres) -> Metres { Metres(left.value - right.value) }
    /// The product.
    @_disfavoredOverload public static func * (length: Metres, factor: Double) -> Metres {
        Metres(length.value * factor)
    }
    /// The product.
    @_disfavoredOverload public static func * (factor: Double, length: Metres) -> Metres {
        Metres(factor * length.value)
    }
    /// The quotient.
    @_disfavoredOverload public static func / (length: Metres, divisor: Double) -> Metres {
        Metres(length.value / divisor)
    }
    /// How many times `right` fits into `left`: a plain number.
    public static func / (left: Metres, right: Metres) -> Double { left.value / right.value }
    /// The negative.
    public static prefix func - (length: Metres) -> Metres { Metres(-length.value) }

    /// The shorter of two lengths; `nan` when either is `nan`.
    public static func min(_ left: Metres, _ right: Metres) -> Metres {
        left.value.isNaN || left < right ? left : right
    }

    /// The longer of two lengths; `nan` when either is `nan`.
    public static func max(_ left: Metres, _ right: Metres) -> Metres {
        left.value.isNaN || left > right ? left : right
    }
}

/// An angle in degrees: a bearing clockwise from north, a heading, a difference of longitudes.
///
/// Any `Double` is allowed; ``normalized`` brings a direction into 0 ..< 360. Encoded as a bare number.
public struct Degrees: Comparable, Hashable, Sendable, Codable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    /// The angle in degrees.
    public let value: Double

    /// `value` degrees.
    public init(_ value: Double) {
        self.value = value
    }

    /// The angle of `radians` radians.
    public init(radians: Double) {
        value = radians * (180 / .pi)
    }

    /// The literal in this unit.
    public init(floatLiteral value: Double) {
        self.value = value
    }

    /// The literal in this unit.
    public init(integerLiteral value: Int) {
        self.value = Double(value)
    }

    /// Decodes a bare number.
    public init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(Double.self)
    }

    /// Encodes the bare number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }

    /// The same angle in radians.
    public var radians: Double { value * (.pi / 180) }

    /// The same direction in 0 ..< 360; `nan` stays `nan`.
    public var normalized: Degrees {
        let turn = value.truncatingRemainder(dividingBy: 360)
        let positive = turn < 0 ? turn + 360 : turn
        // A tiny negative angle rounds up to a full turn, which is 0.
        return Degrees(positive >= 360 ? 0 : positive)
    }

    /// Compares the values; false when either is `nan`.
    public static func < (left: Degrees, right: Degrees) -> Bool { left.value < right.value }
    /// Compares the values; false when either is `nan`.
    public static func <= (left: Degrees, right: Degrees) -> Bool { left.value <= right.value }
    /// Compares the values; false when either is `nan`.
    public static func > (left: Degrees, right: Degrees) -> Bool { left.value > right.value }
    /// Compares the values; false when either is `nan`.
    public static func >= (left: Degrees, right: Degrees) -> Bool { left.value >= right.value }
    /// The sum.
    public static func + (left: Degrees, right: Degrees) -> Degrees { Degrees(left.value + right.value) }
    /// The difference; negative when `right` is the larger.
    public static func - (left: Degrees, right: Degrees) -> Degrees { Degrees(left.value - right.value) }
    /// The product.
    @_disfavoredOverload public static func * (angle: Degrees, factor: Double) -> Degrees {
        Degrees(angle.value * factor)
    }
    /// The product.
    @_disfavoredOverload public static func * (factor: Double, angle: Degrees) -> Degrees {
        Degrees(factor * angle.value)
    }
    /// The quotient.
    @_disfavoredOverload public static func / (angle: Degrees, divisor: Double) -> Degrees {
        Degrees(angle.value / divisor)
    }
    /// How many times `right` fits into `left`: a plain number.
    public static func / (left: Degrees, right: Degrees) -> Double { left.value / right.value }
    /// The negative.
    public static prefix func - (angle: Degrees) -> Degrees { Degrees(-angle.value) }

    /// The smaller of two angles; `nan` when either is `nan`.
    public static func min(_ left: Degrees, _ right: Degrees) -> Degrees {
        left.value.isNaN || left < right ? left : right
    }

    /// The larger of two angles; `nan` when either is `nan`.
    public static func max(_ left: Degrees, _ right: Degrees) -> Degrees {
        left.value.isNaN || left > right ? left : right
    }
}
