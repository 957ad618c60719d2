import Database
import HTTP

/// The page that the service worker caches for use without a network.
struct Offline: Feature {
    static let migrations: [Migration] = []

    var routes: [Route] { [.visitorGet("/offline") { $0.page(OfflinePage(frame: $0.frame("No connection"))) }] }
}
