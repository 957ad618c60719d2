import Foundation
import HTTP
import Testing

@testable import App

/// Everybody's invitations, as administrators see and end them.
struct InviteAdminTests {
    @Test func `administrators see who invites, never the link, and end it`() throws {
        let site = try TestSite.empty()
        let (keeper, kaisa) = (try site.administrator("keeper"), try site.newAccount("kaisa_l"))
        try keeper.get("/admin/settings").fill("registration", "invited").submit("/admin/settings")
        try keeper.get("/admin/invites").gets(200).sees("No open invitations", "Only people with one of these links")
        let link = try InviteTests.make(kaisa)
        let single = try SingleInviteTests.make(kaisa)
        try keeper.get("/admin/invites").sees("kaisa_l", "For everyone who has the link", "For one person")
        #expect(!keeper.page.text.contains("join-me"))
        let forms = keeper.page.forms.map { $0.action }.filter { $0.hasSuffix("/end") }
        #expect(forms.count == 2)
        for form in forms { try keeper.get("/admin/invites").submit(form).sees("kaisa_l’s link no longer works.") }
        keeper.sees("No open invitations")
        for path in [link, single] { try Visitor(site).get(path).gets(404) }
        try keeper.get("/admin/audit").sees("ended an invitation", "by kaisa_l")
        try keeper.post(forms[0], [("csrf", keeper.token)]).gets(404)
    }

    @Test func `used and old invitations are not listed, and pages go on where the last one ended`() throws {
        let site = try TestSite.empty()
        let keeper = try site.administrator("keeper")
        for number in 0..<52 {
            _ = try InviteTests.make(site.newAccount("person_\(number)"))
            // Sign-ups from one address are limited by the hour.
            site.wait(seconds: 400)
        }
        try keeper.get("/admin/invites").sees("person_51", "person_2").seesNot("person_1<")
        let more = try #require(keeper.page.text.firstMatch(of: #/href="(/admin/invites\?after=[^"]+)"/#)).1
        try keeper.get(String(more)).sees("person_1", "person_0").seesNot("person_51")
        site.wait(seconds: 8 * 86_400)
        let later = try site.administrator("later_keeper")
        try later.get("/admin/invites").sees("No open invitations")
    }

    @Test func `nobody else reaches them`() throws {
        let site = try TestSite.empty()
        let kaisa = try site.newAccount("kaisa_l")
        _ = try InviteTests.make(kaisa)
        try kaisa.get("/admin/invites").gets(404)
        try kaisa.post("/admin/invites/1/end", [("csrf", kaisa.token)]).gets(404)
    }
}
