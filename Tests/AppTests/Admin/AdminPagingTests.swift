import Database
import HTTP
import Proximity
import Testing

@testable import App

/// Paged lists contain each item once, even if all items have the same time.
struct AdminPagingTests {
    @Test func `paged administrator lists contain each item exactly once`() throws {
        let site = try TestSite.demo()
        let keeper = try site.administrator()
        let (reporter, about) = (try site.account("aino_k"), try site.account("ville"))
        try site.app.site.database.write { try $0.execute("DELETE FROM report") }
        try site.app.site.database.write { database in
            for number in 1...120 {
                let form = FormFields(values: [("reason", "thing \(number)."), ("about", "other")])
                let report = try NewReport(form, by: reporter, about: about, among: site.app.moderation.subjects)
                try ReportQueries.insert(database, report, at: site.now)
                try AdminQueries.record(
                    database, AdminAction.Kind.suspended.rawValue, by: (nil, "command line"),
                    about: Person(id: about, username: "ville"),
                    detail: "thing \(number).", at: site.now)
            }
        }
        #expect(try keeper.numbers("/admin/reports") == Array(1...120))
        #expect(try keeper.numbers("/admin/audit") == (1...120).reversed())
        let open: [ID<AbuseReport>] = try site.app.site.database.read {
            try $0.all("SELECT id FROM report") { try $0["id"] }
        }
        try site.app.site.database.write { database in
            for id in open {
                let isClosed = try ReportQueries.close(database, id, note: "x", at: site.now)
                #expect(isClosed)
            }
        }
        #expect(try keeper.numbers("/admin/reports?state=closed") == (1...120).reversed())
    }
}
