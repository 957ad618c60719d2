import Foundation
import TestTools
import Testing

@testable import App

extension PlanTests {
    /// Backs the site up, and sets a new one up.
    func visitBackups(_ site: TestSite) throws {
        let folder = Folder()
        try site.administrator("backing").get("/admin/backup").fill("is_on", "on").fill("folder", folder.path)
            .fill("time", "03:30").submit("/admin/backup")
        let keeper = try site.administrator("telling").get("/admin/announcements")
        try keeper.fill("text", "x").submit("/admin/announcements").get("/admin/announcements?after=1795262400000-1")
        _ = try InviteTests.make(site.member("aino_k"))
        _ = try SingleInviteTests.make(site.member("aino_k"))
        let invites = try keeper.get("/admin/invites?after=1795262400000-1").get("/admin/invites").page.forms
        for form in invites where form.action.hasSuffix("/end") { try keeper.get("/admin/invites").submit(form.action) }
        try keeper.get("/admin/limits").submit("/admin/limits")
        site.app.beginJobs()
        site.app.runJobs(JobLane.allCases)
        let form = try #require(keeper.get("/admin/announcements").page.forms.first { $0.action.hasSuffix("/delete") })
        try keeper.submit(form.action)
        let fresh = try TestSite.empty()
        let link = try #require(try fresh.app.newSetupLink().flatMap { URL(string: $0)?.path() })
        try Visitor(fresh).get(link).fill("username", "keeper").fill("email", "k@example.org")
            .fill("password", "long enough for me").fill("password_confirmation", "long enough for me").submit(link)
    }
}
