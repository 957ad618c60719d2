import Curl
import Database
import Foundation
import HTTP
import Mail
import Proximity

/// What waits in the site, and what it needs of others.
extension Doctor {
    /// Jobs, backups, administrators.
    func checkSite(_ report: inout DoctorReport) {
        do {
            let file = try ForeignFile(path: database, readers: 1, limits: .none)
            let (failing, good, hasAdministrator) = try file.read { database in
                (
                    try Jobs.failing(database, now), try BackupQueries.lastGood(database),
                    try AccountQueries.hasAdministrator(database)
                )
            }
            for work in failing {
                report.warn(
                    "jobs", message: "\(work.kind): \(work.words)",
                    advice: "See /admin; the server’s log has more, such as journalctl -u cairn.")
            }
            if failing.isEmpty { report.ok("jobs", "none fails") }
            try checkBackup(lastGood: good, &report)
            if hasAdministrator { return report.ok("administrator", "there is one") }
            report.warn(
                "administrator", message: "nobody looks after the site",
                advice: "cairn setup-link --data \(folder) prints a link that makes an administrator.")
        } catch {
            report.fail(
                "jobs", message: "jobs and backups cannot be read: \(words(error))", advice: "See ls -la \(folder)")
        }
    }

    func checkMaps(_ report: inout DoctorReport) {
        let maps = DataFolder.maps(dataFolder).count { !$0.hasSuffix("/" + BasemapFolder.orderName) }
        if maps > 0 { return report.ok("map", "\(maps) \(maps == 1 ? "map" : "maps")") }
        report.warn(
            "map", message: "no map of your town, only of the world",
            advice: "Get one at /admin/basemaps, or by cairn basemap get PLACE --data \(folder)")
    }

    /// Seconds that the site's own address has for an answer.
    private static let patience = 10

    /// That the site's public address leads to this very site, and what arrives there of a request.
    func checkAddress(_ report: inout DoctorReport) {
        guard let base = settings.baseURL else {
            return report.warn(
                "base URL", message: "not set: links in mails lead to localhost",
                advice: "Set CAIRN_BASE_URL, such as https://cairn.example.org, and restart the server.")
        }
        if !SitePush.isPossible(baseURL: base) {
            report.warn(
                "base URL",
                message: "\(base) is plain http, over which phones tell a page neither where they are nor notices",
                advice: "Put a proxy with a certificate before it, and set CAIRN_BASE_URL to its https:// address.")
        }
        guard let key = try? SecretKey.existing(file: dataFolder + "/secret.key") else {
            return report.warn(
                "base URL", message: "not asked: that takes the key in the data folder",
                advice: "Name the folder of the site with --data DIR.")
        }
        let token = DoctorToken.make(key, dataFolder: dataFolder, environment.clock())
        do {
            let answer = try URLProbe.get(base + HealthPaths.doctor(token), seconds: Doctor.patience)
            let forwarded = try? JSONDecoder().decode(ForwardedRequest.self, from: Data(answer.body.utf8))
            guard answer.status == 200, let forwarded else {
                return report.warn(
                    "base URL", message: "\(base) answers with \(answer.status), and not as the site in \(dataFolder)",
                    advice:
                        "See where its name and the proxy lead, and whether CAIRN_BASE_URL and --data are of one site.")
            }
            report.ok("base URL", "\(base) leads to this site")
            checkForwarding(forwarded, of: base, &report)
        } catch {
            report.warn(
                "base URL", message: "\(base) does not answer: \(error.reason)",
                advice:
                    "See whether the server runs (cairn healthcheck), then its name, the certificate, the proxy, the firewall."
            )
        }
    }

    /// That the proxy passes on what the server needs, and is trusted.
    func checkForwarding(_ forwarded: ForwardedRequest, of base: String, _ report: inout DoctorReport) {
        let advice =
            "See *Proxy* in docs/hosting.md, or the files in /usr/share/doc/cairn/examples, and restart the proxy."
        let (isSecure, host) = (base.hasPrefix("https://"), Doctor.authority(of: base))
        if Doctor.authority(of: (isSecure ? "https://" : "http://") + forwarded.host) != host {
            report.fail(
                "proxy", message: "the proxy passes on the host “\(forwarded.host.prefix(100))” instead of \(host)",
                advice: advice)
        }
        guard isSecure else { return }
        switch (forwarded.isTrusted, forwarded.scheme, forwarded.namesClient) {
        case (false, _, _) where forwarded.hasFields:
            report.fail(
                "proxy", message: "the proxy is not trusted: all visitors share one address’s limits",
                advice: "Set CAIRN_TRUSTED_PROXIES to its address, such as 127.0.0.1, and restart the server.")
        case (false, _, _):
            report.fail("proxy", message: "the proxy sends neither X-Forwarded-For nor -Proto", advice: advice)
        case (true, _, false):
            report.fail(
                "proxy",
                message: "the proxy sends no address in X-Forwarded-For: all visitors share one address’s limits",
                advice: advice)
        case (true, "https", true): report.ok("proxy", "it is trusted, and says what it should")
        case (true, let scheme, true):
            report.fail(
                "proxy", message: "the proxy says that visitors use “\(scheme ?? "")” instead of https", advice: advice)
        }
    }

    /// Host and port of an address, without the port that goes without saying.
    private static func authority(of address: String) -> String {
        let (scheme, port) = address.hasPrefix("https://") ? ("https://", ":443") : ("http://", ":80")
        let authority = address.dropFirst(scheme.count).prefix { $0 != "/" }.lowercased()
        return authority.hasSuffix(port) ? String(authority.dropLast(port.count)) : authority
    }

    func checkProxies(_ report: inout DoctorReport) {
        for wrong in settings.proxies where !Configuration.isProxy(wrong) {
            report.fail(
                "proxy", message: "CAIRN_TRUSTED_PROXIES has “\(wrong.prefix(100))”",
                advice: "Set CAIRN_TRUSTED_PROXIES to addresses, such as 127.0.0.1 or 10.0.0.0/8.")
        }
    }

    func checkMail(_ report: inout DoctorReport) {
        guard let server = options.mailServer else {
            return report.warn(
                "mail", message: "no mail server: mail is kept in the folder outbox",
                advice: "Set CAIRN_SMTP_URL, such as smtps://name:password@mail.example.org, and restart the server.")
        }
        do throws(MailError) {
            try SMTPTransport(server).probe()
            report.ok("mail", "\(server.host) lets the site in")
        } catch {
            report.fail(
                "mail", message: FailingWork.words(for: error),
                advice: "See CAIRN_SMTP_URL, and whether that server is up.")
        }
    }

    /// What push needs: https, and an address that push services may write to. Its key is made of the site's.
    func checkPush(_ report: inout DoctorReport) {
        let base = settings.baseURL ?? ""
        guard SitePush.isPossible(baseURL: base) else {
            return report.warn(
                "push", message: "no browser gets push messages: they need https",
                advice: "Set CAIRN_BASE_URL to an https:// address.")
        }
        if let subject = SitePush.subject(options.push, baseURL: base) {
            return report.ok("push", "push services may write to \(subject)")
        }
        report.warn(
            "push", message: "push services are told no address that they can write to",
            advice: "Set CAIRN_PUSH_SUBJECT, such as mailto:you@example.org.")
    }
}
