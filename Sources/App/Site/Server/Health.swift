import Database
import HTTP

/// Whether the site can answer: for a load balancer or a supervisor. `/healthz`, the process alone, is a static page.
struct Health: Feature {
    let site: Site

    static let migrations: [Migration] = []

    var routes: [Route] { [.openGet("/readyz", ready)] }

    /// Reads the database.
    func ready(_ context: RequestContext) throws -> Response {
        _ = try site.database.read { try $0.value("SELECT 1", as: Int.self) }
        return context.finished(.text("ok\n"))
    }
}
