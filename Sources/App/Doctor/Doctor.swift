import Curl
import Database
import Foundation
import HTTP
import Mail
import Media
import Proximity

/// Looks at a site from outside, while it is served or not, and says what is wrong and what to do. Changes nothing unless
/// it is asked to mend.
public struct Doctor: Sendable {
    let options: AppOptions
    let settings: Settings
    let isMending: Bool
    let now: Timestamp

    /// What the environment says.
    public struct Settings: Sendable {
        /// The site's public address; nil if none is configured.
        public var baseURL: String?
        /// `CAIRN_TRUSTED_PROXIES`
        public var proxies: [String] = []

        /// Nothing configured.
        public init() {}
    }

    /// - Parameter isMending: whether what can be mended is: permissions, files that nobody needs, files that a backup has.
    public init(_ options: AppOptions, _ settings: Settings, isMending: Bool, environment: Environment = .real) {
        (self.options, self.settings, self.isMending) = (options, settings, isMending)
        now = environment.clock()
    }

    var dataFolder: String { options.dataFolder }

    /// Makes all checks. Reads every page of the database, and asks the site's own address and its mail server.
    public func run() -> DoctorReport {
        var report = DoctorReport()
        report.ok("version", "cairn \(Version.text), SQLite \(Database.sqliteVersion)")
        checkPublicFolder(&report)
        checkTools(&report)
        checkClock(&report)
        checkRestore(&report)
        if checkDataFolder(&report) {
            checkPermissions(&report)
            checkKey(&report)
            checkDisk(&report)
            if checkDatabase(&report) {
                checkMedia(&report)
                checkSite(&report)
            }
        }
        checkAddress(&report)
        checkProxies(&report)
        checkMail(&report)
        checkPush(&report)
        return report
    }

    private func checkPublicFolder(_ report: inout DoctorReport) {
        let needed = [
            "css", "js", "icons/icons.svg", "fonts/inter-latin.woff2", "basemap/world.bin", "passwords/common.bin",
        ]
        let missing = needed.filter { access("\(options.publicFolder)/\($0)", R_OK) != 0 }
        if missing.isEmpty { return report.ok("public files", options.publicFolder) }
        report.fail(
            "public files", message: "\(options.publicFolder) lacks \(missing.joined(separator: ", "))",
            advice: "Copy the folder Public of this version there, or name it with --public.")
    }

    private func checkTools(_ report: inout DoctorReport) {
        let missing = MediaTools.missing + (MediaTools.isThere("tar") ? [] : ["tar"])
        if !missing.isEmpty {
            report.fail(
                "tools", message: "missing: \(missing.joined(separator: ", "))",
                advice: "apt-get install libvips-tools ffmpeg util-linux tar, or what your system calls them.")
        }
        let isolation = Isolation.probe()
        if isolation.gaps.isEmpty && missing.isEmpty {
            return report.ok("tools", "uploads are read isolated by \(isolation)")
        }
        if let gap = isolation.gaps.first {
            report.warn(
                "tools", message: "isolated by \(isolation): \(gap)",
                advice: "apt-get install bubblewrap, or allow user namespaces.")
        }
    }

    private func checkClock(_ report: inout DoctorReport) {
        let written = ["", "-wal"].compactMap { companion in
            let path = DataFolder.database(dataFolder) + companion
            return (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
        }.max()
        let seconds = Double(now.milliseconds) / 1_000
        let ahead = (written?.timeIntervalSince1970 ?? 0) - seconds
        if ahead > 60 {
            return report.fail(
                "clock", message: "the database was written \(Int(ahead)) seconds from now",
                advice: "The clock was set back: timedatectl set-ntp true keeps it right.")
        }
        report.ok("clock", Date(timeIntervalSince1970: seconds).formatted(.iso8601))
    }

    private func checkDataFolder(_ report: inout DoctorReport) -> Bool {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: dataFolder, isDirectory: &isFolder), isFolder.boolValue,
            access(DataFolder.database(dataFolder), F_OK) == 0
        {
            report.ok("data folder", URL(fileURLWithPath: dataFolder).path)
            return true
        }
        report.fail(
            "data folder", message: "\(dataFolder) holds no site",
            advice: "Name its folder with --data DIR, or start the server once: cairn serve --data DIR.")
        return false
    }

    private static let makeRoom =
        "Make room, or move the folder to a larger disk and name it with --data. /admin/limits shows who keeps most."

    private func checkDisk(_ report: inout DoctorReport) {
        let free = MediaStore.freeBytes(at: dataFolder)
        let words = "\(ByteFormatter.text(free)) free"
        if free < MediaStore.reserve {
            report.fail(
                "disk", message: words,
                advice: "Uploads are refused below \(ByteFormatter.text(MediaStore.reserve)). \(Doctor.makeRoom)")
        } else if free < SiteChecks.scarce {
            report.warn(
                "disk", message: words,
                advice: "Uploads end at \(ByteFormatter.text(MediaStore.reserve)). \(Doctor.makeRoom)")
        } else {
            report.ok("disk", words)
        }
    }

    /// - Returns: whether it can be read.
    private func checkDatabase(_ report: inout DoctorReport) -> Bool {
        let path = DataFolder.database(dataFolder)
        do {
            try Database.checkIntegrity(of: path)
            report.ok("database", "whole, \(ByteFormatter.text((try? DataFolder.byteCount(path)) ?? 0))")
            return true
        } catch {
            report.fail(
                "database", message: "damaged: \("\(error)".prefix(300))",
                advice: "Stop the server, keep a copy of the folder, and cairn restore FILE.tar --data NEW-FOLDER.")
            return false
        }
    }
}
