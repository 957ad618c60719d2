import Database
import HTTP
import Media
import PositionSources
import Proximity

/// The devices that send a person's positions: their list, phone apps with their tokens, and the addresses that the apps
/// send to.
struct Devices: Feature {
    let site: Site
    let accounts: Accounts
    let events: Events
    let positions: Positions
    let basemaps: Basemaps
    let faces: OwnTracksFaces

    static let migrations = PhoneAppSchema.migrations

    init(
        site: Site, uploads: Uploads, accounts: Accounts, events: Events, positions: Positions, basemaps: Basemaps
    ) {
        (self.site, self.accounts, self.events) = (site, accounts, events)
        (self.positions, self.basemaps) = (positions, basemaps)
        faces = OwnTracksFaces(uploads: uploads)
    }

    var routes: [Route] {
        [
            .get("/settings/devices", showDevices), .post("/settings/devices", addApp),
            .get("/settings/devices/{id}", showDevice), .post("/settings/devices/{id}/renew", renew),
            .post("/settings/devices/{id}/pause", pause), .post("/settings/devices/{id}/rename", rename),
            .post("/settings/devices/{id}/delete", delete), .post("/settings/devices/delete", deleteAll),
        ] + ingestRoutes
    }

    /// Apps put their secret into a header, the query or the last segment.
    private var ingestRoutes: [Route] {
        PositionSource.allCases.flatMap { source -> [Route] in
            let methods: [Method] = source == .owntracks || source == .overland ? [.post] : [.get, .post]
            let patterns = [DevicePaths.ingest(source), DevicePaths.ingest(source, token: "{token}")]
            return methods.flatMap { method in
                patterns.map {
                    Route.program(method, $0, bodyLimit: Devices.mostBytes, secrets) { try take($0, source) }
                }
            }
        }
    }

    private var secrets: ProgramSecrets {
        ProgramSecrets(candidates: AppCredentials.candidates) { [site] secret in
            let hash = TokenHash.of(secret)
            return try site.database.read { try PhoneAppQueries.sender($0, tokenHash: hash) }?.app.account
        }
    }

    var galleryExamples: [GalleryExample] { DeviceExamples(basemaps: basemaps).all }

    var navigation: [NavigationEntry] {
        [
            NavigationEntry(
                slot: .settings, rank: 50, path: PositionPaths.devices, icon: "locate-fixed", words: "Devices")
        ]
    }

    var jobKinds: [JobKind] {
        [
            .sweep("devices.sweep") { job in
                try site.database.write { try PhoneAppQueries.deleteOldRefusals($0, job.now) }
            }
        ]
    }

    /// The largest request of an app: Overland's batches of 1,000 points have about 600 kB.
    static let mostBytes = 2 << 20
    /// The most phone apps of one person.
    static let mostApps = 20
    /// Seconds for which what was refused is kept.
    static let refusalsKept = 86_400.0

    /// The name of the part of a device's page that changes with each report.
    static func part(_ device: ID<Device>) -> String { "device-\(device)" }
}
