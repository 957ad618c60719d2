import Curl
import Mail
import MapDownload

/// The options of an app.
public struct AppOptions: Sendable {
    /// The folder with the database, the keys and the media; created if missing.
    public var dataFolder: String
    /// The folder with style sheets, scripts, icons and fonts; nil for a command that answers nobody, which leaves alone
    /// what a running server made of its own.
    public var publicFolder: String?
    /// The file with the common passwords, which nobody may choose; nil where there is none.
    public var commonPasswords: String?
    /// The public address of the site, without a trailing slash; `https` makes cookies secure.
    public var baseURL = "http://localhost:8080"
    /// Whether `/gallery` shows pages with example data, for work on the design.
    public var hasGallery = false
    /// Whether the people of a demo world walk about, write and answer. In a folder without a demo world nobody does.
    public var livesDemo = false
    var hasDemoLife: Bool { livesDemo && DemoFolder.isDemo(dataFolder) }
    /// The mail server; nil writes mail into the data folder.
    public var mailServer: SMTPServer?
    /// What a new site begins with; later its administrators decide, under `/admin/settings`.
    public var initialSettings = SiteSettings()
    /// Push services on the host's own network, which alone may have private addresses.
    public var pushHosts: TrustedHosts {
        get { push.hosts }
        set { push.hosts = newValue }
    }
    /// Whom a push service may write to, `mailto:` or `https:`; nil for the base URL, if that is https.
    public var pushSubject: String? {
        get { push.subject }
        set { push.subject = newValue }
    }
    var push = SitePush.Options()
    /// The folder of a backup a day, an absolute path; nil leaves it to the site's administrators.
    public var backupFolder: String? {
        get { backups.folder }
        set { backups.folder = newValue }
    }
    /// When that backup is made, in minutes after midnight; nil leaves it to the site's administrators.
    public var backupMinute: Int? {
        get { backups.minute }
        set { backups.minute = newValue }
    }
    var backups = Backups.Fixed()
    /// What programs send that read `/metrics`; nil while nobody may.
    public var metricsToken: String?
    /// Whether the database is copied before it is brought up to date, see `Upgrade`.
    var copiesBeforeUpgrade = true
    /// Where maps are loaded from; nil for the newest map of the world by Protomaps.
    public var basemapSource: BasemapDownload.Source?
    /// How maps are loaded.
    var basemapDownloads = DownloadSettings()
    /// Makes maps of extracts of OpenStreetMap; nil for never.
    var tilemaker: Tilemaker?
    /// The folders and the address of the site.
    var place: Site.Place {
        Site.Place(
            dataFolder: dataFolder, publicFolder: publicFolder, baseURL: baseURL, mailServer: mailServer, push: push)
    }
    /// How much one person may keep.
    var quota = Uploads.Quota()
    /// The cost of hashing a password.
    var passwordCost = PasswordHash.Cost()

    /// Options with the defaults above, and the common passwords and the settings of tilemaker in the public folder.
    public init(dataFolder: String, publicFolder: String?) {
        self.dataFolder = dataFolder
        self.publicFolder = publicFolder
        commonPasswords = publicFolder.map { AppOptions.commonPasswords(in: $0) }
        tilemaker = publicFolder.map { Tilemaker(publicFolder: $0) }
    }

    /// Where a public folder holds the common passwords.
    public static func commonPasswords(in publicFolder: String) -> String { publicFolder + "/passwords/common.bin" }
}
