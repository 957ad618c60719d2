import Database
import Proximity

/// All SQL on the settings of the site.
enum SettingsQueries {
    static let migrations = [
        Migration(
            33, "2026-11-26 settings",
            [
                // One row.
                """
                CREATE TABLE site_settings (
                  id BIGINT PRIMARY KEY CHECK (id = 1),
                  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
                  lat DOUBLE PRECISION CHECK (lat BETWEEN -90 AND 90),
                  lon DOUBLE PRECISION CHECK (lon BETWEEN -180 AND 180),
                  time_zone TEXT NOT NULL CHECK (length(time_zone) BETWEEN 1 AND 64),
                  allows_typed BIGINT NOT NULL CHECK (allows_typed IN (0, 1)),
                  registration TEXT NOT NULL CHECK (registration IN ('open', 'invited', 'closed')),
                  CHECK ((lat IS NULL) = (lon IS NULL)))
                """
            ])
    ]

    static func settings(_ database: Reader) throws -> SiteSettings? {
        try database.first(
            "SELECT name, lat, lon, time_zone, allows_typed, registration FROM site_settings WHERE id = 1"
        ) { row in
            var settings = SiteSettings()
            let latitude: Double? = try row["lat"]
            settings.name = try row["name"]
            settings.place = try latitude.map { _ in try row.coordinate() }
            settings.timeZone = try row["time_zone"]
            settings.allowsTyped = try row["allows_typed"]
            settings.registration = SiteSettings.Registration(rawValue: try row["registration"]) ?? .closed
            return settings
        }
    }

    static func set(_ database: Writer, _ settings: SiteSettings) throws {
        try database.execute(
            """
            INSERT INTO site_settings (id, name, lat, lon, time_zone, allows_typed, registration)
            VALUES (1, \(settings.name), \(settings.place?.latitude), \(settings.place?.longitude),
              \(settings.timeZone), \(settings.allowsTyped), \(settings.registration.rawValue))
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, lat = excluded.lat, lon = excluded.lon,
              time_zone = excluded.time_zone, allows_typed = excluded.allows_typed,
              registration = excluded.registration
            """)
    }
}
