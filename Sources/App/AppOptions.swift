import Curl
import Logging
import Mail
import Media
import Proximity

/// The options of an app.
public struct AppOptions: Sendable {
    /// The folder with the database, the keys and the media; created if missing.
    public var dataFolder: String
    /// The folder with style sheets, scripts, icons and fonts.
    public var publicFolder: String
    /// The public address of the site, without a trailing slash; `https` makes cookies secure.
    public var baseURL = "http://localhost:8080"
    /// Whether `/gallery` shows pages with example data, for work on the design.
    public var hasGallery = false
    /// The mail server; nil writes mail into the data folder.
    public var mailServer: SMTPServer?
    /// Takes mail in place of the server.
    var mailTransport: (any MailTransport)?
    /// What a new site begins with; later its administrators decide, under `/admin/settings`.
    public var initialSettings = SiteSettings()
    /// Push services on the host's own network, which alone may have private addresses.
    public var pushHosts: TrustedHosts {
        get { push.hosts }
        set { push.hosts = newValue }
    }
    /// Whom a push service may write to, `mailto:` or `https:`; nil for the base URL.
    public var pushSubject: String? {
        get { push.subject }
        set { push.subject = newValue }
    }
    var push = SitePush.Options()
    /// Where administrators get maps from; nil for the newest map of the world by Protomaps.
    public var basemapAddress: String? {
        get { basemapSource.address }
        set { basemapSource.address = newValue }
    }
    /// Servers of maps that may have private addresses or plain http.
    public var basemapHosts: TrustedHosts {
        get { basemapSource.hosts }
        set { basemapSource.hosts = newValue }
    }
    var basemapSource = BasemapLoader.Options()

    /// What programs send that read `/metrics`; nil while nobody may.
    public var metricsToken: String?

    /// The folder to which the site backs itself up every day, an absolute path; nil lets administrators choose.
    public var backupFolder: String? {
        get { fixedBackup.folder }
        set { fixedBackup.folder = newValue }
    }
    /// When it does, in minutes after midnight; nil lets administrators choose.
    public var backupMinute: Int? {
        get { fixedBackup.minute }
        set { fixedBackup.minute = newValue }
    }
    var fixedBackup = Backups.Fixed()

    /// Minutes after midnight of a time like "03:30"; nil for anything else.
    public static func minute(of clock: String) -> Int? { BackupSchedule.minute(of: clock) }

    /// Whether the database is copied before a newer program changes its schema.
    var copiesBeforeUpgrade = true

    func backups(_ site: Site, _ accounts: Accounts) -> Backups {
        Backups(site: site, accounts: accounts, dataFolder: dataFolder, fixed: fixedBackup)
    }

    /// - Throws: if the hasher cannot be created.
    func accounts(_ site: Site, _ uploads: Uploads) throws -> Accounts {
        try Accounts(site: site, uploads: uploads, publicFolder: publicFolder, passwordCost: passwordCost)
    }

    /// - Throws: if its folder cannot be made.
    func uploads(_ site: Site) throws -> Uploads {
        try Uploads(site: site, dataFolder: dataFolder, memo: mediaMemo)
    }

    func accountData(
        _ site: Site, _ accounts: Accounts, notices: Notices, admin: Admin, uploads: Uploads
    ) throws -> AccountData {
        try AccountData(
            site: site, accounts: accounts, notices: notices, admin: admin, dataFolder: dataFolder,
            hasRoom: uploads.hasRoom)
    }

    func metrics(_ site: Site, _ events: Events, server: ServerFigures) -> Metrics {
        Metrics(site: site, dataFolder: dataFolder, token: metricsToken, events: events, server: server)
    }

    /// The maps of the data folder.
    func basemaps(_ log: Logger) -> Basemaps {
        Basemaps(dataFolder: dataFolder, publicFolder: publicFolder, source: basemapSource, log: log)
    }

    /// The folders and the address of the site.
    var place: Site.Place {
        Site.Place(
            dataFolder: dataFolder, publicFolder: publicFolder, baseURL: baseURL, mailServer: mailServer,
            mailTransport: mailTransport, push: push, assets: assets)
    }
    /// Is asked before a program reads an upload; nil lets every program run.
    var mediaMemo: ProgramMemo?
    /// The style sheets and scripts of the public folder where they have been joined already; nil joins them into the data
    /// folder.
    var assets: Assets?
    var passwordCost = PasswordHash.Cost()

    /// Options with the defaults above.
    public init(dataFolder: String, publicFolder: String) {
        self.dataFolder = dataFolder
        self.publicFolder = publicFolder
    }
}
