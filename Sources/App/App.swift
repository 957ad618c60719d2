import Database
import Foundation
import HTTP
import Logging
import Mail
import Media
import Proximity

/// The whole of Cairn but for the socket: what `cairn serve` gives to the HTTP server, and what tests visit in process.
///
/// The composition root: every feature is made here, from the ground up, and gets the doors of those below it. What a
/// feature does for those below it they find in the registry, by the protocols to which it conforms.
public struct App: Handler {
    let site: Site
    let uploads: Uploads
    let basemaps: Basemaps
    let accounts: Accounts
    let moderation: Moderation
    let friends: Friends
    let positions: Positions
    let notes: Notes
    let maps: Maps
    let sharing: Sharing
    let accountData: AccountData
    let jobs: JobLanes
    private let router: Router

    /// Opens the data folder and ties the features together.
    ///
    /// - Throws: when the folder or the database cannot be used.
    public init(_ options: AppOptions, environment: Environment = .real, log: Logger) throws {
        let place = Site.Place(
            dataFolder: options.dataFolder, publicFolder: options.publicFolder, baseURL: options.baseURL,
            mailServer: options.mailServer)
        site = try Site(place, environment, log, isInUse: Accounts.isInUse)
        jobs = JobLanes(database: site.database, clock: environment.clock, log: log)
        uploads = try Uploads(site: site, dataFolder: options.dataFolder, quota: options.quota)
        let hasRoom = { @Sendable [uploads] bytes in uploads.store.hasRoom(for: bytes) }
        basemaps = Basemaps(dataFolder: options.dataFolder, publicFolder: options.publicFolder, log: log)
        accounts = try Accounts(
            site: site, uploads: uploads, publicFolder: options.publicFolder, passwordCost: options.passwordCost)
        moderation = Moderation(site: site)
        friends = Friends(site: site, accounts: accounts, moderation: moderation)
        positions = Positions(site: site)
        maps = Maps(site: site, positions: positions, basemaps: basemaps)
        notes = Notes(site: site, uploads: uploads, friends: friends, positions: positions, basemaps: basemaps)
        sharing = Sharing(site: site, friends: friends, basemaps: basemaps)
        accountData = try AccountData(
            site: site, accounts: accounts, dataFolder: options.dataFolder, hasRoom: hasRoom)
        // One line a feature. Lists in the order of the features have this order.
        var features: [any Feature] = [
            MediaFeature(site: site, uploads: uploads),
            accounts,
            moderation,
            friends,
            positions,
            maps,
            notes,
            sharing,
            Admin(site: site, jobs: jobs, accounts: accounts, moderation: moderation, basemaps: basemaps),
            accountData,
            Health(site: site),
            Offline(),
        ]
        if options.hasGallery { features.append(Gallery(site: site)) }
        router = try App.begin(site, features, jobs, options, accounts, hasRoom)
    }

    /// Brings the tables up to date, and collects what the features say of themselves.
    private static func begin(
        _ site: Site, _ features: [any Feature], _ jobs: JobLanes, _ options: AppOptions,
        _ authentication: any Authentication, _ hasRoom: @escaping @Sendable (Int) -> Bool
    ) throws -> Router {
        let migrations = features.flatMap { type(of: $0).migrations }
        try site.database.migrate(Site.migrations + Jobs.migrations + migrations)
        try site.settingsStore.begin(site.database, options.initialSettings, site.now)
        site.features.register(features)
        jobs.begin(with: features.flatMap { $0.jobKinds })
        return Router(
            site: site, routes: features.flatMap { $0.routes },
            staticPages: StaticPages(publicFolder: options.publicFolder, assets: site.assets), hasRoom: hasRoom,
            authentication: authentication)
    }

    /// Every route: method, path, who may call it; as `cairn routes` prints them.
    public var routeTable: [String] {
        routes.map { "\($0.method.rawValue)\t\($0.pattern)\t\($0.access.rawValue)" }.sorted()
            + StaticPages.listed.map { "GET\t\($0)\topen" }
    }

    var routes: [Route] { router.routes }

    public func plan(for head: RequestHead) -> BodyPlan { router.plan(for: head) }

    public func respond(to request: Request) -> Response { router.respond(to: request) }

    /// How an HTTP server runs this app: its headers, its own error pages, its log.
    ///
    /// - Parameter temporaryFolder: where bodies are written while they arrive; made when missing.
    /// - Throws: when the folder cannot be made.
    public func serverConfiguration(temporaryFolder: String) throws -> Configuration {
        try ServerSetup.configuration(site, routes, temporaryFolder: temporaryFolder, diskReserve: MediaStore.reserve)
    }

    /// Logs the last crash, and from now on notes what the process is doing, for the next start after one. For programs
    /// that serve.
    public func beginCrashNotes(in dataFolder: String) { CrashNote.begin(in: dataFolder, site.log) }

    /// The administrators of the site, as the command line makes and lists them.
    public var administrators: Administrators { Administrators(site: site, accounts: accounts) }

    /// Starts the jobs, each lane on a thread of its own.
    public func startJobs() -> JobRunner {
        beginJobs()
        return JobRunner(lanes: JobLane.allCases) { runJobs([$0], until: $1) }
    }

    /// Enqueues recurring jobs.
    func beginJobs() {
        uploads.reportTools()
        jobs.enqueueRecurring()
    }

    /// Runs the jobs of some lanes that are due.
    func runJobs(_ lanes: [JobLane] = [.prompt, .mail, .bulk], until isEnded: () -> Bool = { false }) {
        if lanes.contains(.prompt) { accounts.storeSessionUses(site.now) }
        jobs.run(lanes, until: isEnded)
    }

    /// Ends what must not outlive a restore from a backup. Mail that waited has been sent since the backup.
    func restored() throws {
        try site.database.write { database in
            for feature in site.features.all { try feature.restored(database) }
            try jobs.forget(database, .mail)
        }
    }

    /// Closes the database; nothing can be answered afterwards.
    public func close() {
        accounts.storeSessionUses(site.now)
        site.database.close()
        site.features.clear()
        jobs.end()
    }
}

/// What starts an app.
public struct AppOptions: Sendable {
    /// The folder with the database, the keys and the media; made when missing.
    public var dataFolder: String
    /// The folder with style sheets, scripts, icons and fonts.
    public var publicFolder: String
    /// Where the site is reached from outside, without a slash at the end; `https` makes cookies secure.
    public var baseURL = "http://localhost:8080"
    /// Whether pages with made-up data are served under `/gallery`, for those who work on the look.
    public var hasGallery = false
    /// Where mail goes; nil writes it into the data folder.
    public var mailServer: SMTPServer?
    /// What a new site begins with; later its administrators decide, under `/admin/settings`.
    public var initialSettings = SiteSettings()
    /// How much one person may keep.
    var quota = Uploads.Quota()
    /// How hard passwords are hashed.
    var passwordCost = PasswordHash.Cost()

    /// Options with the defaults above.
    public init(dataFolder: String, publicFolder: String) {
        self.dataFolder = dataFolder
        self.publicFolder = publicFolder
    }
}
