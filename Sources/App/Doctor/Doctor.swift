import CLinux
import Database
import Foundation
import Logging
import Media
import Proximity

/// Looks at a site and its machine, whether the site is served or not, and says what is wrong and what to do. Changes no data
/// unless it is asked to mend.
public struct Doctor: Sendable {
    let options: AppOptions
    let settings: Settings
    let isMending: Bool
    let environment: Environment
    let log: Logger
    let now: Timestamp

    /// What the environment says beside the options of the app.
    public struct Settings: Sendable {
        /// The site's public address, without a trailing slash; nil if none is configured.
        public var baseURL: String?
        /// `CAIRN_TRUSTED_PROXIES`
        public var proxies: [String] = []
        /// What of the environment cannot be used, as sentences.
        public var faults: [String] = []

        /// Nothing configured.
        public init() {}
    }

    /// - Parameters:
    ///   - options: with the public folder if there is one.
    ///   - isMending: whether to mend what can be: permissions, files that nobody needs, files that a backup has.
    public init(
        _ options: AppOptions, _ settings: Settings, isMending: Bool, environment: Environment = .real, log: Logger
    ) {
        (self.options, self.settings, self.isMending) = (options, settings, isMending)
        (self.environment, self.log) = (environment, log)
        now = environment.clock()
    }

    var dataFolder: String { options.dataFolder }
    var database: String { DataFolder.database(dataFolder) }

    /// Makes all checks. Reads the whole database, and asks the site's own address and its mail server.
    public func run() -> DoctorReport {
        var report = DoctorReport()
        report.ok("version", "Cairn \(Version.text), SQLite \(Database.sqliteVersion), \(Doctor.system)")
        for fault in settings.faults {
            report.fail(
                "settings", message: fault,
                advice:
                    "Mend it in /etc/cairn/cairn.env, or where the server gets its environment from. The server does not start."
            )
        }
        checkPublicFiles(&report)
        checkTools(&report)
        checkClock(&report)
        if checkDataFolder(&report) {
            checkPermissions(&report)
            checkKey(&report)
            checkDisk(&report)
            if checkDatabase(&report), checkSchema(&report) {
                checkMedia(&report)
                checkSite(&report)
            }
            checkMaps(&report)
        }
        checkAddress(&report)
        checkProxies(&report)
        checkMail(&report)
        checkPush(&report)
        return report
    }

    /// What an error says, without what is for programmers.
    func words(_ error: any Error) -> String {
        switch error {
        case let error as CocoaError: String(error.localizedDescription.prefix(300))
        case let error as UnusableKey: "\(error.file) \(error.fault)"
        case let error as DatabaseError: String(error.message.prefix(300))
        default: String("\(error)".prefix(300))
        }
    }

    /// The data folder as a shell reads it.
    var folder: String { Doctor.quoted(dataFolder) }

