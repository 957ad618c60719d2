import Database
import Proximity

/// All SQL on the settings of the site.
enum SettingsQueries {
    static let migrations = [
        Migration(
            33, id: "2026-11-26 settings",
            statements: [
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
            ]),
        Migration(
            78, id: "2026-11-26 quotas",
            statements: [
                // Nearly as much as everybody had before.
                """
                ALTER TABLE site_settings ADD COLUMN quota_files BIGINT NOT NULL DEFAULT 2000
                  CHECK (quota_files BETWEEN 1 AND 1000000)
                """,
                """
                ALTER TABLE site_settings ADD COLUMN quota_bytes BIGINT NOT NULL DEFAULT 2147000000
                  CHECK (quota_bytes BETWEEN 1 AND 10000000000000)
                """,
            ]),
    ]

    static func settings(_ database: Reader) throws -> SiteSettings? {
        try database.first(
            """
            SELECT name, lat, lon, time_zone, allows_typed, registration, quota_files, quota_bytes
            FROM site_settings WHERE id = 1
            """
        ) { row in
            var settings = SiteSettings()
            let latitude: Double? = try row["lat"]
            settings.name = try row["name"]
            settings.place = try latitude.map { _ in try row.coordinate() }
            settings.timeZone = try row["time_zone"]
            settings.allowsTyped = try row["allows_typed"]
            settings.registration = SiteSettings.Registration(rawValue: try row["registration"]) ?? .closed
            settings.quota = StorageQuota(files: try row["quota_files"], bytes: try row["quota_bytes"])
            return settings
        }
    }

    static func set(_ database: Writer, _ settings: SiteSettings) throws {
        try database.execute(
            """
            INSERT INTO site_settings (id, name, lat, lon, time_zone, allows_typed, registration, quota_files, quota_bytes)
            VALUES (1, \(settings.name), \(settings.place?.latitude), \(settings.place?.longitude),
              \(settings.timeZone), \(settings.allowsTyped), \(settings.registration.rawValue),
              \(settings.quota.files), \(settings.quota.bytes))
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, lat = excluded.lat, lon = excluded.lon,
              time_zone = excluded.time_zone, allows_typed = excluded.allows_typed,
              registration = excluded.registration, quota_files = excluded.quota_files,
              quota_bytes = excluded.quota_bytes
            """)
    }
}
