import HTTP
import Testing

@testable import App
@testable import HTTP

extension PlanTests {
    /// Runs the statements of streams on this thread, where they are seen.
    func visitEvents(_ site: TestSite, _ aino: Visitor) throws {
        let id = try site.account("aino_k")
        try site.app.site.database.write { database in
            try site.app.events.append(database, "poem", subject: id.rawValue, to: id, at: site.now)
        }
        try aino.get("/events/latest?after=0").gets(200)
        let reader = try EventReader.open(aino, path: "/events?after=0")
        try site.app.events.send(asksAll: true)
        reader.stream.onClose(reader.stream)
    }
}
