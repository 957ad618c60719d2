import Database
import HTML
import HTTP
import Proximity
import Synchronization

/// The set-up of a new site in three steps: its first administrator, behind a link that only who has a shell on the
/// server can make; then, signed in, the site and what it works with.
struct Setup: Feature {
    let site: Site
    let accounts: Accounts
    let basemaps: Basemaps
    /// Whether nobody looks after the site yet, for the welcome page, which asks no database.
    let isOpen = SharedFlag()

    static let migrations = SetupLinks.migrations

    /// Seconds between two looks for an administrator that another process made.
    private static let lookInterval = 30.0

    var routes: [Route] {
        [
            .openGet("/setup/{token}", showStart), .openPost("/setup/{token}", makeAdministrator),
            .adminGet("/admin/setup", settings.show), .adminPost("/admin/setup", settings.change),
            .adminPost("/admin/setup/map", settings.move), .adminGet("/admin/setup/services", showServices),
            .adminPost("/admin/setup/mail", sendTestMail),
        ]
    }

    /// The second step.
    private var settings: SiteSettingsHandlers<SetupSitePage> {
        SiteSettingsHandlers(
            site: site, basemaps: basemaps, preview: SetupPaths.siteMap, next: SetupPaths.services
        ) { [site] context, form in
            SetupSitePage(
                frame: context.frame("Your site", hasForm: true), form: form, steps: SetupStepsPart(current: 2, site))
        }
    }

    var jobKinds: [JobKind] {
        [JobKind(name: "setup.look", interval: Setup.lookInterval) { _ in try look() }]
    }

    var galleryExamples: [GalleryExample] { SetupExamples(basemaps: basemaps).all }

    /// A link that others may have copied with the backup is not to be used.
    func restored(_ database: Writer) throws { try SetupLinks.deleteAll(database) }

    /// Looks whether there is an administrator.
    func look() throws { isOpen.set(try !site.database.read { try AccountQueries.hasAdministrator($0) }) }

    /// Says in the log what the host has to do; never the link itself, which everybody who reads the log could use.
    func begin() {
        do { try look() } catch { site.log.error("no look at the administrators", metadata: ["error": "\(error)"]) }
        guard isOpen.isSet else { return }
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
}

extension Setup: WelcomeSource {
    func welcomePart() -> Markup { isOpen.isSet ? Markup(SetupHintPart()) : Markup(trusted: "") }
}

/// A flag that threads share.
final class SharedFlag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .relaxed) }

    func set(_ isSet: Bool) { value.store(isSet, ordering: .relaxed) }
}
