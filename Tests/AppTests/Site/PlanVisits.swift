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
        let new = try TestSite.empty()
        let link = try #require(try new.app.newSetupLink())
        let path = try #require(URL(string: link)).path()
        try Visitor(new).get(path).gets(200)
        try visitGroups(site)
        try visitNoteLinks(site)
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
        let found = try #require(
            aino.get("/archive").page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" })
        for _ in 0..<2 { try aino.get(found).submit("\(found)/heart") }
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
        let (friend, other) = (try site.account("ville"), try site.account("mikko"))
        _ = try site.app.site.database.read { try NoteQueries.hasLeft($0, by: friend, for: other, since: site.now) }
        try aino.get("/friends").submit("/friends/ville/remove")
        try aino.get("/friends?q=vil").fill("user", "ville").submit("/friends/requests")
        try aino.get("/friends").submit(try #require(aino.page.forms.first { $0.action.hasSuffix("/cancel") }).action)
        try visitFriends(site, aino)
        try visitAdministration(site)
        try visitBackups(site)
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
        try visitPhotosOfDay()
        try visitChats(site)
        try visitLeaving(site)
        try aino.get("/you").submit("/logout")
        try visitChatList(site)
        try visitAccounts(site)
        try visitGuests(site)
        try visitPhotos(site)
        try visitJobs(site)
    }
}

extension PlanTests {
    /// Relics that their maker changes, deletes and takes back, that end, and of people who leave.
    private func visitOwnRelics(_ site: TestSite) throws {
        let leena = try site.member("leena")
        let relics = try (0..<2).map { _ in try site.leaveRelic(from: "leena") }
        try site.leaveRelic(from: "mikko")
        for relic in relics {
            for name in ["mikko", "sofia"] { try site.openRelic(relic, by: name) }
            for name in ["mikko", "sofia"] { try site.signRelic(relic, "Nice \(relic).", by: name) }
        }
        let path = RelicPaths.relic(relics[0])
        try leena.get("\(path)/edit").fill("lifetime", "1h").submit("\(path)/edit")
        try leena.get(RelicPaths.own).submit("\(path)/delete").submit("\(path)/restore")
        try leena.get(RelicPaths.ownMap).get("/settings/visibility")
        try site.member("mikko").get(RelicPaths.found)
        let media = try site.relicMedia(relics[1])
        let isShown = try site.app.site.database.write {
            try RelicQueries.replaceMedia($0, media, with: media)
        }
        #expect(isShown)
        let later = try site.copy()
        later.wait(seconds: 3_600)
        try later.app.relics.end(later.now)
    }

    /// The home map with relics: few, and more than are drawn one by one.
    private func visitRelicMap(_ site: TestSite) throws {
        let place = RelicMapTests.place
        let relic = try site.leaveRelic("plan", from: "mikko", at: place)
        let aino = try site.member("aino_k")
        try aino.get("/settings/notices").fill("relic.near.site", "on").submit("/settings/notices")
        try aino.stand(at: place).sees("relic.near")
        try aino.get("/notices").get(RelicPaths.card(relic)).get("/people/mikko").get("/people/mikko/relics")
        let views = ["", "relics=friends&", "relics=unfound&", "relics=friends.unfound&"].flatMap {
            ["/map?\($0)lat=\(place.latitude)&lon=\(place.longitude)&z=14", "/map?\($0)lat=0&lon=180&z=14"]
        }
        for view in views { try aino.get(view).gets(200) }
        try site.app.site.database.write {
            try $0.execute("UPDATE grid_count SET things = things + 3000 WHERE layer = 'relics photo' AND owner_id = 0")
            let mikko = try $0.value("SELECT maker_id FROM relic WHERE id = \(relic)", as: Int64.self)
            try $0.execute(
                "UPDATE grid_count SET things = things + 3000 WHERE layer = 'relics photo' AND owner_id = \(mikko)")
        }
        for view in views { try aino.get(view).gets(200) }
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
        try site.app.site.database.write { try site.app.notices.markRead($0, "x", subject: 1, of: id, site.now) }
    }

    private func visitWaiting(_ site: TestSite) throws {
        let note = try site.leave("plan", for: "mikko", at: DemoCast.Place.oodi.coordinate) { $0.isOnMap = true }
        try site.member("mikko").get("/").get(NotePaths.card(note)).get(NotePaths.waiting(note)).gets(200)
        try visitEditing(site, note)
        try site.member("aino_k").get(NotePaths.note(note)).submit(NotePaths.withdraw(note)).gets(200)
        let aino = try site.account("aino_k")
        let notice = Notice(id: ID(rawValue: 1), kind: "", subject: note.rawValue, raisedAt: site.now, isRead: false)
        for kind in site.app.notes.noticeKinds {
            _ = try site.app.site.database.read { try kind.show($0, [notice], aino, site.now) }
        }
    }

