import Proximity

/// A message of Traccar Client from version 9 on: one location as JSON.
struct TraccarMessage: Decodable {
    let point: AppPoint

    private struct Coordinates: Decodable {
        var point = AppPoint()

        init(from decoder: any Decoder) throws {
            let fields = try JSONFields(decoder)
            point.latitude = fields.number("latitude")
            point.longitude = fields.number("longitude")
            point.accuracy = fields.number("accuracy")
            point.speed = fields.number("speed")
            point.heading = fields.number("heading")
            point.altitude = fields.number("altitude")
        }
    }

    private struct Battery: Decodable {
        let level: Double?

        init(from decoder: any Decoder) throws { level = try JSONFields(decoder).number("level") }
    }

    private struct Location: Decodable {
        var point: AppPoint

        init(from decoder: any Decoder) throws {
            let fields = try JSONFields(decoder)
            // Without `coords` the members stand in the location itself.
            point = try (fields.value("coords", Coordinates.self) ?? Coordinates(from: decoder)).point
            point.time = fields.time("timestamp")
            point.isMock = fields.flag("mock") ?? false
            point.battery = fields.value("battery", Battery.self)?.level
        }
    }

    init(from decoder: any Decoder) throws {
        guard let location = try JSONFields(decoder).value("location", Location.self) else {
            throw ReportRefusal.malformed
        }
        point = location.point
    }

    static func read(_ body: [UInt8], _ source: Fix.Source) -> AppReading {
        var reading = AppReading()
        let message = AppJSON.read(body, as: TraccarMessage.self)
        reading.add(message.map { .success($0.point) } ?? .failure(.malformed), source)
        return reading
    }
}
