import Curl
import Database
import Foundation
import HTTP
import Logging
import Mail
import Media
import Proximity
import WebPush

/// All of Cairn except the socket. `cairn serve` gives it to the HTTP server; tests call it in process.
///
/// The composition root: it creates every feature, bottom up, and passes each one the features below it. A feature
/// finds the features above it in the registry, by the protocols that they conform to, and what one of them alone does in
/// `FeatureServices`. Every list of features keeps the order in which they are created here.
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
    let accountData: AccountData
    let setup: Setup
    /// Whether answers are counted for those who read metrics.
    private let countsAll: Bool
    /// What the server says of itself, for metrics.
    public let serverFigures = ServerFigures()
    let jobs: JobLanes
    let router: Router

    /// Opens the data folder and creates the features.
    ///
    /// - Throws: when the folder or the database cannot be used.
    public init(_ options: AppOptions, environment: Environment = .real, log: Logger) throws {
        site = try App.open(options, environment: environment, log: log)
        jobs = JobLanes(database: site.database, clock: environment.clock, log: log)
        (uploads, basemaps, countsAll) = (try options.uploads(site), options.basemaps(log), options.metricsToken != nil)
        var features: [any Feature] = [MediaFeature(site: site, uploads: uploads)]
        func add<Added: Feature>(_ feature: Added) -> Added { features.appending(feature) }
        accounts = add(try options.accounts(site, uploads))
        events = add(Events(site: site))
        notices = add(Notices(site: site, accounts: accounts, events: events))
        moderation = add(Moderation(site: site))
        friends = add(Friends(site: site, accounts: accounts, notices: notices, moderation: moderation))
        _ = add(FirstSteps(site: site, friends: friends))
        positions = add(Positions(site: site))
        maps = add(Maps(site: site, positions: positions, basemaps: basemaps))
        conversations = add(Conversations(site: site, uploads: uploads, notices: notices, basemaps: basemaps))
        notes = add(Notes(site: site, uploads: uploads, friends: friends, positions: positions, basemaps: basemaps))
        relics = add(Relics(site: site, uploads: uploads, friends: friends, positions: positions, basemaps: basemaps))
        zones = add(Zones(site: site, uploads: uploads, notices: notices, positions: positions, basemaps: basemaps))
        daily = add(Daily(site: site, uploads: uploads, friends: friends, positions: positions, basemaps: basemaps))
        _ = add(PhotoCalendar(daily: daily))
        chats = add(Chats(friends: friends, conversations: conversations))
        let groups = add(
            Groups(
                site: site, friends: friends, positions: positions, conversations: conversations, basemaps: basemaps))
        devices = add(
            Devices(
                site: site, uploads: uploads, accounts: accounts, events: events, positions: positions,
                basemaps: basemaps, companions: { try groups.companions($0, of: $1, $2) }))
        sharing = add(Sharing(site: site, friends: friends, basemaps: basemaps))
        (admin, setup) = App.addOperations(
            to: &features, options, on: site, accounts: accounts, moderation: moderation, basemaps: basemaps,
            notices: notices, running: (jobs, events, serverFigures))
        accountData = add(try options.accountData(site, accounts, notices: notices, admin: admin, uploads: uploads))
        let services = FeatureServices(
            corner: notices.bell, firstPage: FirstSteps.firstPage, guestPages: groups.guestPages,
            invitations: friends.invitations, sharing: Chats.shareTarget, positionPage: maps.home,
            record: admin.audit, requestErasure: accountData.requestErasure)
        router = try App.begin(
            site, features, services: services, jobs: jobs, options: options, accounts: accounts, uploads: uploads)
    }

    /// Opens the data folder. A restore into it that was killed is finished first.
    private static func open(_ options: AppOptions, environment: Environment, log: Logger) throws -> Site {
        if try RestoreStage(options.dataFolder).settle() == .finished {
            log.notice("a restore that was interrupted has been finished")
        }
        return try Site(options.place, environment: environment, log: log, isInUse: Accounts.isInUse)
    }

    /// Adds what those need who run the site, and returns the pages of administrators and of the set-up.
    private static func addOperations(
        to features: inout [any Feature], _ options: AppOptions, on site: Site, accounts: Accounts,
        moderation: Moderation, basemaps: Basemaps, notices: Notices,
        running: (jobs: JobLanes, events: Events, server: ServerFigures)
    ) -> (Admin, Setup) {
        features.append(Announcements(site: site, accounts: accounts, notices: notices))
        let backups = options.backups(site, accounts)
        let metrics = options.metrics(site, running.events, server: running.server)
        let admin = Admin(
            site: site, jobs: running.jobs, accounts: accounts, moderation: moderation, basemaps: basemaps,
            backups: backups, events: running.events)
        let setup = Setup(site: site, accounts: accounts, basemaps: basemaps)
        features += [backups, metrics, admin, setup] as [any Feature]
        return (admin, setup)
    }

    /// Migrates the database and registers the features.
    private static func begin(
        _ site: Site, _ features: [any Feature], services: FeatureServices, jobs: JobLanes, options: AppOptions,
        accounts: Accounts, uploads: Uploads
    ) throws -> Router {
        let tools: [any Feature] = [Health(site: site), Offline()] + (options.hasGallery ? [Gallery(site: site)] : [])
        let features = features + tools
        let migrations = features.flatMap { type(of: $0).migrations }
        let schema = Site.migrations + JobSchema.migrations + migrations
        try site.database.refuseNewer(than: schema)
        if options.copiesBeforeUpgrade {
            try UpgradeCopy.make(site, schema, dataFolder: options.dataFolder)
        }
        try site.database.migrate(schema)
        UpgradeCopy.finish(dataFolder: options.dataFolder)
        try site.settingsStore.begin(site.database, options.initialSettings, at: site.now)
        site.features.register(features, services)
        jobs.begin(with: features.flatMap { $0.jobKinds })
        return Router(
            site: site, index: RouteIndex(features.flatMap { $0.routes }),
            staticPages: StaticPages(publicFolder: options.publicFolder, assets: site.assets),
            hasRoom: uploads.hasRoom, authentication: accounts)
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
        try ServerSetup.configuration(
            site, router.index, labels: requestLabels, temporaryFolder: temporaryFolder,
            diskReserve: MediaStore.reserve,
            countsAll: countsAll)
    }

    /// What answers are counted under.
    var requestLabels: RequestLabels {
        let groups = site.features.all.flatMap { feature in
            feature.routes.compactMap { route in feature.figuresGroup.map { (route.pattern, $0) } }
        }
        return RequestLabels(router.index, router.staticPages, groups: Dictionary(groups) { first, _ in first })
    }

    /// A fresh link to the set-up, for the command line; nil when there is an administrator.
    public func newSetupLink() throws -> String? { try setup.newLink() }

    /// Logs the last crash and starts recording what the process does, for the log of the start after the next crash.
    /// Only for processes that serve.
    public func beginCrashNotes(in dataFolder: String) { CrashNote.begin(in: dataFolder, site.log) }

    /// Lists and adds administrators, for the command line.
    public var administrators: Administrators { Administrators(site: site, accounts: accounts) }

    /// Adds zones from files, for the command line.
    public var zoneImport: ZoneImport { ZoneImport(zones: zones) }

    /// Starts the job lanes, each on its own thread.
    public func startJobs() -> JobRunner {
        beginJobs()
        return JobRunner(lanes: JobLane.allCases) { runJobs([$0], until: $1) }
    }

    /// Enqueues recurring jobs.
    func beginJobs() {
        setup.begin()
        uploads.reportTools()
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
            for lane in [JobLane.safety, .mail, .push] { try jobs.forget(database, lane) }
        }
    }

    /// Closes the database. The app cannot answer requests afterwards.
    public func close() {
        basemaps.loader.stop()
        events.hub.end()
        accounts.storeSessionUses(site.now)
        site.database.close()
        site.features.clear()
        jobs.end()
    }
}

extension [any Feature] {
    /// Appends a feature and returns it with its own type.
    fileprivate mutating func appending<Added: Feature>(_ feature: Added) -> Added {
        append(feature)
        return feature
    }
}
