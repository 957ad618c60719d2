import Database
import HTTP

/// The health check for load balancers and supervisors. `/healthz`, which checks only the process, is a static page.
struct Health: Feature {
    let site: Site

    static let migrations: [Migration] = []

    var routes: [Route] { [.openGet("/readyz", ready)] }

    /// Checks that the database can be read.
    func ready(_ context: RequestContext) throws -> Response {
        _ = try site.database.read { try $0.value("SELECT 1", as: Int.self) }
        return context.finished(.text("ok\n"))
    }
}
