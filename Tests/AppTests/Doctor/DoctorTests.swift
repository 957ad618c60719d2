import Database
import Foundation
import Logging
import Mail
import Media
import Proximity
import TestTools
import Testing

@testable import App
@testable import HTTP

/// `cairn doctor`, without the command line: the report, settings, and what the site needs of others.
struct DoctorTests: DoctorSuite {
    @Test func `a good site has only warnings, of what is not set up`() throws {
        let found = try report(site())
        #expect(!found.isBroken, "\(found.text)")
        let warned = Set(found.checks.filter { $0.state == .warning }.map { $0.name })
        #expect(
            warned.subtracting(["tools", "disk", "clock"]) == ["backup", "base URL", "mail", "push"], "\(found.text)")
        expectWaysToMend(found)
        #expect(found.text.hasSuffix(" warnings"))
    }

    @Test func `each advice names what mends it`() throws {
        let (site, scratch) = (try site(), Folder())
        expectWaysToMend(
            try report(site) { options, settings in
                options.publicFolder = scratch.path
                options.mailServer = try SMTPServer("smtp://127.0.0.1:9")
                options.backupFolder = scratch.path
                settings.baseURL = "http://127.0.0.2:9"
                settings.proxies = ["proxy.example.org"]
            })
        expectWaysToMend(try report(site) { _, settings in settings.baseURL = "https://127.0.0.1:9" })
        expectWaysToMend(try report(site) { options, _ in options.backupFolder = "/nowhere/at/all" })
        expectWaysToMend(try report(site) { options, _ in options.dataFolder = scratch.path })
        chmod(site.folder, 0o755)
        try FileManager.default.removeItem(atPath: photo(site))
        try FileManager.default.removeItem(atPath: site.folder + "/secret.key")
        expectWaysToMend(try report(site))
        expectWaysToMend(try report(site, mends: true))
    }

    @Test func `the report for programs is JSON with the same checks`() throws {
        struct Whole: Decodable {
            struct Check: Decodable {
                let name, state, message, advice: String
            }
            let ok: Bool
            let checks: [Check]
        }
        let found = try report(site())
        let read = try JSONDecoder().decode(Whole.self, from: Data(found.json().utf8))
        #expect(read.ok && read.checks.map { $0.name } == found.checks.map { $0.name })
        #expect(Set(read.checks.map { $0.state }).isSubset(of: ["ok", "warning", "broken"]))
    }

    @Test func `a folder without a site is broken and told in a line`() throws {
        let (site, folder) = (try TestSite.empty(), Folder())
        let found = try report(site) { options, _ in options.dataFolder = folder.path + "/none" }
        #expect(try check("data folder", found).state == .broken)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/none"), "nothing is made")
    }

    @Test func `a clock behind the database is broken`() throws {
        let site = try site()
        let ahead = [FileAttributeKey.modificationDate: try fileTime.addingTimeInterval(3_600)]
        try FileManager.default.setAttributes(ahead, ofItemAtPath: site.folder + "/cairn.sqlite")
        #expect(try check("clock", report(site)).state == .broken)
    }

    @Test func `an address that does not answer, a mail server that is down and a wrong proxy are told`() throws {
        let found = try report(site()) { options, settings in
            settings.baseURL = "https://127.0.0.1:9"
            settings.proxies = ["10.0.0.0/8", "proxy.example.org"]
            options.mailServer = try SMTPServer("smtp://127.0.0.1:9")
        }
        #expect(try check("base URL", found).state == .warning)
        #expect(try check("mail", found).state == .broken)
        #expect(try check("proxy", found).message.contains("proxy.example.org"))
    }

    @Test func `what a proxy does not pass on, or is not trusted, is told`() throws {
        let site = try site()
        let forwarding = Forwarding(trusted: ["127.0.0.1"])
        func found(_ base: String, _ fields: [(String, String)], isTrusted: Bool = true) throws -> [String] {
            let head = try Request(method: .get, target: "/", headers: Headers(fields), body: .empty).head
            var report = DoctorReport()
            try doctor(site).checkForwarding(
                ForwardedRequest(isTrusted ? try forwarding.apply(head) : head), of: base, &report)
            return report.checks.map { "\($0.state) \($0.message)" }
        }
        let (base, host) = ("https://cairn.example.org", ("Host", "cairn.example.org"))
        let (address, scheme) = (("X-Forwarded-For", "192.0.2.1"), ("X-Forwarded-Proto", "https"))
        let good = ["ok it is trusted, and says what it should"]
        #expect(try found(base, [host, address, scheme]) == good)
        #expect(try found(base, [host, ("Forwarded", "for=192.0.2.1;proto=https")]) == good)
        #expect(try found(base, [host, address, scheme], isTrusted: false)[0].contains("is not trusted"))
        #expect(try found(base, [host], isTrusted: false)[0].contains("neither X-Forwarded-For nor"))
        for nobody in [nil, "unknown", ""] as [String?] {
            let fields = [host, scheme] + (nobody.map { [("X-Forwarded-For", $0)] } ?? [])
            #expect(try found(base, fields)[0].contains("no address in X-Forwarded-For"))
        }
        #expect(try found(base, [host, address])[0].contains("“” instead of https"))
        #expect(try found(base, [host, address, ("X-Forwarded-Proto", "http")])[0].contains("“http” instead of https"))
        let inside = try found(base, [("Host", "localhost:8080"), address, scheme])
        #expect(inside[0].contains("“localhost:8080” instead of cairn.example.org"))
        for (base, host) in [
            ("https://cairn.example.org:443", "CAIRN.example.org"),
            ("https://cairn.example.org", "cairn.example.org:443"),
            ("https://xn--bcher-kva.example:8443", "xn--bcher-kva.example:8443"),
            ("https://[2001:db8::1]", "[2001:db8::1]"),
        ] {
            #expect(try found(base, [("Host", host), address, scheme]) == good)
        }
        #expect(try found("http://localhost:80", [("Host", "localhost")], isTrusted: false).isEmpty)
    }

    @Test func `only who has the site's key and its folder learns what arrives, and for a minute`() throws {
        let site = try TestSite.empty()
        let (key, folder) = (site.app.site.key, site.folder)
        func answer(_ token: String) throws -> Visitor { try Visitor(site).get(HealthPaths.doctor(token)) }
        try answer("x").gets(404)
        let token = DoctorToken.make(key, dataFolder: folder, site.now)
        try answer(token).gets(200).sees("\"host\":\"localhost")
        try answer(DoctorToken.make(key, dataFolder: folder, site.now - 61)).gets(404)
        let copy = try site.copy()
        try answer(DoctorToken.make(key, dataFolder: copy.folder, site.now)).gets(404)
        try answer(key.sign("session", "\(site.now.milliseconds)")).gets(404)
        site.wait(seconds: 61)
        try answer(token).gets(404)
    }

    @Test func `jobs that fail, an old backup and a folder that is gone are warnings`() throws {
        let (site, folder) = (try site(), Folder())
        let now = Timestamp(seconds: Int(try fileTime.timeIntervalSince1970))
        try backups(of: site, in: folder)
        try site.app.site.database.write { database in
            try Job.enqueue(database, kind: "mail.reset", key: "x", at: site.now)
            try database.execute(
                "UPDATE job SET failing_since = \(now), error = 'The disk is full.' WHERE kind = 'mail.reset'")
            try BackupQueries.ended(database, startedAt: now - 5 * 86_400, error: nil)
        }
        let found = try report(site)
        #expect(try check("jobs", found).message == "mail.reset: The disk is full.")
        #expect(try check("backup", found).message == "the last good one is 5 days old")
        let gone = try report(site) { options, _ in options.backupFolder = "/nowhere/at/all" }
        #expect(try check("backup", gone).message == "there is no folder /nowhere/at/all")
        #expect(!found.isBroken)
    }
}
