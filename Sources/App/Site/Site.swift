import Database
import Foundation
import Logging
import Proximity

/// What every feature works with, made once at start.
struct Site: Sendable {
    let database: Database
    let environment: Environment
    let key: SecretKey
    let cookies: SiteCookies
    let assets: Assets
    let basemaps: Basemaps
    let throttles: Throttles
    let recentSessions = RecentSessions()
    let mail: SiteMail
    let settings: SiteSettings
    let log: Logger

    /// The time now.
    var now: Timestamp { environment.clock() }
}

extension Site {
    /// Opens a data folder: database, key and joined assets. The folder is the owner's alone.
    init(_ options: AppOptions, _ environment: Environment, _ log: Logger, migrations: [Migration]) throws {
        let folder = options.dataFolder
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        var settings = SiteSettings()
        settings.baseURL = options.baseURL
        let database = try Database(
            path: folder + "/cairn.sqlite", migrations: migrations, clock: { environment.clock().milliseconds })
        self.init(
            database: database,
            environment: environment,
            key: try SecretKey(
                file: folder + "/secret.key", database: database, randomBytes: environment.randomBytes),
            cookies: SiteCookies(isSecure: options.baseURL.hasPrefix("https://")),
            assets: try Assets(publicFolder: options.publicFolder, folder: folder + "/assets"),
            basemaps: Basemaps(
                folder: folder + "/basemaps", world: options.publicFolder + "/basemap/world.bin",
                cache: folder + "/cache/tiles", log: log),
            throttles: Throttles(database: database),
            mail: SiteMail(server: options.mailServer, baseURL: options.baseURL, dataFolder: folder),
            settings: settings, log: log)
    }
}

extension Site {
    /// Writes what the answer to a question can do without, such as that a note was opened: a page is also read while the
    /// database takes no writes, for the disk is full. It is written when the page is read again.
    func writeIfPossible(_ verb: (Writer) throws -> Void) throws {
        do { try database.write(verb) } catch let error as DatabaseError {
            log.error("a page is answered without its write", metadata: ["error": "\(error)"])
        }
    }
}

/// What the host decides for everybody.
struct SiteSettings: Sendable {
    /// Where the site is reached, without a slash at the end.
    var baseURL = "http://localhost:8080"
    /// The host's name in it.
    var host: String { URL(string: baseURL)?.host() ?? "localhost" }
    /// Where the map begins for someone whose place is unknown: the middle of Helsinki.
    var defaultPlace = Coordinate(latitude: 60.1705, longitude: 24.9445) ?? Bounds.everywhere.centre
    /// The time zone of people who have told none.
    var timeZone = "Europe/Helsinki"
    /// Whether a position without accuracy may open notes.
    var allowsTyped = true
}
