import Database
import Foundation
import HTTP
import Logging
import Media
import Proximity

/// All of Cairn except the socket. `cairn serve` gives it to the HTTP server; tests call it in process.
///
/// The composition root: it creates every feature, bottom up, and passes each one the features below it. A feature
/// finds the features above it in the registry, by the protocols that they conform to. Every list of features keeps the
/// order in which they are created here.
public struct App: Handler {
    let site: Site
    let uploads: Uploads
    let basemaps: Basemaps
    let accounts: Accounts
    let events: Events
    let notices: Notices
    let moderation: Moderation
    let friends: Friends
    let positions: Positions
    let notes: Notes
    let relics: Relics
    let zones: Zones
    let daily: Daily
    let conversations: Conversations
    let chats: Chats
    let maps: Maps
    let devices: Devices
    let sharing: Sharing
    let admin: Admin
    let setup: Setup
    let metrics: Metrics
    let accountData: AccountData
    let jobs: JobLanes
    let router: Router

    /// Opens the data folder and creates the features.
    ///
    /// - Throws: when the folder or the database cannot be used.
    public init(_ options: AppOptions, environment: Environment = .real, log: Logger) throws {
        try RestoreTarget.refuseUnfinished(options.dataFolder)
        UpgradeCopies.waitForOthers(options.dataFolder)
        site = try Site(options.place, environment, log, isInUse: Accounts.isInUse)
        jobs = JobLanes(database: site.database, clock: environment.clock, log: log)
        uploads = try Uploads(site: site, dataFolder: options.dataFolder, quota: options.quota)
        let hasRoom = { @Sendable [uploads] bytes in uploads.store.hasRoom(for: bytes) }
        basemaps = Basemaps(
            dataFolder: options.dataFolder, publicFolder: options.publicFolder, clock: environment.clock, log: log)
        var features: [any Feature] = [MediaFeature(site: site, uploads: uploads)]
        func add<Added: Feature>(_ feature: Added) -> Added {
            features.append(feature)
            return feature
        }
        accounts = add(
            try Accounts(
                site: site, uploads: uploads, commonPasswords: options.commonPasswords,
                passwordCost: options.passwordCost))
        events = add(Events(site: site))
        notices = add(Notices(site: site, accounts: accounts, events: events))
        moderation = add(Moderation(site: site))
        friends = add(Friends(site: site, accounts: accounts, notices: notices, moderation: moderation))
        positions = add(Positions(site: site))
        maps = add(Maps(site: site, positions: positions, basemaps: basemaps))
        conversations = add(Conversations(site: site, uploads: uploads, notices: notices, basemaps: basemaps))
        notes = add(Notes(site: site, uploads: uploads, friends: friends, positions: positions, basemaps: basemaps))
        relics = add(Relics(site: site, uploads: uploads, friends: friends, positions: positions, basemaps: basemaps))
        zones = add(Zones(site: site, uploads: uploads, notices: notices, positions: positions, basemaps: basemaps))
        daily = add(Daily(site: site, uploads: uploads, friends: friends, positions: positions, basemaps: basemaps))
        chats = add(Chats(friends: friends, conversations: conversations))
        let groups = add(
            Groups(
                site: site, friends: friends, positions: positions, conversations: conversations, basemaps: basemaps))
        devices = add(
            Devices(
                site: site, uploads: uploads, accounts: accounts, events: events, positions: positions,
                basemaps: basemaps))
        sharing = add(Sharing(site: site, friends: friends, basemaps: basemaps))
        let loader = BasemapLoader(
            basemaps, from: options.basemapSource, options.basemapDownloads, by: options.tilemaker,
            clock: environment.clock, log: log)
        admin = add(
            Admin(
                site: site, jobs: jobs, accounts: accounts, moderation: moderation, basemaps: basemaps, loader: loader))
        setup = add(
            Setup(
                site: site, accounts: accounts, basemaps: basemaps, loader: loader,
                isTold: !DemoFolder.isDemo(options.dataFolder)))
        accountData = add(
            try AccountData(
                site: site, accounts: accounts, notices: notices, dataFolder: options.dataFolder, hasRoom: hasRoom))
        features.append(
            Backups(site: site, accounts: accounts, dataFolder: options.dataFolder, fixed: options.backups))
        metrics = add(
            Metrics(site: site, dataFolder: options.dataFolder, token: options.metricsToken, events: events))
        if let folder = options.publicFolder, options.hasDemoLife {
            _ = add(DemoLife(positions: positions, chats: chats, groups: groups, pictures: folder + "/demo"))
        }
        router = try App.begin(site, features, jobs, options, accounts, hasRoom)
    }

