import Database
import Foundation
import HTTP
import Media
import Testing

@testable import App

private struct NoPlan: Error {}

extension PlanTests {
    /// Runs every statement of the site.
    func visitEverything(_ site: TestSite) throws {
        // A new database runs what migrations read.
        _ = try TestSite.unmigrated()
        try visitGroups(site)
        try visitDevices(site)
        try visitZones(site)
        try visitNavigation(site)
        try visitRelicMap(site)
        try visitOwnRelics(site)
        let aino = try site.member("aino_k")
        try aino.stand(at: DemoCast.Place.oodi.coordinate).sees("note.found")
        for path in ["/", "/archive", "/archive?view=map", "/notes", "/notes/new", "/friends", "/friends?q=vil"] {
            try aino.get(path)
        }
        // What the loop asks of a form with files.
        let cookie = aino.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        let fields = [
            ("Host", "localhost:8080"), ("Content-Type", "multipart/form-data; boundary=b"), ("Cookie", cookie),
        ]
        let head = try Request(method: .post, target: "/notes", headers: Headers(fields)).head
        guard case .pooled(_, let beforeFiles?) = site.app.plan(for: head) else { throw NoPlan() }
        _ = beforeFiles(FormFields(values: [("csrf", aino.token)]))
        try visitNotices(site, aino)
        for link in try aino.get("/archive").page.links where link.hasPrefix("/notes/") { try aino.get(link) }
        try aino.get("/notes/new").fill("text", "x").fill("to", "mikko").fill("lat", "60").fill("lon", "24").submit(
            "/notes"
        ).hasLeftANote()
        try visitEvents(site, aino)
        try aino.get("/notes")
        let note = try #require(aino.page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" })
        try aino.get(note).submit("\(note)/delete").submit("\(note)/restore")
        try visitArchive(aino)
        let accept = try #require(aino.get("/friends").page.forms.first { $0.action.hasSuffix("/accept") })
        try aino.submit(accept.action)
        try aino.get("/friends").submit("/friends/ville/remove")
        try aino.get("/friends?q=vil").fill("user", "ville").submit("/friends/requests")
        try aino.get("/friends").submit(try #require(aino.page.forms.first { $0.action.hasSuffix("/cancel") }).action)
        try visitFriends(site, aino)
        try visitAdministration(site)
        try visitWindows()
        try visitNoticeSettings(site)
        try visitPush(site)
        try aino.get("/settings").fill("area", "1").submit("/settings/preferences")
        try aino.stand(at: DemoCast.Place.oodi.coordinate)
        try site.member("mikko").get("/people/aino_k")
        try aino.get("/settings/visibility").get("/people/aino_k").get("/settings/devices")
        try aino.submit(try #require(aino.page.forms.first { $0.action.contains("/devices/") }).action)
        try aino.stand(at: DemoCast.Place.oodi.coordinate)
        try aino.get("/settings/devices").submit("/settings/devices/forget")
        try aino.get("/settings").submit("/settings/preferences")
        try visitWaiting(site)
        try visitRelics(site)
        try visitDays(site)
        try visitNotePoints(site)
        try visitRelicPoints(site)
        try visitPhotosOfDay()
        try visitChats(site)
        try visitLeaving(site)
        try aino.get("/you").submit("/logout")
        try visitChatList(site)
        try visitAccounts(site)
        try visitGuests(site)
        try visitNotePhotos(site)
        try visitJobs(site)
        try visitBackups(site)
    }
}

extension PlanTests {
    /// Opens each page of the navigation and sends its forms with something in every field. So the statements of a new
    /// feature run without a line here.
    private func visitNavigation(_ site: TestSite) throws {
        let leena = try site.member("leena")
        for entry in site.app.site.features.navigation {
            for form in try leena.get(entry.path).page.forms where form.method == "post" && form.action != "/logout" {
                guard !form.fields.contains(where: { $0.name.contains("password") }) else { continue }
                let fields = form.fields.map { ($0.name, $0.value.isEmpty ? "x" : $0.value) }
                try leena.get(entry.path).post(form.action, fields)
            }
        }
    }

    private func visitNotices(_ site: TestSite, _ aino: Visitor) throws {
        let unread = try aino.get("/notices").unreadIDs
        try aino.post("/notices/read", [("csrf", aino.token), ("id", try #require(unread.first))])
        try aino.get("/notices").post("/notices/read", [("csrf", aino.token), ("all", "1")])
        let id = try site.account("aino_k")
        try site.app.site.database.write { try site.app.notices.markRead($0, "x", subject: 1, of: id, at: site.now) }
        for kind in site.app.notices.allKinds {
            guard case .until(let change) = kind.holds else { continue }
            _ = try site.app.site.database.read { try change($0, [], id, site.now) }
        }
    }

    private func visitFriends(_ site: TestSite, _ aino: Visitor) throws {
        try aino.get("/people/mikko").fill("reason", "x").submit("/people/mikko/report")
        try aino.get("/friends/order").fill("down", "elias").submit("/friends/order")
        try aino.get("/friends").submit("/friends/elias/remove").submit("/friends/elias/restore")
        try aino.get("/friends/contacts").fill("findable", "1").submit("/friends/findable")
        try aino.upload("/friends/contacts", field: "contacts", file: Array(ContactTests.card("x@example.org").utf8))
        try aino.get("/friends/contacts").submit("/friends/findable")
        let id = try site.account("aino_k")
        try site.app.site.database.write { try site.app.friends.addressChanged($0, of: id, to: nil) }
        let link = try InviteTests.make(aino)
        try site.member("ville").get(link).submit(link)
        try Visitor(site).get(link)
        try aino.submit("/friends/invite/revoke").submit("/friends/invite")
        let decline = try #require(aino.get("/friends").page.forms.first { $0.action.hasSuffix("/decline") })
        try aino.submit(decline.action)
        let (first, second) = (try SingleInviteTests.make(aino), try SingleInviteTests.make(aino))
        try site.member("ville").get(second).submit(second)
        try Visitor(site).get(first)
        let cancel = try #require(aino.get("/friends/invite").page.forms.first { $0.action.hasSuffix("/cancel") })
        try aino.submit(cancel.action)
        try site.app.site.database.write { _ = try FriendQueries.reserve($0, ID(rawValue: 1), for: id) }
        try visitCircles(aino)
        try aino.get("/people/jonas").submit("/people/jonas/block").submit("/people/jonas/unblock")
    }

    private func visitCircles(_ aino: Visitor) throws {
        try aino.get("/friends/circles/new").fill("name", "Crew").fill("member", "mikko").submit("/friends/circles")
        let circle = try #require(aino.page.links.first { $0.contains(#/^/friends/circles/\d+$/#) })
        try aino.get(circle).submit("\(circle)/edit").get(circle).submit("\(circle)/delete").submit("\(circle)/restore")
    }

    private func visitLeaving(_ site: TestSite) throws {
        let mikko = try site.member("mikko")
        try mikko.stand(at: DemoCast.Place.oodi.coordinate)
        try mikko.get("/settings/export").fill("password", "demo-password").submit("/settings/export")
        site.app.runJobs([.long])
        for link in try mikko.get("/settings/export").page.links where link.hasPrefix("/settings/export/") {
            #expect(try mikko.fetch(link).status == .ok)
        }
        try mikko.get("/settings/delete").fill("password", "demo-password").submit("/settings/delete")
        site.app.runJobs()
        site.wait(seconds: 3 * 3_600)
        try site.app.accountData.sweep(site.now)
    }

    private func visitAdministration(_ site: TestSite) throws {
        let keeper = try site.administrator()
        try keeper.get("/admin/settings").submit("/admin/settings")
        for path in [
            "/admin", "/admin/basemaps", "/admin/people", "/admin/people?q=mik", "/admin/people?sort=name",
            "/admin/people/mikko", "/admin/audit",
        ] {
            try keeper.get(path)
        }
        let later = "after=1795262400000-1"
        for path in ["people?", "audit?", "reports?", "reports?state=closed&"] {
            try keeper.get("/admin/\(path)\(later)")
        }
        let form = try #require(keeper.get("/admin/reports").page.forms.first { $0.action.hasSuffix("/close") })
        try keeper.fill("note", "x").submit(form.action).get("/admin/reports?state=closed")
        try keeper.get("/admin/people/sofia").submit("/admin/people/sofia/suspend")
        try keeper.submit("/admin/people/sofia/unsuspend").submit("/admin/people/sofia/end-sessions")
    }
}

extension PlanTests {
    /// The last link to a path in the mails of a site.
    private func link(_ site: TestSite, _ path: String) throws -> String {
        site.app.runJobs()
        let folder = site.folder + "/outbox"
        let mails = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".eml") }.sorted()
        let links = try mails.compactMap { name in
            let mail = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
                .replacing("=\r\n", with: "").replacing("=3D", with: "=")
            return mail.firstMatch(of: try Regex("\(path)\\?token=[A-Za-z0-9_-]{43}")).map { String($0.0) }
        }
        return try #require(links.last)
    }

    private func visitAccounts(_ site: TestSite) throws {
        let paula = try site.newAccount("paula")
        try visitFirstSteps(site, paula)
        try paula.get(link(site, "/confirm"))
        try paula.get("/settings/password").fill("email", "new@example.com")
            .fill("password_for_email", "long enough for me").submit("/settings/email")
        try paula.get("/settings/password").submit("/settings/email/confirm").get(link(site, "/confirm"))
        try Visitor(site).get("/password/forgot").fill("email", "new@example.com").submit("/password/forgot")
        let reset = try link(site, "/password/reset")
        try Visitor(site).get(reset).fill("password", "a new one for me")
            .fill("password_confirmation", "a new one for me").submit(reset)
        let (phone, tablet, laptop) = (Visitor(site), Visitor(site), Visitor(site))
        for browser in [phone, tablet, laptop] {
            try browser.get("/login").fill("username", "paula").fill("password", "a new one for me").submit("/login")
        }
        let end = try #require(
            laptop.get("/settings/sessions").page.forms.first { $0.action.contains(#/sessions/\d+/end/#) })
        try laptop.submit(end.action).submit("/settings/sessions/end")
        try laptop.get("/you").fill("minutes", "60").submit("/settings/pause")
        let fields = [("csrf", try laptop.get("/settings/profile").token), ("bio", "x"), ("phone", "")]
        try laptop.upload(
            "/settings/profile", field: "avatar", file: PictureTests.icon, named: "me.png",
            fields: fields.map { (name: $0.0, value: $0.1) })
        let picture = try #require(laptop.page.resources.first { $0.hasPrefix("/media/") })
        #expect(try site.member("leena").fetch(picture).status == .ok)
        try laptop.get("/settings/profile").submit("/settings/picture/remove")
        try laptop.get("/settings/delete").fill("password", "a new one for me").submit("/settings/delete")
        try site.administrator("second").get("/settings/delete")
        _ = try site.app.administrators.names()
        #expect(try site.isInUse)
    }

    private func visitJobs(_ site: TestSite) throws {
        try visitReminders(site)
        struct Broken: Error {}
        let broken = JobKind(name: "broken") { _ in throw Broken() }
        let database = site.app.site.database
        try database.write { try Job.enqueue($0, kind: broken.name, key: broken.name, at: site.now) }
        try Jobs(database: database, kinds: [broken], log: site.app.site.log).run { site.now }
        try database.write { try ExportQueries.setFailed($0, file: "none", site.now) }
        for _ in 0..<2 {
            site.app.beginJobs()
            site.app.runJobs(JobLane.allCases)
            site.wait(seconds: 3 * 86_400)
        }
    }
}
