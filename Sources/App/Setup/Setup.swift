import Database
import HTML
import HTTP
import Proximity
import Synchronization

/// The set-up of a new site in three steps: its first administrator, by a link that only who has a shell on the
/// server can make; then, signed in, the site and what it works with.
struct Setup: Feature {
    let site: Site
    let accounts: Accounts
    let basemaps: Basemaps
    let loader: BasemapLoader
    /// Whether visitors and the log are told; not for the demo world.
    let isTold: Bool
    /// Whether the site has no administrator yet, for the welcome page, which asks no database.
    private let state = SetupState()

    init(site: Site, accounts: Accounts, basemaps: Basemaps, loader: BasemapLoader, isTold: Bool) {
        (self.site, self.accounts, self.basemaps) = (site, accounts, basemaps)
        (self.loader, self.isTold) = (loader, isTold)
    }

    static let migrations = SetupLinks.migrations

    var routes: [Route] {
        [
            .openGet("/setup/{token}", showStart), .openPost("/setup/{token}", makeAdministrator),
            .adminGet("/admin/setup", settings.show), .adminPost("/admin/setup", settings.change),
            .adminPost("/admin/setup/map", settings.step), .adminGet("/admin/setup/services", showServices),
            .adminPost("/admin/setup/mail", sendTestMail),
        ]
    }

    /// The second step. The host's own time zone is likelier than the one of every new site.
    private var settings: SiteSettingsHandlers<SetupSitePage> {
        SiteSettingsHandlers(
            site: site, basemaps: basemaps, preview: SetupPaths.siteMap, next: SetupPaths.services,
            first: { settings, viewer in
                var settings = settings
                if settings.timeZone == SiteSettings().timeZone {
                    settings.timeZone = TimeZones.name(of: viewer.timeZone)
                }
                return settings
            },
            page: { [site] context, form in
                SetupSitePage(
                    frame: context.frame("Your site", hasForm: true), form: form,
                    steps: SetupStepsPart(current: 2, site))
            })
    }

    var jobKinds: [JobKind] {
        [JobKind(name: "setup.look", interval: 60, lane: .bulk) { _ in if state.isOpen { try look() } }]
    }

    var galleryExamples: [GalleryExample] { SetupExamples(basemaps: basemaps).all }

    /// Whoever has the backup has not been given the link.
    func restored(_ database: Writer) throws { try SetupLinks.deleteAll(database) }

    /// Looks whether there is an administrator: another process may have made one.
    func look() throws { state.setOpen(try !site.database.read { try AccountQueries.hasAdministrator($0) }) }

    /// Says in the log what the host has to do; never the link itself, which everybody who reads the log could use.
    func begin() {
        do { try look() } catch {
            site.log.error("it is not known whether there is an administrator", metadata: ["error": "\(error)"])
        }
        guard isTold, state.isOpen else { return }
        site.log.notice("this site has no administrator yet: “cairn setup-link” prints a link that makes one")
    }

    /// A fresh link, which ends the others; nil when there is an administrator.
    func newLink() throws -> String? {
        let token = Base64URL.encode(site.environment.randomBytes(24))
        let isMade = try site.database.write { database in
            guard try !AccountQueries.hasAdministrator(database) else { return false }
            try SetupLinks.replace(database, tokenHash: TokenHash.of(token), site.now)
            return true
        }
        return isMade ? site.settings.baseURL + SetupPaths.start(token) : nil
    }

    /// Remembers that there is an administrator now.
    func end() { state.setOpen(false) }

    /// Calls `body` unless another test mail is under way: a mail server that does not answer holds one request for 30 s.
    ///
    /// - Returns: nil while there is another.
    func testingMail<Result>(_ body: () throws -> Result) rethrows -> Result? { try state.testingMail(body) }
}

extension Setup: WelcomeSource {
    func welcomeNotice() -> Markup { isTold && state.isOpen ? Markup(SetupHintPart()) : Markup(trusted: "") }
}

/// What the threads share.
private final class SetupState: Sendable {
    private let open = Atomic(false)
    private let mail = Mutex(())

    var isOpen: Bool { open.load(ordering: .relaxed) }

    func setOpen(_ isOpen: Bool) { open.store(isOpen, ordering: .relaxed) }

    func testingMail<Result>(_ body: () throws -> Result) rethrows -> Result? {
        try mail.withLockIfAvailable { _ in try body() }
    }
}
