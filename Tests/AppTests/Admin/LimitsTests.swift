import Foundation
import HTTP
import Safeguards
import Testing

@testable import App

/// What one person may keep and do, as administrators see and set it.
struct LimitsTests {
    @Test func `the room of each person is what administrators set, and the audit log says so`() throws {
        let site = try TestSite.empty()
        let (keeper, kaisa) = (try site.administrator("keeper"), try site.newAccount("kaisa_l"))
        func send(_ person: Visitor) throws {
            try person.get("/settings/profile").upload("/settings/profile", field: "avatar", file: PictureTests.icon)
        }
        try keeper.get("/admin/limits").gets(200).sees("Limits", "Files sent", "300 in an hour")
        try keeper.fill("files", "1").fill("megabytes", "5").submit("/admin/limits").sees("Saved.")
        #expect(site.app.site.settings.quota == StorageQuota(files: 1, bytes: 5_000_000))
        try send(kaisa)
        kaisa.sees("Saved.")
        try send(kaisa)
        kaisa.gets(422).sees("used all your space")
        try keeper.get("/admin/limits").sees("kaisa_l", "in one file, 100 % of what they may keep", "Nearly full")
        try keeper.get("/admin/audit").sees("files of a person: 2000 → 1", "room of a person: 2.0 GB → 5.0 MB")
        // The other settings stay, and keep it in their turn.
        try keeper.get("/admin/settings").fill("name", "Kivikasa").submit("/admin/settings").sees("Saved.")
        #expect(site.app.site.settings.name == "Kivikasa" && site.app.site.settings.quota.files == 1)
    }

    @Test(arguments: [
        ("files", "0"), ("files", "-1"), ("files", "1.5"), ("files", "100001"), ("megabytes", ""),
        ("megabytes", "99999999999999999999"), ("megabytes", "x"),
    ]) func `wrong numbers are said beside their fields`(_ field: String, _ value: String) throws {
        let site = try TestSite.empty()
        let keeper = try site.administrator("keeper")
        try keeper.get("/admin/limits").fill(field, value).submit("/admin/limits").gets(422)
        keeper.sees("\(field == "files" ? "Files" : "Megabytes"): a number from 1 to")
        #expect(keeper.page.text.contains("id=\"\(field)-error\""))
        #expect(site.app.site.settings.quota == StorageQuota())
    }

    @Test func `a room that is shown rounded stays to the byte`() throws {
        let site = try TestSite.empty { $0.initialSettings.quota = StorageQuota(files: 9, bytes: 2_147_483_648) }
        try site.administrator("keeper").get("/admin/limits").fill("files", "10").submit("/admin/limits")
        #expect(site.app.site.settings.quota == StorageQuota(files: 10, bytes: 2_147_483_648))
    }

    @Test func `each rule is told in words`() throws {
        let rules = try TestSite.empty().app.site.features.throttles
        #expect(Set(rules.map { $0.label }).count == rules.count)
        #expect(rules.allSatisfy { !$0.label.isEmpty })
        let password = LimitPart(.password)
        #expect(password.rate == "10 in 3 minutes")
        #expect(password.pause == "then a pause of 30 seconds, twice as long each time, up to 15 minutes")
        #expect(LimitPart(.positionByDevice).rate == "2 in a second" && LimitPart(.export).rate == "5 in a day")
    }
}
