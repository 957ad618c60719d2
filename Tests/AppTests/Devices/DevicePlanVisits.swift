import PositionSources
import Testing

@testable import App

extension PlanTests {
    /// Phone apps, from the first point to the end.
    func visitDevices(_ site: TestSite) throws {
        let aino = try site.copy().member("aino_k")
        let phone = try Phone(aino)
        let path = "/settings/devices/\(phone.id)"
        try phone.stand(at: DemoCast.Place.oodi.coordinate)
        try phone.send("{")
        try aino.get(path).submit("\(path)/renew").submit("\(path)/pause")
        try aino.get(path).fill("name", "x").submit("\(path)/rename").get(path).submit("\(path)/delete")
        _ = try Phone(aino)
        _ = try Phone(aino)
        try aino.get("/settings/devices").submit("/settings/devices/delete")
        phone.site.sweep()
    }
}
