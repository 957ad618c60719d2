import Curl
import Database
import Foundation
import HTTP
import Mail
import Proximity

/// What the site needs of others, and what waits in it.
extension Doctor {
    /// Seconds that the site's own address has for an answer.
    private static let patience = 10

    /// Jobs, backups, administrators, maps.
    func checkSite(_ report: inout DoctorReport) {
        do {
            let file = try ForeignFile(path: DataFolder.database(dataFolder), readers: 1)
            let (failing, good, hasAdministrator) = try file.read { database in
                (
                    try Jobs.failing(database, now), try BackupQueries.lastGood(database),
                    try AccountQueries.hasAdministrator(database)
                )
            }
            if failing.isEmpty {
                report.ok("jobs", "none fails")
            } else {
                let kinds = failing.map { "\($0.kind): \($0.words)" }.joined(separator: " ")
                report.warn(
                    "jobs", message: String(kinds.prefix(400)),
                    advice: "See /admin; the server’s log has the reasons, such as in journalctl -u cairn.")
            }
            checkBackup(try readSchedule(), good: good, report: &report)
            if hasAdministrator {
                report.ok("administrator", "there is one")
            } else {
                report.warn(
                    "administrator", message: "nobody looks after the site",
                    advice: "cairn setup-link prints a link that makes one.")
            }
        } catch {
            report.warn(
                "jobs", message: "cannot be read: \("\(error)".prefix(200))",
                advice: "Start this version once, with cairn serve: it brings the database up to date.")
        }
        let maps = DataFolder.maps(dataFolder).filter { !$0.hasSuffix(BasemapFolder.orderName) }
        if maps.isEmpty {
            report.warn("map", message: "no map of your town", advice: "cairn basemap get PLACE brings one.")
        } else {
            report.ok("map", CountWords.of(maps.count, "map"))
        }
    }

    private func checkBackup(_ schedule: BackupSchedule, good: Timestamp?, report: inout DoctorReport) {
        let isFresh = good.map { now - $0 <= Backups.maxAge } ?? false
        guard schedule.isOn || isFresh else {
            return report.warn(
                "backup", message: "not set up", advice: "Switch backups on at /admin/backup, or set CAIRN_BACKUP_DIR.")
        }
        if schedule.isOn, let fault = BackupFolder(schedule.folder).fault(dataFolder: dataFolder) {
            return report.warn(
                "backup", message: fault, advice: "Mount the folder, or choose another one at /admin/backup.")
        }
        guard let good else {
            return report.warn(
                "backup", message: "none was made yet",
                advice: "The first is made at \(schedule.clock); /admin/backup makes one now.")
        }
        let days = Int((now - good) / 86_400)
        if now - good > Backups.maxAge {
            report.warn(
                "backup", message: "the last good one is \(days) days old", advice: "See /admin/backup for the reason.")
        } else {
            report.ok("backup", "the last good one is \(Int((now - good) / 3_600)) hours old")
        }
    }

    /// Whether the site's address leads to it, as its members see it.
    func checkAddress(_ report: inout DoctorReport) {
        guard let base = settings.baseURL else {
            return report.warn(
                "base URL", message: "not set: links in mails lead to localhost",
                advice: "Set CAIRN_BASE_URL, such as https://cairn.example.org, and restart the server.")
        }
        if base.hasPrefix("http://"), !["localhost", "127.0.0.1", "[::1]"].contains(URL(string: base)?.host() ?? "") {
            report.warn(
                "base URL", message: "\(base) is plain http",
                advice:
                    "Phones tell a page where they are only over https: set CAIRN_BASE_URL to it, behind a proxy that "
                    + "has a certificate.")
        }
        do {
            let answer = try URLProbe.get(base + "/healthz", seconds: Doctor.patience)
            if answer.status == 200, answer.body == "ok\n" { return report.ok("base URL", "\(base) answers") }
            report.warn(
                "base URL", message: "\(base) answers with \(answer.status), and not as this site",
                advice: "See where its name and the proxy lead, and whether CAIRN_BASE_URL is right.")
        } catch {
            report.warn(
                "base URL", message: "\(base) does not answer: \(error.reason)",
                advice:
                    "Start the server with cairn serve or systemctl start cairn; see its name, the proxy and the "
                    + "firewall."
            )
        }
    }

    func checkProxies(_ report: inout DoctorReport) {
        if let wrong = settings.proxies.first(where: { AddressBlock($0) == nil }) {
            return report.fail(
                "proxy", message: "CAIRN_TRUSTED_PROXIES names “\(wrong)”",
                advice: "Set CAIRN_TRUSTED_PROXIES to addresses, such as 127.0.0.1 or 10.0.0.0/8.")
        }
        guard settings.proxies.isEmpty, settings.baseURL?.hasPrefix("https://") == true else {
            return report.ok("proxy", settings.proxies.isEmpty ? "none" : settings.proxies.joined(separator: ", "))
        }
        report.warn(
            "proxy", message: "no proxy is trusted",
            advice: "Behind one, set CAIRN_TRUSTED_PROXIES: otherwise all visitors share its limits.")
    }

    func checkMail(_ report: inout DoctorReport) {
        guard let server = options.mailServer else {
            return report.warn(
                "mail", message: "no mail server: mail is kept in outbox",
                advice: "Set CAIRN_SMTP_URL, such as smtp://name:password@mail.example.org:587, and restart the server."
            )
        }
        do throws(MailError) {
            try SMTPTransport(server).probe()
            report.ok("mail", "\(server.host) takes mail")
        } catch {
            report.fail(
                "mail", message: FailingWork.words(for: error),
                advice: "See CAIRN_SMTP_URL, and whether that server is up. /admin/setup/services sends a test.")
        }
    }

    func checkPush(_ report: inout DoctorReport) {
        let subject = options.pushSubject ?? settings.baseURL ?? ""
        let host = URL(string: subject)?.host() ?? ""
        if subject.hasPrefix("mailto:") || subject.hasPrefix("https://") && host != "localhost" {
            return report.ok("push", "push services may write to \(subject)")
        }
        report.warn(
            "push", message: "push services are told no address that they can write to",
            advice: "Set CAIRN_PUSH_SUBJECT, such as mailto:you@example.org.")
    }
}