    /// A path as a shell reads it.
    static func quoted(_ path: String) -> String {
        path.wholeMatch(of: #/[\w.\/-]+/#) != nil ? path : "'\(path.replacing("'", with: #"'\''"#))'"
    }

    /// "Debian GNU/Linux 12 (bookworm)"
    private static var system: String {
        let release = (try? String(contentsOfFile: "/usr/lib/os-release", encoding: .utf8)) ?? ""
        let name = release.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
        return name.map { $0.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" } } ?? "an unknown system"
    }

    private func checkPublicFiles(_ report: inout DoctorReport) {
        guard let folder = options.publicFolder else {
            return report.fail(
                "public files", message: "there is no folder with style sheets, scripts and fonts",
                advice: "Name the folder Public of this version with --public DIR.")
        }
        let needed = [
            "css", "js", "icons/icons.svg", "fonts/inter-latin.woff2", "basemap/world.bin", "passwords/common.bin",
        ]
        let missing = needed.filter { access("\(folder)/\($0)", R_OK) != 0 }
        guard missing.isEmpty else {
            return report.fail(
                "public files", message: "\(folder) lacks \(missing.joined(separator: ", "))",
                advice: "Copy the folder Public of this version there, or name another one with --public DIR.")
        }
        report.ok("public files", folder)
    }

    private func checkTools(_ report: inout DoctorReport) {
        let missing = MediaProcessor.missingTools + (BackupArchive.hasTar ? [] : ["tar"])
        if !missing.isEmpty {
            report.fail(
                "tools", message: "missing: \(missing.joined(separator: ", "))",
                advice: "apt-get install libvips-tools ffmpeg util-linux tar, or what your system calls them.")
        }
        let isolation = Isolation.here
        for gap in isolation.gaps {
            report.warn(
                "tools", message: "a program that reads uploads, taken over by a file: \(gap)",
                advice: "A newer kernel, apt-get install bubblewrap, or allowing user namespaces closes it.")
        }
        if isolation.gaps.isEmpty && missing.isEmpty {
            report.ok("tools", "programs that read uploads are isolated by \(isolation)")
        }
    }

    private func checkClock(_ report: inout DoctorReport) {
        let seconds = Double(now.milliseconds) / 1_000
        let written = ["", "-wal"].compactMap { companion in
            (try? FileManager.default.attributesOfItem(atPath: database + companion))?[.modificationDate] as? Date
        }.max()
        let ahead = (written?.timeIntervalSince1970 ?? 0) - seconds
        if ahead > 60 {
            return report.fail(
                "clock", message: "the database was written \(Int(ahead)) seconds in the future",
                advice: "The clock was set back: see timedatectl, and let it keep the clock right.")
        }
        let time = Date(timeIntervalSince1970: seconds).formatted(.iso8601)
        var state = timex()
        // Asks only, and changes nothing (adjtimex(2)).
        guard adjtimex(&state) == TIME_ERROR else { return report.ok("clock", time) }
        report.warn(
            "clock", message: "\(time), and nothing keeps it right",
            advice: "timedatectl set-ntp true, after apt-get install systemd-timesyncd or chrony.")
    }

    private func checkDataFolder(_ report: inout DoctorReport) -> Bool {
        guard access(database, R_OK) != 0 else {
            report.ok("data folder", URL(fileURLWithPath: dataFolder).path)
            return true
        }
        guard errno == ENOENT else {
            report.fail(
                "data folder", message: "\(dataFolder) is closed to this user",
                advice: "Run it as root, or as the user that the server runs as: sudo cairn doctor --data \(folder)")
            return false
        }
        do {
            // Deletes nothing where there is no database.
            try RestoreTarget.refuseUnfinished(dataFolder)
            report.fail(
                "data folder", message: "\(dataFolder) holds no site",
                advice: "Name its folder with --data DIR, or start the server once: cairn serve --data DIR")
        } catch {
            report.fail(
                "restore", message: words(error), advice: "Unless it runs: cairn restore FILE.tar --data \(folder)")
        }
        return false
    }

    private func checkKey(_ report: inout DoctorReport) {
        let path = dataFolder + "/secret.key"
        let advice =
            "As the user that the server runs as: tar --extract --no-same-owner --file=BACKUP.tar --directory=\(folder) ./secret.key"
        do {
            guard try SecretKey.existing(file: path) != nil else {
                return report.fail("secret key", message: "\(path) is missing", advice: advice)
            }
            report.ok("secret key", "there")
        } catch { report.fail("secret key", message: words(error), advice: advice) }
    }

    /// Bytes of the disk below which the host is told in time.
    private static let scarce = 4 * MediaStore.reserve

    private func checkDisk(_ report: inout DoctorReport) {
        let free = MediaStore.freeBytes(at: dataFolder)
        let (words, reserve) = ("\(ByteFormatter.text(free)) free", ByteFormatter.text(MediaStore.reserve))
        let advice = "Make room, or move the folder to a larger disk and name it with --data DIR."
        if free < MediaStore.reserve {
            report.fail("disk", message: "\(words): uploads are refused below \(reserve)", advice: advice)
        } else if free < Doctor.scarce {
            report.warn("disk", message: "\(words): uploads end at \(reserve)", advice: advice)
        } else {
            report.ok("disk", words)
        }
    }
}
