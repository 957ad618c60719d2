import Database
import HTTP
import Proximity

/// Turning notices on and off for a browser.
extension Notices {
    var pushRoutes: [Route] {
        []
    }
}
