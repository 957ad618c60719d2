/// A place on the Earth: geodetic latitude and longitude on WGS84, in degrees.
///
/// A value of this type is always valid: latitude −90…90, longitude −180..<180, both finite. Longitude 180 becomes
/// −180, so a place on the antimeridian has one value. A pole still has one value for each longitude, with distance 0
/// between them. Encoded as `[latitude, longitude]`; decoding a value out of range throws.
public struct Coordinate: Hashable, Sendable {
    /// Degrees north of the equator, −90…90.
    public let latitude: Double
    /// Degrees east of Greenwich, −180..<180.
    public let longitude: Double

    /// The place at `latitude`, `longitude` (degrees), or nil when either is not finite, the latitude is outside
    /// −90…90 or the longitude outside −180…180. Longitude 180 wraps to −180.
    public init?(latitude: Double, longitude: Double) {
        // A comparison with nan is false, so this refuses nan too.
        guard latitude >= -90, latitude <= 90, longitude >= -180, longitude <= 180 else { return nil }
        // Adding 0 turns −0 into 0, so that equal places have equal bits.
        self.latitude = latitude + 0
        self.longitude = longitude == 180 ? -180 : longitude + 0
    }

    /// The place at a computed latitude and longitude: the latitude is clamped, the longitude wrapped. Both must be
    /// finite.
    init(wrappingLatitude latitude: Double, longitude: Double) {
        self.latitude = min(90, max(-90, latitude)) + 0
        let turned = longitude.remainder(dividingBy: 360)
        self.longitude = turned >= 180 ? -180 : turned + 0
    }

    /// Latitude 0, longitude 0: a valid place, but what broken devices report when they have no position.
    public var isNullIsland: Bool { latitude == 0 && longitude == 0 }
}

extension Coordinate: Codable {
    /// Decodes `[latitude, longitude]`; throws `DecodingError.dataCorrupted` when they are out of range.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        let latitude = try container.decode(Double.self)
        let longitude = try container.decode(Double.self)
        guard let valid = Coordinate(latitude: latitude, longitude: longitude) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no such latitude and longitude")
        }
        self = valid
    }

    /// Encodes `[latitude, longitude]`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(latitude)
        try container.encode(longitude)
    }
}