    /// Editing a note that somebody has found.
    private func visitEditing(_ site: TestSite, _ note: ID<Note>) throws {
        let (aino, mikko) = (try site.member("aino_k"), try site.account("mikko"))
        let place = DemoCast.Place.oodi.coordinate
        let found = try site.leave("edited", for: "mikko", at: place)
        try site.app.site.database.write {
            try NoteQueries.setFound($0, found, at: place, by: mikko, site.now, isTyped: false)
        }
        for one in [note, found] {
            try aino.get(NotePaths.edit(one)).fill("text", "Other words").submit(NotePaths.edit(one)).gets(200)
        }
    }

    private func visitArchive(_ aino: Visitor) throws {
        try aino.get("/archive?q=bench%20fountain&from=leena&month=2026-11")
        let note = try #require(aino.page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" })
        let archived = "/archive/\(note.dropFirst("/notes/".count))"
        try aino.get(note).fill("reason", "x").submit("\(note)/report")
        try aino.get(note).submit("\(archived)/delete").submit("\(archived)/restore")
        try aino.get("/").post("\(archived)/keep", [("csrf", aino.token)])
    }

    private func visitFriends(_ site: TestSite, _ aino: Visitor) throws {
        try aino.get("/people/mikko").fill("reason", "x").submit("/people/mikko/report")
        try aino.get("/friends/order").fill("down", "elias").submit("/friends/order")
        try aino.get("/friends").submit("/friends/elias/remove").submit("/friends/elias/restore")
        try aino.get("/friends/contacts").fill("findable", "1").submit("/friends/findable")
        try aino.upload("/friends/contacts", "contacts", file: Array(ContactTests.card("x@example.org").utf8))
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
        try aino.get("/people/jonas").submit("/people/jonas/block").get("/people/jonas/report")
            .get("/friends/blocked").submit("/people/jonas/unblock")
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
        for path in ["/admin", "/admin/people", "/admin/people?q=mik", "/admin/people/mikko", "/admin/audit"] {
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
            "/settings/profile", "avatar", file: PictureTests.icon, named: "me.png",
            fields.map { (name: $0.0, value: $0.1) })
        let picture = try #require(laptop.page.resources.first { $0.hasPrefix("/media/") })
        #expect(try site.member("leena").fetch(picture).status == .ok)
        try laptop.get("/settings/profile").submit("/settings/picture/remove")
        try laptop.get("/settings/delete").fill("password", "a new one for me").submit("/settings/delete")
        try site.administrator("second").get("/settings/delete")
        _ = try site.app.administrators.names()
        #expect(try site.isInUse)
    }

    private func visitPhotos(_ site: TestSite) throws {
        let aino = try site.member("aino_k")
        for path in ["/archive?after=1795262400000-1", "/notes?after=1795262400000-1"] { try aino.get(path) }
        let form = try #require(aino.get("/notes/new").page.forms.first { $0.action == "/notes" })
        let written = [("text", "x"), ("to", "ville"), ("lat", "60"), ("lon", "24")]
        let kept = form.fields.filter { field in field.name != "photo" && !written.contains { $0.0 == field.name } }
        let fields = (kept + written.map { (name: $0.0, value: $0.1) }).sorted { first, _ in first.name == "csrf" }
        try aino.upload("/notes/new", "photo", file: PictureTests.icon, named: "p.png", fields).submit("/notes")
            .hasLeftANote()
        let photo = try #require(aino.page.resources.first { $0.hasPrefix("/media/") })
        let own = try #require(aino.page.links.first { $0.contains(#/^/notes/\d+$/#) })
        try aino.get(own)
        #expect(try aino.fetch(photo).status == .ok)
        try aino.submit("\(own)/delete").submit("\(own)/restore").get(own).submit("\(own)/delete")
        let found = try #require(aino.get("/archive").page.links.first { $0.contains(#/^/notes/\d+$/#) })
        try aino.get(found).submit("/archive/\(found.dropFirst("/notes/".count))/delete")
        let name = try #require(MediaName(String(repeating: "a", count: 26)))
        _ = try site.storedMedia(name)
    }

    private func visitReminders(_ site: TestSite) throws {
        let elias = try site.member("elias")
        for action in ["resend", "reminders"] {
            let forms = try elias.get("/notes").page.forms
            try elias.submit(try #require(forms.first { $0.action.hasSuffix(action) }).action)
        }
        for days in [8.0, 40, -40] { try site.app.notes.remind(site.now.adding(seconds: days * 86_400)) }
    }

    private func visitJobs(_ site: TestSite) throws {
        try visitReminders(site)
        struct Broken: Error {}
        let broken = JobKind(name: "broken") { _ in throw Broken() }
        let database = site.app.site.database
        try database.write { try Job.enqueue($0, kind: broken.name, key: broken.name, at: site.now) }
        try Jobs(database: database, kinds: [broken], log: site.app.site.log).run { site.now }
        _ = try SiteFigures.read(site.app.site, site.now)
        try database.write { try ExportQueries.setFailed($0, file: "none", site.now) }
        for _ in 0..<2 {
            site.app.beginJobs()
            site.app.runJobs(JobLane.allCases)
            site.wait(seconds: 3 * 86_400)
        }
    }
}
