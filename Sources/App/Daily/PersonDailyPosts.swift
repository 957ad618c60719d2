import Database
import HTTP
import Proximity

/// The window of the day: drawn, opened, announced; the host's page, the banner, the way to the camera.
extension Daily {
    var windowRoutes: [Route] {
        [
            .adminGet("/admin/daily", showSettings), .adminPost("/admin/daily", changeSettings),
            .adminPost("/admin/daily/start", start), .post("/daily/not-today", notToday),
        ]
    }

    var windowJobs: [JobKind] { openingJobs }

    var windowNavigation: [NavigationEntry] {
        [NavigationEntry(slot: .admin, rank: 35, path: DailyPaths.admin, icon: "camera", words: "Photo of the day")]
    }
}
