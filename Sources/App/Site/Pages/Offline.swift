import Database
import HTTP

/// The page that the service worker keeps for when there is no network.
struct Offline: Feature {
    static let migrations: [Migration] = []

    var routes: [Route] { [.guestGet("/offline") { $0.page(OfflinePage(frame: $0.frame("No connection"))) }] }
}
