import Database
import Testing

@testable import App

extension PlanTests {
    /// Every statement of the windows of the days, from the plan to the banner, on a site that is made for it: an open
    /// window would lead the others to the camera.
    func visitWindows() throws {
        let site = try TestSite.empty()
        let keeper = try site.administrator()
        try keeper.get("/admin/daily").submit("/admin/daily").submit("/admin/daily/start")
        site.sweep()
        try keeper.get("/notices").get("/").get("/banners").get("/you")
        try keeper.post("/daily/not-today", [("csrf", keeper.token)])
        let day = try #require(try site.lastWindow).day
        _ = try site.dailyEvent(day, for: try site.account("keeper"))
        try keeper.get("/admin/daily").post("/admin/daily", [("csrf", keeper.token), ("switch", "off")])
    }
}
