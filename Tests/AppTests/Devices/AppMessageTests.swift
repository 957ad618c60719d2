import Database
import PositionSources
import Proximity
import Testing

@testable import App

/// What phone apps send in their own words, and what of it is not taken.
struct AppMessageTests {
    @Test(arguments: [PositionSource.osmand, .traccar, .gpslogger])
    func `a plus that the app did not encode is read`(source: PositionSource) throws {
        let phone = try Phone(TestSite.demo().member("aino_k"), source)
        let fields = "lat=60.17&lon=24.94&acc=5&hdop=5&timestamp="
        try phone.send("", query: fields + "2026-11-21T13:59:50+02:00")
        try phone.send(fields + "2026-11-21T13:59:51+0200", type: "application/x-www-form-urlencoded")
        phone.site.wait(seconds: 1)
        try phone.send("", query: fields + "2026-11-21+11:59:52")
        #expect(try phone.stored() == [10.0, 9, 8].map { TestSite.noon - $0 })
        #expect(try phone.refused().isEmpty)
    }
}
