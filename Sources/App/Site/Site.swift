import Database
import Foundation
import Logging
import Mail
import Proximity

/// What every feature works with, made once at start. Knows no feature.
struct Site: Sendable {
    let database: Database
    let environment: Environment
    let key: SecretKey
    let cookies: SiteCookies
    let assets: Assets
    let throttles: Throttles
    let recentSessions = RecentSessions()
    let mail: SiteMail
    let settingsStore: SettingsStore
    /// All features, for those that ask every other one.
    let features = FeatureRegistry()
    let log: Logger

    /// The time now.
    var now: Timestamp { environment.clock() }

    /// What the host decides for everybody, as it is now.
    var settings: SiteSettings { settingsStore.current }

    /// The tables of the site itself.
    static let migrations = Throttles.migrations + SettingsQueries.migrations
}

extension Site {
    /// Where a site lies and is reached.
    struct Place {
        /// The folder with the database, the keys and the media; made when missing, the owner's alone.
        let dataFolder: String
        /// The folder with style sheets, scripts, icons and fonts.
        let publicFolder: String
        /// Without a slash at the end.
        let baseURL: String
        /// Nil writes mail into the data folder.
        let mailServer: SMTPServer?
    }

    /// Opens a data folder: database, key and joined assets. The tables are brought up to date later, by
    /// `Database.migrate`, when the features are there.
    ///
    /// - Parameter isInUse: whether people depend on the key of a database, which may be without tables.
    init(
        _ place: Place, _ environment: Environment, _ log: Logger, isInUse: (Reader) throws -> Bool
    ) throws {
        let folder = place.dataFolder
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let database = try Database(path: folder + "/cairn.sqlite", clock: { environment.clock().milliseconds })
        self.init(
            database: database,
            environment: environment,
            key: try SecretKey(
                file: folder + "/secret.key", database: database, isInUse: isInUse,
                randomBytes: environment.randomBytes),
            cookies: SiteCookies(isSecure: place.baseURL.hasPrefix("https://")),
            assets: try Assets(publicFolder: place.publicFolder, folder: folder + "/assets"),
            throttles: Throttles(database: database),
            mail: SiteMail(server: place.mailServer, baseURL: place.baseURL, dataFolder: folder),
            settingsStore: SettingsStore(baseURL: place.baseURL), log: log)
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
