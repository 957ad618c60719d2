import Database
import Foundation
import HTTP
import Logging
import Mail
import Proximity

/// The whole of Cairn but for the socket: what `cairn serve` gives to the HTTP server, and what tests visit in process.
///
/// The composition root: every feature is made here and told of the others, so that one screen shows who knows whom.
public struct App: Handler {
    let site: Site
    let accounts: Accounts
    let friends: Friends
    let admin: Admin
    let positions: Positions
    let notes: Notes
    let maps: Maps
    let uploads: Uploads
    let accountData: AccountData
    let areas: Areas
    /// All of them, in their order.
    let features: [any Feature]
    private let router: Router
    private let jobs: [(lane: JobLane, jobs: Jobs)]
    private let stoppedLanes: StoppedLanes

    /// The tables of every feature.
    static let migrations =
        Accounts.migrations + Friends.migrations + Positions.migrations + Maps.migrations
        + Notes.migrations + Sharing.migrations + MediaFeature.migrations + Admin.migrations + AccountData.migrations
        + Jobs.migrations + Throttles.migrations

    /// Opens the data folder and ties the features together.
    ///
    /// - Throws: when the folder or the database cannot be used.
    public init(_ options: AppOptions, environment: Environment = .real, log: Logger) throws {
        site = try Site(options, environment, log, migrations: App.migrations)
        uploads = try Uploads(site: site, dataFolder: options.dataFolder, quota: options.quota)
        areas = Areas(site: site)
        accounts = try App.accounts(site, options, uploads, areas)
        let lastPosition = { @Sendable [site] account, database in
            try PositionQueries.last(database, of: account, site.now)
        }
        notes = Notes(
            site: site, uploads: uploads, friends: { try FriendQueries.friends($1, of: $0) }, lastPosition: lastPosition
        )
        stoppedLanes = StoppedLanes()
        admin = Admin(site: site, stoppedLanes: stoppedLanes, sendResetLink: accounts.sendResetLink)
        friends = App.friends(site, notes, admin, areas)
        maps = Maps(
            site: site, layers: [notes.mapLayer], strip: notes.unopened, hint: friends.hint, lastPosition: lastPosition)
        positions = Positions(
            site: site, reactions: [notes.pickUp, areas.follow], refused: maps.home, onForget: areas.hide)
        let media = MediaFeature(
            site: site, uploads: uploads, gates: [accounts.showsPicture, notes.showsPhoto], replacements: [])
        let sharing = Sharing(
            site: site, areas: areas, accounts: accounts, friends: friends, positions: positions, notes: notes)
        var features: [any Feature] = [
            maps, accounts, friends, positions, notes, sharing, media, admin, Health(site: site), Offline(),
        ]
        let hasRoom = { @Sendable [uploads] bytes in uploads.store.hasRoom(for: bytes) }
        accountData = try AccountData(
            site: site, accounts: accounts, others: features.map { $0.personalData }, dataFolder: options.dataFolder,
            hasRoom: hasRoom)
        features.append(accountData)
        if options.hasGallery { features.append(Gallery(site: site)) }
        self.features = features
        jobs = App.lanes(features.flatMap { $0.jobKinds }, site.database, log)
        router = Router(
            site: site, routes: features.flatMap { $0.routes },
            staticPages: StaticPages(publicFolder: options.publicFolder, assets: site.assets), hasRoom: hasRoom,
            identify: accounts.identify)
    }

    private static func lanes(
        _ kinds: [JobKind], _ database: Database, _ log: Logger
    ) -> [(lane: JobLane, jobs: Jobs)] {
        JobLane.allCases.map { lane in
            (lane, Jobs(database: database, kinds: kinds.filter { $0.lane == lane }, log: log))
        }
    }

    private static func accounts(
        _ site: Site, _ options: AppOptions, _ uploads: Uploads, _ areas: Areas
    ) throws -> Accounts {
        let randomBytes = site.environment.randomBytes
        return Accounts(
            site: site, hasher: try PasswordHasher(cost: options.passwordCost, randomBytes: randomBytes),
            rules: PasswordRules(
                file: options.publicFolder + "/passwords/common.bin", siteNames: ["Cairn", site.settings.host]),
            uploads: uploads, isVisible: { try FriendQueries.isVisible($2, $0, to: $1) }, previews: ["/notes/new"],
            onAddress: { try Friends.addressChanged($0, of: $1, to: $2, key: site.key) }, onPreferences: areas.follow,
            onPause: areas.hide)
    }

    private static func friends(_ site: Site, _ notes: Notes, _ admin: Admin, _ areas: Areas) -> Friends {
        Friends(
            site: site, friendshipEnded: notes.withdraw, report: admin.file,
            confirmedAddress: { account, database in
                try AddressQueries.recipient(database, account).flatMap { $0.isConfirmed ? $0.email.folded : nil }
            }, area: areas.part)
    }

    /// Every route: method, path, who may call it; as `cairn routes` prints them.
    public var routeTable: [String] {
        routes.map { "\($0.method.rawValue)\t\($0.pattern)\t\($0.access.rawValue)" }.sorted()
            + StaticPages.listed.map { "GET\t\($0)\topen" }
    }

    var routes: [Route] { router.routes }

    public func plan(for head: RequestHead) -> BodyPlan { router.plan(for: head) }

    public func respond(to request: Request) -> Response { router.respond(to: request) }

    /// Sees to it that what has to be done again and again is in the table of jobs.
    func beginJobs() {
        uploads.reportTools()
        do { for (_, jobs) in jobs { try jobs.begin(site.now) } } catch {
            site.log.error("no jobs", metadata: ["error": "\(error)"])
        }
    }

    /// Does the jobs of some lanes that are due. Called by `JobRunner`, and by tests.
    func runJobs(_ lanes: [JobLane] = [.prompt, .mail, .bulk], until isEnded: () -> Bool = { false }) {
        if lanes.contains(.prompt) { accounts.storeSessionUses(site.now) }
        for (lane, jobs) in jobs where lanes.contains(lane) {
            do {
                try jobs.run(site.environment.clock, until: isEnded)
                stoppedLanes.goesOn(lane)
            } catch {
                guard stoppedLanes.stopped(lane, error, site.now) else { continue }
                site.log.error("jobs stopped", metadata: ["lane": "\(lane)", "error": "\(error)"])
            }
        }
    }

    /// Ends what must not outlive a restore from a backup. Mail that waited has been sent since the backup.
    func restored() throws {
        try site.database.write { database in
            for feature in features { try feature.restored(database) }
            for (lane, jobs) in jobs where lane == .mail { try jobs.forget(database) }
        }
    }

    /// Closes the database; nothing can be answered afterwards.
    public func close() {
        accounts.storeSessionUses(site.now)
        site.database.close()
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
