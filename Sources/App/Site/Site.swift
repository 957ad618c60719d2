import Database
import Foundation
import Logging
import Mail
import Proximity

/// What every feature works with, created once at start. Knows no feature.
struct Site: Sendable {
    let database: Database
    let environment: Environment
    let key: SecretKey
    let cookies: SiteCookies
    let assets: Assets
    let throttles: Throttles
    let recentSessions = RecentTokens()
    /// Of the programs that call with a secret of their own.
    let recentPrograms = RecentTokens()
    let formTurns = FormTurns()
    let mail: SiteMail
    let push: SitePush
    let settingsStore: SettingsStore
    let statistics = RequestStatistics()
    /// All features, for those that ask every other one.
    let features = FeatureRegistry()
    let log: Logger

    /// The current time.
    var now: Timestamp { environment.clock() }

    /// What the host decides for everybody, as it is now.
    var settings: SiteSettings { settingsStore.current }

    /// The tables of the site itself.
    static let migrations = Throttles.migrations + SettingsQueries.migrations
}

extension Site {
    /// The folders and the URL of a site.
    struct Place {
        /// The folder with the database, the keys and the media; created if missing, readable only by its owner.
        let dataFolder: String
        /// The folder with style sheets, scripts, icons and fonts; nil for a command that answers nobody.
        let publicFolder: String?
        /// Without a trailing slash.
        let baseURL: String
        /// Nil writes mail into the data folder.
        let mailServer: SMTPServer?
        let push: SitePush.Options
    }

    private static func assets(of place: Place) throws -> Assets {
        let folder = place.dataFolder + "/assets"
        guard let publicFolder = place.publicFolder else { return .none(in: folder) }
        return try Assets(publicFolder: publicFolder, folder: folder)
    }

    /// Opens a data folder: database, key and joined assets. `Database.migrate` runs later, once the features exist.
    ///
    /// - Parameter isInUse: whether a database has accounts; it may have no tables yet.
    init(
        _ place: Place, _ environment: Environment, _ log: Logger, isInUse: (Reader) throws -> Bool
    ) throws {
        let folder = place.dataFolder
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let database = try Database(
            path: folder + "/cairn.sqlite", clock: { environment.clock().milliseconds },
            random: { environment.randomBytes(8).reduce(0) { $0 << 8 | UInt64($1) } })
        let key = try SecretKey(
            file: folder + "/secret.key", database: database, isInUse: isInUse, randomBytes: environment.randomBytes)
        self.init(
            database: database,
            environment: environment,
            key: key,
            cookies: SiteCookies(isSecure: place.baseURL.hasPrefix("https://")),
            assets: try Site.assets(of: place),
            throttles: Throttles(database: database),
            mail: SiteMail(server: place.mailServer, baseURL: place.baseURL, dataFolder: folder),
            push: SitePush(place.push, secret: key, baseURL: place.baseURL),
            settingsStore: SettingsStore(baseURL: place.baseURL), log: log)
    }
}

extension Site {
    /// Writes something the response can do without, such as that a note was opened: pages stay readable while the
    /// database takes no writes (full disk). The next read of the page tries again.
    func writeIfPossible(_ verb: (Writer) throws -> Void) throws {
        do { try database.write(verb) } catch let error as DatabaseError {
            log.error("a page is answered without its write", metadata: ["error": "\(error)"])
        }
    }
}