    /// Migrates the database and registers the features.
    private static func begin(
        _ site: Site, _ features: [any Feature], _ jobs: JobLanes, _ options: AppOptions,
        _ authentication: any Authentication, _ hasRoom: @escaping @Sendable (Int) -> Bool
    ) throws -> Router {
        let tools: [any Feature] =
            [Health(site: site, dataFolder: options.dataFolder), Offline()]
            + (options.hasGallery ? [Gallery(site: site)] : [])
        let features = features + tools
        let migrations = features.flatMap { type(of: $0).migrations }
        let schema = Site.migrations + JobSchema.migrations + migrations
        try Upgrade(site: site, dataFolder: options.dataFolder).run(schema, isCopied: options.copiesBeforeUpgrade)
        try site.settingsStore.begin(site.database, options.initialSettings, site.now)
        site.features.register(features)
        jobs.begin(with: features.flatMap { $0.jobKinds })
        return Router(
            site: site, index: RouteIndex(features.flatMap { $0.routes }),
            staticPages: StaticPages(publicFolder: options.publicFolder, assets: site.assets), hasRoom: hasRoom,
            authentication: authentication)
    }

    /// Every route with method, path and access, as `cairn routes` prints them.
    public var routeTable: [String] {
        routes.map { "\($0.method.rawValue)\t\($0.pattern)\t\($0.access.rawValue)" }.sorted()
            + StaticPages.listed.map { "GET\t\($0)\topen" }
    }

    var routes: [Route] { router.index.routes }

    public func plan(for head: RequestHead) -> BodyPlan { router.plan(for: head) }

    public func owner(of head: RequestHead) -> Int? { router.owner(of: head) }

    public func respond(to request: Request) -> Response { router.respond(to: request) }

    /// Configures the HTTP server for this app: header fields, error pages, log.
    ///
    /// - Parameter temporaryFolder: where request bodies are written as they arrive; created if missing.
    /// - Throws: if the folder cannot be created.
    public func serverConfiguration(temporaryFolder: String) throws -> Configuration {
        let isCounted = metrics.token != nil
        return try ServerSetup.configuration(
            site, router.index, temporaryFolder: temporaryFolder, diskReserve: MediaStore.reserve,
            labels: isCounted ? RequestLabels(router.index, router.staticPages, site.features.all) : nil)
    }

    /// Lets metrics tell how much a server has to do.
    public func isServed(by server: Server) { metrics.server.set(server) }

    /// Logs the last crash and starts recording what the process does, for the log of the start after the next crash.
    /// Only for processes that serve.
    public func beginCrashNotes(in dataFolder: String) { CrashNote.begin(in: dataFolder, site.log) }

    /// Logs each statement that takes 50 ms or longer, without its values, and the route or job that it is a part of.
    public func logSlowStatements() {
        site.database.reportSlowStatements { [log = site.log] slow in
            log.notice(
                "a slow statement",
                metadata: [
                    "work": "\(slow.work)", "ms": "\(slow.milliseconds)",
                    "sql": "\(slow.sql.split(whereSeparator: \.isWhitespace).joined(separator: " "))",
                ])
        }
    }

    /// Lists and adds administrators, for the command line.
    public var administrators: Administrators { Administrators(site: site, accounts: accounts) }

    /// A fresh link to the set-up, which ends the one before; nil when the site has an administrator.
    public func newSetupLink() throws -> String? { try setup.newLink() }

    /// Adds zones from files, for the command line.
    public var zoneImport: ZoneImport { ZoneImport(zones: zones) }

    /// Starts the job lanes, each on its own thread.
    public func startJobs() -> JobRunner {
        beginJobs()
        return JobRunner(lanes: JobLane.allCases) { runJobs([$0], until: $1) }
    }

    /// Enqueues recurring jobs.
    func beginJobs() {
        uploads.reportTools()
        site.push.report(to: site.log)
        setup.begin()
        jobs.enqueueRecurring()
    }

    /// Runs the due jobs of some lanes.
    func runJobs(_ lanes: [JobLane] = [.prompt, .safety, .mail, .push, .bulk], until isEnded: () -> Bool = { false }) {
        if lanes.contains(.prompt) { accounts.storeSessionUses(site.now) }
        jobs.run(lanes, until: isEnded)
    }

    /// Deletes what must not survive a restore. Queued mail and push messages are deleted because they were sent after the backup.
    func restored() throws {
        try site.database.write { database in
            for feature in site.features.all { try feature.restored(database) }
            for lane in [JobLane.safety, .mail, .push, .backup] { try jobs.forget(database, lane) }
        }
    }

    /// Closes the database. The app cannot answer requests afterwards.
    public func close() {
        events.hub.end()
        admin.loader.stop()
        accounts.storeSessionUses(site.now)
        site.database.close()
        site.features.clear()
        jobs.end()
    }
}
