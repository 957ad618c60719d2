import Proximity

/// A batch of Overland: GeoJSON features. `current` repeats one of them, `trip` is not a position.
struct OverlandBatch: Decodable {
    private let features: [Lenient<OverlandFeature>]

    init(from decoder: any Decoder) throws {
        guard let features = try JSONFields(decoder).value("locations", [Lenient<OverlandFeature>].self) else {
            throw ReportRefusal.malformed
        }
        self.features = features
    }

    static func read(_ body: [UInt8], now: Timestamp) -> AppReading {
        var reading = AppReading()
        guard let batch = AppJSON.read(body, as: OverlandBatch.self) else {
            // Its OwnTracks mode.
            reading = OwnTracksMessage.read(body, .overland, now: now)
            reading.isOverland = true
            if body.isEmpty { reading.refusals = [.malformed] }
            return reading
        }
        for feature in batch.features {
            reading.add(feature.value.map { .success($0.point) } ?? .failure(.malformed), .overland)
        }
        return reading
    }
}

/// A point of Overland.
private struct OverlandFeature: Decodable {
    let point: AppPoint

    private struct Geometry: Decodable {
        /// Longitude, latitude, and perhaps a height, which may be null.
        let coordinates: [Lenient<JSONNumber>]
    }

    private struct Properties: Decodable {
        var point = AppPoint()

        init(from decoder: any Decoder) throws {
            let fields = try JSONFields(decoder)
            point.time = fields.time("timestamp")
            point.accuracy = fields.number("horizontal_accuracy")
            point.speed = fields.number("speed")
            point.heading = fields.number("course")
            point.altitude = fields.number("altitude")
            point.battery = fields.number("battery_level")
        }
    }

    init(from decoder: any Decoder) throws {
        let fields = try JSONFields(decoder)
        var point = fields.value("properties", Properties.self)?.point ?? AppPoint()
        if let place = fields.value("geometry", Geometry.self)?.coordinates, place.count >= 2 {
            (point.longitude, point.latitude) = (place[0].value?.value, place[1].value?.value)
        }
        self.point = point
    }
}
